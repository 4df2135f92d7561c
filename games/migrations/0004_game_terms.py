"""Terms of a game as columns, to filter lists by them; filled from the stored positions."""

import json

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CHUNK = 500


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Copy the terms of each game, and count the free seats of lobbies."""
    games = apps.get_model("games", "Game").objects.using(editor.connection.alias)
    rows = games.filter(position__isnull=False).only("seat_count", "status", "position__state")
    changed = []
    for game in rows.select_related("position").order_by("pk").iterator(chunk_size=CHUNK):
        try:
            state = json.loads(game.position.state)
        except ValueError:
            continue  # damaged: the game cannot be played either
        game.turn_seconds = state.get("turn_seconds")
        game.on_abandon = state.get("on_abandon", "end")
        is_lobby = game.status == "lobby"
        game.free_seats = game.seat_count - state.get("taken", 0).bit_count() if is_lobby else 0
        changed.append(game)
        if len(changed) == CHUNK:
            _store(games, changed)
    _store(games, changed)


def _store(games: models.QuerySet, changed: list) -> None:
    games.bulk_update(changed, ["turn_seconds", "on_abandon", "free_seats"])
    changed.clear()


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [("games", "0003_any_bot_level")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="turn_seconds",
            field=models.IntegerField(
                blank=True, help_text="Null for no time limit; as in the first move.", null=True
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="on_abandon",
            field=models.CharField(
                db_default="end", help_text="As in the first move.", max_length=8
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="free_seats",
            field=models.SmallIntegerField(
                db_default=0, help_text="Of a lobby; 0 from the start or the closing on."
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        *(
            migrations.AddIndex(
                model_name="game", index=models.Index(fields=[field, "-id"], name=name)
            )
            for field, name in (
                ("preset", "games_by_preset"),
                ("seat_count", "games_by_seats"),
                ("allows_bots", "games_by_bots"),
                ("turn_seconds", "games_by_clock"),
            )
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("free_seats__gt", 0)),
                fields=["-id"],
                name="games_with_free_seats",
            ),
        ),
    ]
