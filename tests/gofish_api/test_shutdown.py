"""SIGTERM while requests are running and streams are open."""

import os
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from games.log import ids
from games.play import outages
from games.play.models import ServiceHeartbeat
from tests import databases
from tests.faults.clients import send
from tests.faults.processes import Server
from tests.faults.readers import assert_log_holds
from tests.players import Player, seated
from tests.timeouts import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

HELD_SECONDS = 0.5


@contextmanager
def writers_held(game: str) -> Iterator[None]:
    """Block all writers of the game, as another writer does."""
    if connection.vendor == "sqlite":
        held = sqlite3.connect(urlsplit(databases.url()).path[1:], isolation_level=None)
        held.execute("BEGIN IMMEDIATE")
        yield
        held.execute("ROLLBACK")
        held.close()
        return
    with psycopg.connect(databases.url()) as other:
        other.execute(
            "SELECT FROM games_position WHERE game_id = %s FOR UPDATE", [ids.from_text(game)]
        )
        other.execute("SELECT FROM games_game WHERE id = %s FOR UPDATE", [ids.from_text(game)])
        yield


def test_running_requests_are_answered_and_streams_get_an_end_event(
    tmp_path: Path,
) -> None:
    environment = os.environ | {"DATABASE_URL": databases.url(), "LOG_LEVEL": "WARNING"}
    server = Server(tmp_path / "log", environment, "serve")
    server.start()
    game, *players = seated(2)
    player, body = next_ask(game, players)
    streams = [open_stream(server.port, game) for _ in range(5)]
    try:
        with ThreadPoolExecutor() as threads:
            with writers_held(game):
                asking = threads.submit(
                    send, server.port, player.secret or "", "POST", f"/games/{game}/ask", body
                )
                time.sleep(HELD_SECONDS)
                assert not asking.done()
                stopping = threads.submit(server.stop)
                time.sleep(HELD_SECONDS)
                ends = [rest(stream) for stream in streams]
                if connection.vendor == "postgresql":  # nothing commits on SQLite now
                    last = ServiceHeartbeat.objects.get().at
                    time.sleep(1.2 * outages.INTERVAL.total_seconds())
                    assert ServiceHeartbeat.objects.get().at == last  # no clock runs meanwhile
            answered = asking.result()
            status = stopping.result()
    finally:
        server.kill()

    assert answered.status == 200
    assert status == 0
    assert all(b'"reason":"stopping"' in end for end in ends)
    assert_log_holds(game)
    assert "Traceback" not in server.output()


def next_ask(game: str, players: list[Player]) -> tuple[Player, dict[str, object]]:
    player = players[players[0].state(game)["to_act"]]
    ask = player.state(game)["legal_actions"][0]
    return player, {key: ask[key] for key in ("target", "rank")}


def open_stream(port: int, game: str) -> tuple[HTTPConnection, HTTPResponse]:
    """Open a stream and wait until it is open: callers take turns, so an ask could come before
    it.
    """
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", f"/api/v1/games/{game}/stream")
    answer = connection.getresponse()
    assert answer.status == 200
    return connection, answer


def rest(stream: tuple[HTTPConnection, HTTPResponse]) -> bytes:
    with closing(stream[0]), stream[1] as answer:
        return answer.read()
