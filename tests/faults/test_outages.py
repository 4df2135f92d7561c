"""The service goes away in the middle of a turn, for longer than the turn lasts."""

import os
import signal
import socket
import time
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection

from games.services import outages
from tests import databases, postgres
from tests.faults.processes import Server, Worker, environment, serving
from tests.players import Player, guest

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

TURN = 8
AWAY = TURN + 2.0
assert outages.AWAY_AFTER.total_seconds() < TURN


def timed_game() -> tuple[str, Player]:
    """A game that two guests play; the first of them."""
    ann, bob = guest(), guest()
    body = {"preset": "classic", "seats": 2, "turn_seconds": TURN}
    game: str = ann.post("/games", body).json()["game"]["id"]
    assert bob.join(game).status_code == 200
    return game, ann


def wait_for_heartbeat() -> None:
    """Wait until the server has committed one."""
    while outages.last_heartbeat() is None:
        time.sleep(0.05)


def assert_goes_on(game: str, ann: Player, version: int) -> None:
    """Assert that no player was timed out, that the turn then has time left, and that it ends."""
    deadline = time.monotonic() + 60
    state = ann.state(game)
    while "-1" not in ann.get(f"/games/{game}/state").headers["ETag"][-3:]:
        assert state["version"] == version and time.monotonic() < deadline
        time.sleep(0.05)
        state = ann.state(game)
    state = ann.state(game)
    left = (datetime.fromisoformat(state["deadline"]) - datetime.now().astimezone()).total_seconds()
    assert state["version"] == version
    assert left > 7
    while ann.state(game)["version"] == version:
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_a_turn_goes_on_when_the_service_is_back(tmp_path: Path) -> None:
    variables = environment(DATABASE_URL=databases.url())
    referees = [Worker(tmp_path / f"referee-{n}", variables, "referee") for n in range(2)]
    server = Server(tmp_path / "server", variables)
    try:
        server.start()
        wait_for_heartbeat()
        game, ann = timed_game()
        version = ann.state(game)["version"]
        server.kill()
        for referee in referees:
            referee.start()
        time.sleep(AWAY)
        server.start()

        assert_goes_on(game, ann, version)
    finally:
        for worker in (*referees, server):
            worker.kill()


def test_a_server_that_accepts_no_connection_any_more_commits_no_heartbeat(tmp_path: Path) -> None:
    """It still waits for the rest of a slow request, and players cannot move."""
    with serving(tmp_path) as [server]:
        wait_for_heartbeat()
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.sendall(
                b"POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
            )
            os.kill(server.pid, signal.SIGTERM)
            server.wait_until_unheard()
            time.sleep(0.3)  # for a heartbeat that was being committed
            last = outages.last_heartbeat()
            time.sleep(1.5)

            assert not server.has_ended
            assert outages.last_heartbeat() == last


def test_a_turn_goes_on_when_the_database_is_back(tmp_path: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server to stop")
    with (
        databases.own_server() as database,
        serving(tmp_path, settings={"DATABASE_URL": database.url}, command=("serve",)),
    ):
        wait_for_heartbeat()
        game, ann = timed_game()
        version = ann.state(game)["version"]
        connection.close()
        database.stop(postgres.IMMEDIATE)
        time.sleep(AWAY)
        database.start()

        assert_goes_on(game, ann, version)
