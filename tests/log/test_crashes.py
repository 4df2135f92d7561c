"""A failure at any instant leaves all or nothing of a change, and no lock."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from games.engine.decide import step
from games.engine.refusals import Refusal
from games.log import head_reader
from games.log.models import Position, StoredAnswer
from games.play import lobby
from games.referee import loop
from tests import builders, processes, tables
from tests.players import Player, guest
from tests.timeouts import eventually

pytestmark = [
    pytest.mark.slow,
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
]

INSTANTS = [
    pytest.param("INSERT INTO games_move", id="with the move written"),
    pytest.param("UPDATE games_position", id="with the position written"),
    pytest.param("INSERT INTO games_storedanswer", id="with the answer stored"),
]

OTHER_SESSIONS = """
SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture
def written_in_pieces(transactional_db: None) -> None:
    """Skip the test where an ask is written by one statement."""
    if connection.vendor == "postgresql":
        pytest.skip("an ask is one statement on PostgreSQL")


@pytest.fixture
def written_at_once(transactional_db: None) -> None:
    """Skip the test where an ask is written by several statements."""
    if connection.vendor != "postgresql":
        pytest.skip("an ask is several statements on SQLite")


@pytest.mark.usefixtures("written_in_pieces")
@pytest.mark.parametrize("statement", INSTANTS)
def test_a_killed_process_leaves_the_game_as_it_was(statement: str) -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    before = tables.log_of(game)

    kill_within_an_ask(ann, game, statement)

    assert tables.log_of(game) == before
    assert not StoredAnswer.objects.exists()
    assert ann.ask(game, 1, "A", Idempotency_Key="one").status_code == 200
    assert tables.log_of(game).numbers == [*before.numbers, len(before.numbers) + 1]


@pytest.mark.usefixtures("written_at_once")
def test_a_process_killed_over_its_statement_leaves_all_of_it_or_nothing() -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    before = tables.log_of(game)

    with transaction.atomic():
        Position.objects.select_for_update().get(pk=tables.number_of(game))
        dying = ask_in_a_process(ann, game, "UPDATE games_position")
        wait_until("SELECT 1 FROM pg_locks WHERE NOT granted")
        dying.kill()
        dying.communicate()
    wait_until(f"SELECT 1 WHERE NOT EXISTS ({OTHER_SESSIONS})")
    left = tables.log_of(game)
    kept = StoredAnswer.objects.count()
    answer = ann.ask(game, 1, "A", Idempotency_Key="one")

    assert (left.numbers, kept) in [
        (before.numbers, 0),
        ([*before.numbers, len(before.numbers) + 1], 1),
    ]
    assert left.position == left.replayed
    assert answer.status_code == 200
    assert tables.log_of(game).numbers == [*before.numbers, len(before.numbers) + 1]


def test_an_exception_in_the_middle_of_a_start_leaves_the_lobby_as_it_was() -> None:
    ann, bob = guest(), guest()
    game = ann.create()
    before = tables.log_of(game), ann.get(f"/games/{game}").json()

    with (
        connection.execute_wrapper(fail_after("UPDATE games_position")),
        pytest.raises(ZeroDivisionError),
    ):
        lobby.join(tables.number_of(game), bob.account)

    assert (tables.log_of(game), ann.get(f"/games/{game}").json()) == before


@pytest.mark.parametrize(
    ("statement", "times"),
    [
        pytest.param("INSERT INTO games_move", 2, id="with the bot's move written"),
        pytest.param("UPDATE games_position", 2, id="with the position after it written"),
    ],
)
def test_a_command_is_kept_although_the_process_is_killed_during_the_bots_moves(
    statement: str, times: int
) -> None:
    ann = guest()
    game, version = game_before_a_miss(ann)

    kill_within_an_ask(ann, game, statement, times=times)
    left = tables.log_of(game)
    loop.enforce_all()
    retried = ann.ask(game, 1, "A", Idempotency_Key="one")

    # On PostgreSQL a bot's move is one statement, which autocommits.
    is_committed = connection.vendor == "postgresql" and times == 2
    assert left.numbers == list(range(1, version + 2 + is_committed))
    assert left.position == left.replayed
    assert left.position.to_act() == 1 or is_committed
    assert [move["number"] for move in retried.json()["moves"]] == [version + 1]
    log = tables.log_of(game)
    assert log.position.to_act() == 0 or log.position.is_over
    assert log.position == log.replayed
    assert log.numbers == list(range(1, len(log.numbers) + 1))
    asked = [move for move in ann.moves(game) if move["number"] > version and move["seat"] == 0]
    assert len(asked) == 1


DYING = """
import sys, time
import django
django.setup()
from django.db import connection
from tests.players import Player
secret, game, statement, times = sys.argv[1:]
left = int(times)

def stop(execute, sql, *rest):
    global left
    result = execute(sql, *rest)
    left -= statement in sql
    if not left:
        print("stopped", flush=True)
        time.sleep(600)
    return result

with connection.execute_wrapper(stop):
    Player(secret).ask(game, 1, "A", Idempotency_Key="one")
"""
"""A program that asks, and stops forever when it has executed a statement so many times."""


def game_before_a_miss(player: Player) -> tuple[str, int]:
    """Open games with a bot until asking it for aces passes the turn; return the game and its
    version.
    """
    while True:
        answer = player.post("/games", {"seats": 2, "bots": ["memory"]}).json()
        game: str = answer["game"]["id"]
        state = player.state(game)
        truth = head_reader.load(tables.number_of(game)).state
        try:
            passes = step(truth, builders.ask(0, 1, "A"))[1].to_act() == 1
        except Refusal:
            passes = False
        if passes:
            return game, state["version"]
        player.post(f"/games/{game}/resign")


def kill_within_an_ask(player: Player, game: str, statement: str, *, times: int = 1) -> None:
    """Let a process ask, and kill it after it has executed the statement ``times`` times."""
    dying = ask_in_a_process(player, game, statement, times=times)
    assert dying.stdout is not None
    printed = dying.stdout.readline()
    dying.kill()
    _, errors = dying.communicate()
    assert printed == "stopped\n", errors


def ask_in_a_process(
    player: Player, game: str, statement: str, *, times: int = 1
) -> subprocess.Popen[str]:
    """Start a process that asks, and stops after it has executed the statement ``times`` times."""
    assert player.secret is not None
    return subprocess.Popen(
        [sys.executable, "-c", DYING, player.secret, game, statement, f"{times}"],
        env=processes.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until(question: str) -> None:
    """Wait until a query on PostgreSQL returns a row."""

    def has_row() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(question)
            return cursor.fetchone() is not None

    eventually(has_row, lambda: f"never: {question}")


def fail_after(statement: str) -> Callable[..., Any]:
    def run(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if statement in sql:
            raise ZeroDivisionError
        return result

    return run
