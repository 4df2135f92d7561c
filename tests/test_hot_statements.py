"""Hot statements: a reused cursor on PostgreSQL, and Django's where Django has to see them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.hot_statements import fetch_one
from accounts.models import User
from tests.players import Player, guest, seated
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

needs_server = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite has no server and no reused cursor"
)


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


def test_a_write_outside_transactions_is_committed_at_once() -> None:
    ann = guest()
    statement = "UPDATE accounts_user SET display_name = 'New' WHERE username = %s RETURNING 1"

    assert fetch_one(statement, [ann.name]) is not None
    connection.close()

    assert User.objects.get(username=ann.name).display_name == "New"


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
def test_a_thread_reuses_one_cursor_and_no_other_thread_uses_it() -> None:
    def backends() -> set[Any]:
        rows = [fetch_one("SELECT pg_backend_pid(), %s", [number]) for number in range(200)]
        assert [row[1] for row in rows if row is not None] == list(range(200))
        return {row[0] for row in rows if row is not None}

    answers = at_once(*[backends] * 6)

    assert [len(answer) for answer in answers] == [1] * 6
    assert len(set.union(*answers)) == 6


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
