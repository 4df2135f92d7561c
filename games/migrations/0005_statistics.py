"""Results of each account by preset, as rows; when accounts were last seen; what bots offer to play.

The results are empty at first: run ``manage.py rebuild_statistics``.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [
        ("games", "0004_game_terms"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerStatistics",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "account_id",
                        "preset",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("preset", models.CharField(max_length=32)),
                ("played", models.IntegerField(default=0)),
                ("won", models.IntegerField(default=0, help_text="Won alone.")),
                ("shared", models.IntegerField(default=0, help_text="Won with others.")),
                ("lost", models.IntegerField(default=0)),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LastSeen",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField(help_text="To within half a minute.")),
                (
                    "is_bot",
                    models.BooleanField(help_text="As of the account, where it never changes."),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_bot", True)), fields=["-at"], name="bots_last_seen"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BotOffer",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("presets", models.JSONField(default=list, help_text="Names of presets.")),
            ],
        ),
    ]
