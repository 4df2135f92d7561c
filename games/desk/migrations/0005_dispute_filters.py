"""Indexes for the filters of the list of disputes at the desk."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0004_looktotell"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["reason", "id"], name="disputes_by_reason"),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["filed_at"], name="disputes_by_age"),
        ),
    ]
