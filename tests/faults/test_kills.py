"""`kill -9` of the server and stops of PostgreSQL at any instant, while clients play on."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from django.db import connection
from pytest_django import Settings

from tests import databases, postgres
from tests.faults.clients import Crowd, Lost, assert_says_when_to_come_again, send
from tests.faults.logs import assert_log_holds, assert_whole
from tests.faults.processes import Server, serving
from tests.patience import PATIENCE
from tests.players import Json, Player, guest, seated
from tests.postgres import free_port

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]


TABLES = 3
LONGEST_LIFE = 1.0  # seconds between a start and a kill
KILLS = 6
SEED = int(os.environ["KILLS_SEED"])


def test_a_server_killed_at_any_time_loses_and_repeats_nothing(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rng = Random(SEED)
    tables = [(guest(), guest()) for _ in range(TABLES)]
    with serving(tmp_path) as [server]:
        crowd = Crowd(server.port, tables, SEED)
        crowd.start()
        for _ in range(KILLS):
            time.sleep(rng.uniform(0, LONGEST_LIFE))
            server.kill()
            server.start()
            crowd.check()
        crowd.finish()

    moves = assert_whole(crowd.acknowledged, all_over=True)
    counts = {"kills": KILLS, "moves": moves, **crowd.counts}
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))
    assert "Traceback" not in server.output()


# PostgreSQL stopped in immediate mode and started again while clients play.


STOPS = 3
UP_SECONDS, DOWN_SECONDS = 0.7, 0.4


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server to stop")
def test_while_the_database_is_gone_requests_get_503_and_nothing_is_lost(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with postgres.server() as database, databases.using(database.url):
        environment = os.environ | {"DATABASE_URL": database.url}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(migrate, env=environment, check=True)
        tables = [(guest(), guest()) for _ in range(TABLES)]
        connection.close()
        with serving(tmp_path, settings={"DATABASE_URL": database.url}) as [server]:
            crowd = Crowd(server.port, tables, seed=1)
            crowd.start()
            for _ in range(STOPS):
                time.sleep(UP_SECONDS)
                database.stop(postgres.IMMEDIATE)
                time.sleep(DOWN_SECONDS)
                database.start()
                crowd.check()
            time.sleep(UP_SECONDS)
            crowd.finish()
        moves = assert_whole(crowd.acknowledged, all_over=True)

    assert len(crowd.unavailable) >= STOPS
    for answer in crowd.unavailable:
        assert_says_when_to_come_again(answer)
    assert crowd.counts["requests broken off"] == 0
    counts = {"stops": STOPS, "moves": moves, **crowd.counts}
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite notifies no one")
def test_a_move_is_kept_if_its_notification_fails(settings: Settings) -> None:
    game, ann, _ = seated(2)
    before = assert_log_holds(game)
    settings.DATABASE_LISTEN_URL = f"postgresql://127.0.0.1:{free_port()}/none"

    answer = ann.post(f"/games/{game}/resign", {})

    assert answer.status_code == 200, answer.content
    assert assert_log_holds(game) == before + 1


# An answer that is lost after the commit: the retry gets the same bytes, also from another
# process.


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as [server]:
        yield server


class Swallowing:
    """A proxy that forwards requests and drops the answers."""

    def __init__(self, port: int) -> None:
        self.swallowed: list[bytes] = []
        self._behind = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def serve_one(self) -> None:
        client, _ = self._listener.accept()
        with client, socket.create_connection(("127.0.0.1", self._behind)) as behind:
            behind.sendall(_request(client))
            received = b""
            while chunk := behind.recv(65_536):
                received += chunk
            self.swallowed.append(received)

    def close(self) -> None:
        self._listener.close()


@contextmanager
def swallowing(port: int) -> Iterator[Swallowing]:
    proxy = Swallowing(port)
    thread = threading.Thread(target=proxy.serve_one)
    thread.start()
    try:
        yield proxy
    finally:
        thread.join(PATIENCE)
        proxy.close()


def _request(client: socket.socket) -> bytes:
    """Read one whole request."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += client.recv(65_536)
    head, _, body = received.partition(b"\r\n\r\n")
    [length] = [
        int(line.split(b":")[1])
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"content-length:")
    ]
    while len(body) < length:
        body += client.recv(65_536)
    return head + b"\r\n\r\n" + body


class Begun(NamedTuple):
    """A game, the seat to ask, the rank, and the other players."""

    game: str
    version: int
    asker: Player
    other: Player
    body: Json


def begun() -> Begun:
    game, *players = seated(2)
    seat = players[0].state(game)["to_act"]
    state = players[seat].state(game)
    action = next(action for action in state["legal_actions"] if action["type"] == "ask")
    body = {name: action[name] for name in action if name != "type"}
    return Begun(game, state["version"], players[seat], players[1 - seat], body)


def ask(begun: Begun, port: int) -> tuple[int, str, bytes]:
    """Ask with the same key in every call."""
    assert begun.asker.secret is not None
    path = f"/games/{begun.game}/ask"
    answer = send(port, begun.asker.secret, "POST", path, begun.body, Idempotency_Key="one")
    return answer.status, answer.headers["etag"], answer.body


def test_a_retry_gets_the_first_answer_byte_for_byte_though_the_server_is_killed(
    server: Server,
) -> None:
    table = begun()
    with swallowing(server.port) as proxy, pytest.raises(Lost):
        ask(table, proxy.port)
    assert assert_log_holds(table.game) == table.version + 1
    server.kill()
    server.start()
    assert table.other.post(f"/games/{table.game}/resign").status_code == 200

    again = [ask(table, server.port) for _ in range(2)]

    head, _, body = proxy.swallowed[0].partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert f"etag: {again[0][1]}".encode() in head.split(b"\r\n")
    assert [(status, got) for status, _, got in again] == [(200, body)] * 2
    assert assert_log_holds(table.game) == table.version + 2
