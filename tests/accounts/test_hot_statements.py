"""Hot statements: libpq on PostgreSQL, and Django's cursor where Django has to see them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from random import Random
from tempfile import TemporaryFile
from typing import Any

import pytest
from django.db import DataError, IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.statements import fetch_one
from tests.players import Player, guest, seated, seated_by_requests
from tests.threads import at_once

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
]

needs_server = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite has no server and no libpq"
)


@contextmanager
def preparing(prepare_threshold: int | None) -> Iterator[None]:
    before = connection.connection.prepare_threshold
    connection.connection.prepare_threshold = prepare_threshold
    try:
        yield
    finally:
        connection.connection.prepare_threshold = before


def test_it_returns_the_first_row_or_none() -> None:
    assert tuple(fetch_one("SELECT 1 + %s, %s", [2, "x"]) or ()) == (3, "x")
    assert fetch_one("SELECT 1 WHERE 1 = %s", [2]) is None


def test_it_reads_what_its_own_transaction_wrote() -> None:
    ann = guest()
    with transaction.atomic():
        User.objects.filter(username=ann.name).update(display_name="Changed")
        row = fetch_one("SELECT display_name FROM accounts_user WHERE username = %s", [ann.name])
        transaction.set_rollback(True)

    assert row is not None and row[0] == "Changed"
    row = fetch_one("SELECT display_name FROM accounts_user WHERE username = %s", [ann.name])
    assert row is not None and row[0] != "Changed"


def test_logs_and_wrappers_of_django_see_the_statement() -> None:
    seen: list[str] = []

    def wrapper(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        seen.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(wrapper):
        fetch_one("SELECT 41", [])
    with CaptureQueriesContext(connection) as logged:
        fetch_one("SELECT 42", [])

    assert seen == ["SELECT 41"]
    assert [query["sql"] for query in logged.captured_queries] == ["SELECT 42"]


def test_errors_are_those_of_django_and_the_next_statement_works() -> None:
    ann, bob = guest(), guest()
    rename = "UPDATE accounts_user SET username = %s WHERE username = %s RETURNING 1"

    with pytest.raises(IntegrityError):
        fetch_one(rename, [ann.name, bob.name])

    assert fetch_one("SELECT 1", []) is not None


@needs_server
def test_a_lost_connection_is_an_operational_error_and_is_replaced() -> None:
    row = fetch_one("SELECT pg_backend_pid()", [])
    assert row is not None

    with pytest.raises(OperationalError):
        fetch_one("SELECT pg_terminate_backend(pg_backend_pid())", [])
    connection.close_if_unusable_or_obsolete()

    after = fetch_one("SELECT pg_backend_pid()", [])
    assert after is not None and after[0] != row[0]


@needs_server
@pytest.mark.parametrize("prepares", [pytest.param(3, id="prepared"), pytest.param(None, id="not")])
def test_values_and_columns_are_those_of_a_cursor(prepares: int | None) -> None:
    at = datetime(2026, 3, 29, 1, 30, 0, 250_000, UTC)
    statement = """
        SELECT %s, %s, %s + 0, CAST(%s AS text), %s < 3, CAST(%s AS timestamptz),
            CAST(CAST(%s AS timestamptz) AS text), CAST(%s AS text), CAST('[1]' AS jsonb)"""
    values: list[Any] = [b"\x00\\x\xff", -1, 2**62, "Ö'%%s", 2, at, at, None]

    connection.close()
    fetch_one("SELECT 1", [])  # connects
    with preparing(prepares):
        rows = [fetch_one(statement, values) for _ in range(3)]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        expected = cursor.fetchone()

    assert rows == [expected] * 3


@needs_server
def test_a_text_with_a_nul_is_refused_and_not_cut() -> None:
    with pytest.raises(DataError):
        fetch_one("SELECT CAST(%s AS text)", ["a\0b"])


def test_players_of_many_games_ask_at_once() -> None:
    games = [seated(2) for _ in range(6)]

    def play(game: str, *players: Player) -> int:
        for _ in range(5):
            state = players[0].state(game)
            if state["to_act"] is None:
                break
            actor = players[state["to_act"]]
            legal = actor.state(game)["legal_actions"]
            assert actor.act(game, legal[0]).status_code == 200
        return int(players[0].state(game)["version"])

    before = [players[0].state(game)["version"] for game, *players in games]
    after = at_once(*[lambda table=table: play(*table) for table in games])

    assert all(new > old for old, new in zip(before, after, strict=True)), after


@contextmanager
def exchanges(counts: list[int]) -> Iterator[None]:
    """Count how often bytes are sent on this thread's connection and then received."""
    with TemporaryFile("w+") as trace:
        connection.connection.pgconn.trace(trace.fileno())
        yield
        connection.connection.pgconn.untrace()
        trace.seek(0)
        # A line is "time, F(rontend) or B(ackend), length, message, contents".
        senders = [line.split("\t")[1] for line in trace if line.count("\t") >= 3]
    counts.append([sender for sender, _ in groupby(senders)].count("F"))


@needs_server
def test_most_asks_and_states_take_one_exchange_on_the_wire() -> None:
    """More if a statement is prepared, or a player is noted as present. An ask reads nothing, and
    its notification takes another connection.
    """
    game, *players = seated_by_requests(2)
    rng = Random(5)
    asked: list[int] = []
    read: list[int] = []
    state = players[0].state(game)
    while (seat := state["to_act"]) is not None:
        with exchanges(read):
            legal = players[seat].state(game)["legal_actions"]
        ask = rng.choice([action for action in legal if action["type"] == "ask"])
        with exchanges(asked):
            answer = players[seat].act(game, ask, Idempotency_Key=str(state["version"]))
        state = answer.json()["state"]

    for counts in (asked, read):
        assert min(counts) == 1 and counts.count(1) > 0.8 * len(counts), counts
