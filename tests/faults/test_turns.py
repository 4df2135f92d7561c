"""Turns at writing to SQLite: moves go on while everything else, in every process, waits."""

import fcntl
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import pytest
from django.db import connection

from accounts.models import Token
from accounts.sqlite.turns import WriteTurns
from tests import databases
from tests.faults.clients import Answer, send
from tests.faults.processes import Server, environment, serving
from tests.patience import PATIENCE, eventually
from tests.players import Json, Player, guest, seated

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has many writers")


@contextmanager
def turn_taken() -> Iterator[None]:
    """Keep the turn, as a writer does."""
    with open(f"{connection.settings_dict['NAME']}-turns", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "database"
    path.touch(0o660)
    return path


def ask_until_another_seat_acts(player: Player, game: str, port: int) -> int:
    """Return the version of the game when it waits for another seat.

    The server also notes that the token was used: it has not done so in the last hour.
    """
    assert player.secret is not None
    Token.objects.filter(user=player.account).update(last_used_at=None)
    while True:
        state = send(port, player.secret, "GET", f"/games/{game}/state").json
        if state["to_act"] != state["you"]:
            version: int = state["version"]
            return version
        ask = next(each for each in state["legal_actions"] if each["type"] == "ask")
        assert send(port, player.secret, "POST", f"/games/{game}/ask", ask).code == "ok"


def test_a_loop_of_writes_lets_others_have_their_turn(database: Path) -> None:
    stop = Event()
    turns_of_loop: list[float] = []

    def write_again_and_again() -> None:
        loop = WriteTurns(str(database), seconds=PATIENCE)
        while not stop.is_set():
            loop.take()
            time.sleep(0.02)
            turns_of_loop.append(time.monotonic())
            loop.give_back()
        loop.close()

    def write_now_and_then() -> None:
        other = WriteTurns(str(database), seconds=PATIENCE)
        for _ in range(10):
            time.sleep(0.03)
            other.take()
            other.give_back()
        other.close()

    # In threads, because the main thread of tests is urgent.
    with ThreadPoolExecutor(2) as pool:
        running = pool.submit(write_again_and_again)
        eventually(lambda: bool(turns_of_loop))
        pool.submit(write_now_and_then).result()
        stop.set()
        running.result()

    assert len(turns_of_loop) < 100
    assert Path(f"{database}-turns").stat().st_mode & 0o777 == database.stat().st_mode & 0o777


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, command=("serve",)) as [server]:
        yield server


@on_sqlite
@pytest.mark.slow
def test_moves_go_on_while_everything_else_waits_for_its_turn(server: Server) -> None:
    game, *players = seated(2)
    ann = guest()
    with_bot = ann.post("/games", {"seats": 2, "bots": ["random"]}).json()["game"]["id"]
    account = {"username": "Bob", "password": "seven-herrings-swim"}
    opened = {"games": [{"seats": 2}] * 3}

    def post(path: str, body: Json) -> Future[Answer]:
        assert ann.secret is not None
        return threads.submit(send, server.port, ann.secret, "POST", path, body)

    # What was started ends before the test does, also if it fails.
    with ThreadPoolExecutor() as threads, ExitStack() as started:
        with turn_taken():
            purge = subprocess.Popen(
                [sys.executable, "manage.py", "purge_answers"],
                env=environment(DATABASE_URL=databases.url()),
                stdout=subprocess.DEVNULL,
            )
            command = started.enter_context(purge)
            answers = [
                post("/games", {"seats": 2}),
                post("/games/bulk", opened),
                post("/accounts", account),
                post("/me/notices/read", {"up_to": 1}),
            ]
            version = ask_until_another_seat_acts(ann, with_bot, server.port)
            mover = players[players[0].state(game)["to_act"]]
            ask_until_another_seat_acts(mover, game, server.port)
            time.sleep(0.5)
            waiting = [answer.done() for answer in answers]
            stands = ann.get(f"/games/{with_bot}").json()["version"]
            is_running = command.poll() is None
        statuses = [answer.result(PATIENCE).status for answer in answers]

    assert waiting == [False] * 4
    assert stands == version
    assert is_running
    assert statuses == [201, 200, 201, 200]
    assert command.wait(PATIENCE) == 0
    eventually(lambda: ann.get(f"/games/{with_bot}").json()["version"] > version)
