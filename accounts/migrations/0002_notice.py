"""The inbox of an account."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(help_text="A code.", max_length=32)),
                ("data", models.JSONField(help_text="Ids and codes; never a name or a text.")),
                ("created_at", models.DateTimeField(db_index=True)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["account", "-id"], name="notices_of_an_account"),
                    models.Index(
                        condition=models.Q(("read_at__isnull", True)),
                        fields=["account"],
                        name="unread_notices",
                    ),
                ],
            },
        ),
    ]
