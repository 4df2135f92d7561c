"""A lock that another process holds: a command waits for a while, then its client gets 503 and
retries.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection

from games import ids
from tests import databases
from tests.faults.clients import Answer, assert_says_when_to_come_again, send
from tests.faults.logs import assert_log_holds
from tests.faults.processes import Server, serving
from tests.players import Player, seated

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

LOCK_SECONDS = 1.0

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
    settings = {"SQLITE_LOCK_SECONDS": str(LOCK_SECONDS)}
    if connection.vendor == "postgresql":  # in production the role has it
        milliseconds = int(LOCK_SECONDS * 1000)
        options = f"?options=-c%20lock_timeout%3D{milliseconds}"
        settings = {"DATABASE_URL": databases.url() + options}
    with serving(tmp_path, settings=settings) as [server]:
        yield server


@contextmanager
def locked(game: str) -> Iterator[subprocess.Popen[str]]:
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
            yield holder
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
        meanwhile = read(ann, server.port, game)
    retried = resign(ann, server.port, game)

    assert_says_when_to_come_again(refused)
    assert waited >= LOCK_SECONDS
    assert (meanwhile.status, meanwhile.json["version"]) == (200, before)
    assert retried.code == "ok"
    assert assert_log_holds(game) == before + 1


def test_a_command_that_gets_the_lock_in_time_succeeds(server: Server) -> None:
    game, ann, _ = seated(2)
    before = read(ann, server.port, game).json["version"]

    with locked(game) as holder, ThreadPoolExecutor(1) as thread:
        answer = thread.submit(resign, ann, server.port, game)
        time.sleep(LOCK_SECONDS / 3)
        assert not answer.done()
        holder.kill()

    assert answer.result().code == "ok"
    assert assert_log_holds(game) == before + 1
