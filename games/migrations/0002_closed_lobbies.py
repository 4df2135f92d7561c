"""Lobbies that are closed, how often an account left one, and invitations that were declined.

Invitations are void once their game has started.
"""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def void_invitations(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Delete the invitations to games that have started."""
    apps.get_model("games", "Invitation").objects.exclude(game__status="lobby").delete()


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(void_invitations, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_status_is_known",
        ),
        migrations.AlterField(
            model_name="game",
            name="status",
            field=models.CharField(
                choices=[
                    ("lobby", "waiting for players"),
                    ("running", "being played"),
                    ("over", "over"),
                    ("closed", "closed before it started"),
                ],
                default="lobby",
                max_length=7,
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="rematch_of",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rematches",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            model_name="position",
            name="deadline",
            field=models.DateTimeField(
                help_text="When the referee acts for the seat that the game waits for, or closes the lobby.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="declined_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["lobby", "running", "over", "closed"])),
                name="game_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("rematch_of__isnull", False), models.Q(("status", "closed"), _negated=True)
                ),
                fields=("rematch_of",),
                name="one_open_rematch_a_game",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("rematch_of__isnull", False)),
                fields=["rematch_of"],
                name="rematches_by_game",
            ),
        ),
        migrations.CreateModel(
            name="LobbyExit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("count", models.SmallIntegerField(default=1)),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("account", "game"), name="one_count_of_exits"
                    )
                ],
            },
        ),
    ]
