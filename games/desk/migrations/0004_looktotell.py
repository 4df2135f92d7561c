"""Running games that were looked into, until their players have a notice of it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0003_optional_move"),
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="LookToTell",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.game",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
