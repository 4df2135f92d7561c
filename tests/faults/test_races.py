"""Commands that race from two server processes, or wait for locks of other processes."""

import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db import connection

from games.log import ids
from games.log.models import StoredAnswer
from tests import databases
from tests.faults.clients import Answer, assert_says_when_to_come_again, send
from tests.faults.processes import Server, serving
from tests.faults.readers import assert_log_holds
from tests.players import Json, Player, seated
from tests.timeouts import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

THREADS = 12
ROUNDS = 3


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[list[int]]:
    """Two processes on one database."""
    with serving(tmp_path, 2) as servers:
        yield [server.port for server in servers]


class Request(NamedTuple):
    """A command to send."""

    player: Player
    path: str
    body: Json
    headers: dict[str, str]


def at_once(ports: Sequence[int], requests: Sequence[Request]) -> list[Answer]:
    """Send all requests at once, each from its own thread, to the servers in turn."""
    barrier = threading.Barrier(len(requests))

    def run(port: int, request: Request) -> Answer:
        player, path, body, headers = request
        assert player.secret is not None
        barrier.wait(PATIENCE)
        return send(port, player.secret, "POST", path, body, **headers)

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(run, cycle(ports), requests))


def outcomes(answers: Sequence[Answer]) -> Counter[str]:
    return Counter(answer.code for answer in answers)


def asks_of(state: Json) -> list[Json]:
    """Return a different legal ask for each thread."""
    asks = [action for action in state["legal_actions"] if action["type"] == "ask"]
    bodies = [{name: ask[name] for name in ask if name != "type"} for ask in asks]
    return list(islice(cycle(bodies), THREADS))


def test_one_of_many_concurrent_asks_for_a_version_succeeds(ports: list[int]) -> None:
    game, *players = seated(3)

    for _ in range(ROUNDS):
        seat = players[0].state(game)["to_act"]
        state = players[seat].state(game)
        version = state["version"]
        requests = [
            Request(
                players[seat],
                f"/games/{game}/ask",
                body,
                {"If_Match": f'"{version}-{seat}"', "Idempotency_Key": f"{version}-{place}"},
            )
            for place, body in enumerate(asks_of(state))
        ]
        answers = at_once(ports, requests)

        assert outcomes(answers) == {"ok": 1, "stale_version": THREADS - 1}
        [won] = [answer for answer in answers if answer.code == "ok"]
        assert assert_log_holds(game) == won.json["moves"][-1]["number"]

    assert StoredAnswer.objects.count() == ROUNDS


def test_concurrent_retries_at_two_processes_make_one_move_and_one_answer(ports: list[int]) -> None:
    game, *players = seated(3)

    for _ in range(ROUNDS):
        seat = players[0].state(game)["to_act"]
        state = players[seat].state(game)
        key = {"Idempotency_Key": str(state["version"])}
        request = Request(players[seat], f"/games/{game}/ask", asks_of(state)[0], key)
        answers = at_once(ports, [request] * THREADS)

        assert outcomes(answers) == {"ok": THREADS}
        assert len({(each.status, each.headers["etag"], each.body) for each in answers}) == 1
        assert assert_log_holds(game) == answers[0].json["moves"][-1]["number"]


# A lock that another process holds: a command waits for a while, then its client gets 503 and
# retries.


LOCK_SECONDS = 1

HOLD_SQLITE = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""
HOLD_POSTGRESQL = """
import psycopg, sys
database = psycopg.connect(sys.argv[1])
database.execute("SELECT 1 FROM games_position WHERE game_id = %s FOR UPDATE", [int(sys.argv[2])])
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    options = f"timeout={LOCK_SECONDS}"
    if connection.vendor == "postgresql":  # in production the role has it
        options = f"options=-c%20lock_timeout%3D{LOCK_SECONDS}s"
    with serving(tmp_path, settings={"DATABASE_URL": f"{databases.url()}?{options}"}) as [server]:
        yield server


@contextmanager
def locked(game: str) -> Iterator[None]:
    """Let another process hold what a command needs."""
    if connection.vendor == "sqlite":
        program, where = HOLD_SQLITE, str(connection.settings_dict["NAME"])
    else:
        program, where = HOLD_POSTGRESQL, databases.url()
    with subprocess.Popen(
        [sys.executable, "-c", program, where, str(ids.from_text(game))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        try:
            yield
        finally:
            holder.kill()


def resign(player: Player, port: int, game: str) -> Answer:
    assert player.secret is not None
    path = f"/games/{game}/resign"
    return send(port, player.secret, "POST", path, {}, Idempotency_Key="one")


def read(player: Player, port: int, game: str) -> Answer:
    assert player.secret is not None
    return send(port, player.secret, "GET", f"/games/{game}/state")


def test_a_command_waits_for_the_lock_then_gets_503_and_succeeds_when_retried(
    server: Server,
) -> None:
    game, ann, _ = seated(2)
    before = read(ann, server.port, game).json["version"]

    with locked(game):
        began = time.monotonic()
        refused = resign(ann, server.port, game)
        waited = time.monotonic() - began
        during_lock = read(ann, server.port, game)
    retried = resign(ann, server.port, game)

    assert_says_when_to_come_again(refused)
    assert waited >= LOCK_SECONDS
    assert (during_lock.status, during_lock.json["version"]) == (200, before)
    assert retried.code == "ok"
    assert assert_log_holds(game) == before + 1
