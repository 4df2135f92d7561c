"""Exports over real sockets: streamed in pieces, bounded in number, time and memory, and resumed
after cuts.
"""

import json
import socket
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import httpx
import pytest

from games.data.api import held_export, views
from games.data.api.held_export import HeldExport
from games.live.connection_registry import ENVIRON_KEY, Connection, ConnectionRegistry
from games.log.models import Game
from gofish_api.server.front import Front
from tests import copies, players
from tests.faults.processes import serving as serving_database
from tests.gofish_api.test_serve import request, serving
from tests.players import API
from tests.timeouts import PATIENCE, eventually

PATH = "/api/v1/players/Ann/games/export"
LINE = b'{"id":"x"}\n'


class Pieces:
    """A WSGI application that answers with so many pieces; piece number ``breaks_at`` is a
    problem.
    """

    def __init__(self, count: int, *, breaks_at: int | None = None, size: int = 0) -> None:
        self.count, self.breaks_at, self.size = count, breaks_at, size
        self.asked: list[str | None] = []
        self.gate = threading.Semaphore(10_000)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        after = environ.get(held_export.AFTER)
        self.asked.append(after)
        assert self.gate.acquire(timeout=PATIENCE)
        number = int(after or 0) + 1
        if number == self.breaks_at:
            start_response("401 Unauthorized", [("Content-Type", "application/problem+json")])
            return [b"{}"]
        following = str(number) if number < self.count else None
        body = LINE + b" " * self.size + b"\n" + held_export.end(following)
        fields = [("Content-Type", "application/x-ndjson"), ("Content-Length", str(len(body)))]
        start_response("200 OK", fields)
        if following and (connection := environ.get(ENVIRON_KEY)):
            connection.hold = HeldExport(connection.registry)
        return [body]


def lines(body: bytes) -> list[Any]:
    return [json.loads(line) for line in body.splitlines() if line.strip()]


def get(port: int, path: str = PATH) -> httpx.Response:
    return httpx.get(f"http://127.0.0.1:{port}{path}")


@pytest.mark.parametrize("count", [1, 2, 5])
def test_pieces_are_one_answer_that_ends_with_its_end(count: int) -> None:
    app = Pieces(count)
    with serving(Front(app)) as port:
        answer = get(port)

    assert lines(answer.content) == [{"id": "x"}] * count + [{"next": None}]
    assert app.asked == [None, *map(str, range(1, count))]


def test_a_piece_that_fails_ends_the_answer_with_where_to_continue() -> None:
    with serving(Front(Pieces(5, breaks_at=3))) as port:
        answer = get(port)

    assert answer.status_code == 200
    assert lines(answer.content) == [{"id": "x"}, {"id": "x"}, {"next": "2"}]


@pytest.mark.usefixtures("transactional_db")
def test_open_exports_of_a_caller_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(views.MOST_GAMES, "transcripts", 1)
    game, *seats = players.seated(2)
    ann = seats[0]
    players.play_out(game, seats, Random(6))
    copies.copy(game, 1)
    registry = ConnectionRegistry()
    held = [Connection(registry) for _ in range(views.MOST_OPEN)]

    def export(connection: Connection) -> Any:
        environ: Any = {ENVIRON_KEY: connection}
        return ann.client.get(f"{API}/players/{ann.name}/games/export", **environ)

    assert {export(connection).status_code for connection in held} == {200}
    refused = export(Connection(registry))
    held[0].close()

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_streams")
    assert int(refused["Retry-After"]) > 0
    assert export(Connection(registry)).status_code == 200


def test_a_reader_who_leaves_ends_the_export() -> None:
    app = Pieces(100_000)
    with serving(Front(app)) as port:
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(request("GET", PATH))
            eventually(lambda: len(app.asked) > 2)
        assert_ends(app)


def assert_ends(app: Pieces) -> None:
    """Check that no further piece is read soon."""
    asked = -1
    while asked != (asked := len(app.asked)):
        time.sleep(0.5)
    assert asked < app.count


def test_a_reader_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_export, "SEND_SECONDS", 0.2)
    app = Pieces(1_000, size=1_000_000)
    with serving(Front(app)) as port, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(request("GET", PATH))
        eventually(lambda: len(app.asked) > 1)
        assert_ends(app)


def test_a_server_that_stops_says_where_to_continue() -> None:
    app = Pieces(2)
    app.gate = threading.Semaphore(1)
    front = Front(app)
    with serving(front) as port, httpx.stream("GET", f"http://127.0.0.1:{port}{PATH}") as it:
        received = it.iter_raw()
        first = next(received)
        eventually(lambda: len(app.asked) == 2)
        front.close()
        app.gate.release()
        rest = b"".join(received)

    assert lines(first + rest)[-1] in ({"next": None}, {"next": "1"})


# --- the whole service ----------------------------------------------------------------------------


def resident(pid: int) -> int:
    """Return the largest memory so far of a process in KiB."""
    [line] = [
        each
        for each in Path(f"/proc/{pid}/status").read_text().splitlines()
        if each.startswith("VmHWM:")
    ]
    return int(line.split()[1])


def begin(url: str, rng: Random | None, *, most: int) -> tuple[list[str], str | None, bool]:
    """Read an export, or a random part of it; return whole lines' ids, the last cursor, whether it
    is complete.
    """
    stop = None if rng is None else rng.randint(1, most)
    found: list[str] = []
    cursor, rest = None, b""
    with httpx.stream("GET", url) as answer:
        assert answer.status_code == 200
        for chunk in answer.iter_raw():
            *whole, rest = (rest + chunk).split(b"\n")
            for line in filter(None, whole):
                row = json.loads(line)
                if "next" in row:
                    return found, row["next"], row["next"] is None
                assert row["transcript"]["game"] and row["transcript"]["moves"]
                found.append(row["id"])
                cursor = row["cursor"]
            if stop is not None and len(found) >= stop:
                return found, cursor, False
    raise AssertionError("the answer ended without its last line")


CUTS = 10


@pytest.mark.slow
@pytest.mark.usefixtures("transactional_db")
def test_many_games_at_constant_memory_cut_and_resumed(
    tmp_path: Path, record_property: Any
) -> None:
    """Nothing is lost or doubled, and the process needs no more for all games than for a tenth of
    them.
    """
    count = 200
    game, *seats = players.seated(2)
    players.play_out(game, seats, Random(6))
    games = [game, *copies.copy(game, count - 1)]
    assert Game.objects.count() == count
    with serving_database(tmp_path) as [server]:
        url = f"http://127.0.0.1:{server.port}/api/v1/players/{seats[0].name}/games/export"
        rng, found, cursor = Random(1), list[str](), None
        usual = 0
        for cut in range(CUTS + 1):
            part = url if cursor is None else f"{url}?cursor={cursor}"
            most = count // CUTS
            rows, cursor, is_complete = begin(part, rng if cut < CUTS else None, most=most)
            found += rows
            usual = usual or resident(server.pid)
        grown = resident(server.pid) - usual
        assert is_complete and found == games

    record_property("counts", f"{count} games, {usual} KiB after the first cut, {grown} KiB more")
    assert grown < 48 * 1024
