"""Display names of accounts."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_notice"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="display_name",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="Shown next to the username; empty for none.",
                max_length=30,
            ),
        ),
    ]
