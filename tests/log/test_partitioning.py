"""`games/log/partition_moves.sql` on a copy of the database: the log is partitioned and everything
stays as it was.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import psycopg
import pytest
import time_machine
from django.db import DatabaseError, connection, transaction

from games.log import reader, triggers
from games.log.models import Move
from tests import databases
from tests.faults.readers import assert_log_holds
from tests.players import Player, play_out, seated

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
]

if connection.vendor != "postgresql":
    pytest.skip("SQLite has no partitions", allow_module_level=True)

SQL = Path(reader.__file__).with_name("partition_moves.sql").read_text()
BEFORE, AFTER, MUCH_LATER = "2026-12-20T12:00Z", "2027-01-10T12:00Z", "2027-03-10T12:00Z"
PARTS = ["games_move_2026", "games_move_2027_01", "games_move_later"]


@pytest.fixture
def database() -> Iterator[str]:
    """The address of a database that the test may rebuild, and on which it works."""
    with databases.scratch() as url, databases.using(url):
        yield url


def partition(url: str) -> None:
    """Run the file statement by statement, as psql would."""
    with psycopg.connect(url, autocommit=True) as session:
        session.execute(SQL.replace("TO gofish;", "TO CURRENT_USER;").encode())


def begun() -> tuple[str, list[Player]]:
    """Start a game of its time."""
    game, *players = seated(2)
    return game, players


def rows_by_part() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text, count(*) FROM games_move GROUP BY 1")
        return dict(cursor.fetchall())


def test_games_go_on_over_the_change_and_new_ones_go_to_their_part(database: str) -> None:
    with time_machine.travel(BEFORE):
        over, *players = seated(2)
        play_out(over, players, Random(1))
        running, seats = begun()
    file_of_old = file_node("games_move")
    before = list(Move.objects.values_list())

    partition(database)

    assert list(Move.objects.values_list()) == before
    assert file_node("games_move_2026") == file_of_old, "no row was copied"
    with time_machine.travel(AFTER):
        play_out(running, seats, Random(2))
        new, others = begun()
        play_out(new, others, Random(3))
    with time_machine.travel(MUCH_LATER):
        late, _ = begun()
    versions = {game: assert_log_holds(game) for game in (over, running, new, late)}
    assert rows_by_part() == dict(
        zip(PARTS, [versions[over] + versions[running], versions[new], versions[late]], strict=True)
    )


@pytest.mark.parametrize(
    "statement", ["UPDATE {} SET command = 'forged'", "DELETE FROM {}", "TRUNCATE {}"]
)
def test_the_whole_and_every_part_stay_append_only(database: str, statement: str) -> None:
    with time_machine.travel(BEFORE):
        begun()
    partition(database)
    for when in (AFTER, MUCH_LATER):
        with time_machine.travel(when):
            begun()
    assert rows_by_part().keys() == set(PARTS)

    for table in ("games_move", *PARTS):
        assert_refused(statement.format(table))


def test_the_next_migration_guards_a_new_part(database: str) -> None:
    partition(database)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE games_move_2027_02 PARTITION OF games_move FOR VALUES"
            " FROM (games_first_id('2027-02-01')) TO (games_first_id('2027-03-01'))"
        )

    triggers.guard()

    assert_refused("TRUNCATE games_move_2027_02")


def file_node(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_filenode(%s::regclass)", [table])
        node: int = cursor.fetchone()[0]
        return node


def assert_refused(statement: str) -> None:
    refused = pytest.raises(DatabaseError, match="append-only")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
