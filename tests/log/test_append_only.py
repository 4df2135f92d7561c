"""The database keeps the move log append-only for every writer and statement."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction

from games.log.models import Game, Move
from tests import databases
from tests.databases import sql
from tests.players import guest

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
]

COLUMNS = "game_id, number, seat, schema, command, events, at, digest"
AGAIN = f"({COLUMNS}) SELECT {COLUMNS} FROM games_move WHERE number = 1"  # noqa: S608


def save_a_changed_move() -> None:
    move = Move.objects.get(number=1)
    move.command = "forged"
    move.save()


CHANGES = [
    pytest.param(save_a_changed_move, id="a row is saved again"),
    pytest.param(lambda: Move.objects.all().delete(), id="rows are deleted"),
    pytest.param(lambda: Game.objects.all().delete(), id="games are deleted"),
    pytest.param(sql("DELETE FROM games_move"), id="DELETE"),
    pytest.param(sql(f"INSERT INTO games_move {AGAIN}"), id="INSERT over a row"),
    pytest.param(
        sql(
            f"INSERT INTO games_move {AGAIN} "
            "ON CONFLICT (game_id, number) DO UPDATE SET command = 'forged'"
        ),
        id="INSERT ON CONFLICT",
    ),
    *{
        "postgresql": [
            pytest.param(sql("TRUNCATE games_move"), id="TRUNCATE"),
            pytest.param(sql("TRUNCATE games_game CASCADE"), id="TRUNCATE of games"),
            pytest.param(
                sql(
                    "MERGE INTO games_move USING (SELECT 1 AS number) AS first "
                    "ON games_move.number = first.number WHEN MATCHED THEN DELETE"
                ),
                id="MERGE",
            ),
        ],
        "sqlite": [
            pytest.param(sql(f"INSERT OR REPLACE INTO games_move {AGAIN}"), id="OR REPLACE"),
            pytest.param(sql(f"REPLACE INTO games_move {AGAIN}"), id="REPLACE"),
            pytest.param(
                sql("UPDATE OR REPLACE games_move SET number = 1"), id="UPDATE OR REPLACE"
            ),
            pytest.param(sql("UPDATE OR IGNORE games_move SET number = 1"), id="UPDATE OR IGNORE"),
        ],
    }[connection.vendor],
]


def log() -> list[Any]:
    return list(Move.objects.order_by("number").values_list("number", "command", "events"))


@pytest.mark.parametrize("change", CHANGES)
def test_a_recorded_move_neither_changes_nor_goes(change: Callable[[], object]) -> None:
    guest().create()
    before = log()

    with pytest.raises((DatabaseError, models.ProtectedError)), transaction.atomic():
        change()

    assert log() == before


def test_the_guard_is_back_after_a_migration_that_remade_the_table() -> None:
    guest().create()
    databases.remake(Move, "seat", models.IntegerField(null=True))

    call_command("migrate", verbosity=0)

    with pytest.raises(DatabaseError, match="the move log is append-only"):
        Move.objects.update(command="forged")
