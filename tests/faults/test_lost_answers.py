"""An answer that is lost after the commit: the retry gets the same bytes, also from another
process.
"""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from games.models import StoredAnswer
from games.services.moves import packed_answers
from tests.faults.clients import Lost, send
from tests.faults.logs import assert_log_holds
from tests.faults.processes import Server, serving
from tests.patience import PATIENCE
from tests.players import Json, Player, seated

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]


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


@pytest.mark.parametrize("is_killed", [False, True], ids=["it serves on", "it is killed"])
def test_a_retry_gets_the_first_answer_byte_for_byte(server: Server, *, is_killed: bool) -> None:
    table = begun()
    with swallowing(server.port) as proxy, pytest.raises(Lost):
        ask(table, proxy.port)
    assert assert_log_holds(table.game) == table.version + 1
    if is_killed:
        server.kill()
        server.start()
    assert table.other.post(f"/games/{table.game}/resign").status_code == 200

    again = [ask(table, server.port) for _ in range(2)]

    head, _, body = proxy.swallowed[0].partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert f"etag: {again[0][1]}".encode() in head.split(b"\r\n")
    assert [(status, got) for status, _, got in again] == [(200, body)] * 2
    assert assert_log_holds(table.game) == table.version + 2


def test_a_client_that_disconnects_before_the_answer_gets_it_with_a_retry(
    server: Server,
) -> None:
    table = begun()
    body = json.dumps(table.body).encode()
    lines = [
        f"POST /api/v1/games/{table.game}/ask HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {table.asker.secret}",
        "Content-Type: application/json",
        "Idempotency-Key: one",
        f"Content-Length: {len(body)}",
    ]
    request = "\r\n".join([*lines, "", ""]).encode() + body
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port)) as hasty:
            hasty.sendall(request)

    status, _, got = ask(table, server.port)

    assert status == 200
    assert assert_log_holds(table.game) == table.version + 1
    stored = bytes(StoredAnswer.objects.get().body)
    assert packed_answers.unpack(packed_answers.NEWEST, stored)[1] == got
    assert "Traceback" not in server.output()
