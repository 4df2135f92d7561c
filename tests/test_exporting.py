"""Exports over real sockets: streamed in pieces, bounded in number, time and memory, and resumed
after cuts.
"""

import json
import socket
import threading
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import httpx
import pytest

from games.api.exports import continuation
from games.models import Game
from gofish_api.server.front import Front
from gofish_api.server.http import exporting
from gofish_api.server.http.exporting import OpenExports
from tests import copies, players
from tests.faults.processes import Server, children
from tests.faults.processes import serving as serving_database
from tests.patience import PATIENCE, eventually
from tests.test_serve import request, serving

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
        after = environ.get(continuation.AFTER)
        self.asked.append(after)
        assert self.gate.acquire(timeout=PATIENCE)
        number = int(after or 0) + 1
        if number == self.breaks_at:
            start_response("401 Unauthorized", [("Content-Type", "application/problem+json")])
            return [b"{}"]
        following = str(number) if number < self.count else None
        body = LINE + b" " * self.size + b"\n" + continuation.end(following)
        fields = [("Content-Type", "application/x-ndjson"), ("Content-Length", str(len(body)))]
        start_response("200 OK", fields)
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


def test_open_exports_of_an_address_are_limited() -> None:
    app = Pieces(2)
    app.gate = threading.Semaphore(1)
    front = Front(app, exports=OpenExports(of_address=1), refusal_seconds=0)
    with serving(front) as port, socket.create_connection(("127.0.0.1", port)) as first:
        first.sendall(request("GET", PATH))
        eventually(lambda: app.asked == [None, "1"])

        refused = get(port)
        light = get(port, "/healthz")
        app.gate.release(10)
        received = b""
        while chunk := first.recv(65_536):
            received += chunk
        eventually(lambda: get(port).status_code == 200)

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_streams")
    assert int(refused.headers["Retry-After"]) > 0
    assert light.status_code == 200
    assert b'{"next":null}' in received


def test_a_reader_who_leaves_ends_the_export() -> None:
    app = Pieces(100_000)
    front = Front(app, exports=OpenExports(of_address=1))
    with serving(front) as port:
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(request("GET", PATH))
            eventually(lambda: len(app.asked) > 2)
        eventually(lambda: get_one(port) == 200)
        asked = len(app.asked)

    assert asked < app.count


def get_one(port: int) -> int:
    """Begin an export, and leave after the head of the answer."""
    with httpx.stream("GET", f"http://127.0.0.1:{port}{PATH}") as answer:
        return answer.status_code


def test_a_reader_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "SEND_SECONDS", 0.2)
    app = Pieces(1_000, size=1_000_000)
    front = Front(app, exports=OpenExports(of_address=1))
    with serving(front) as port, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(request("GET", PATH))
        eventually(lambda: len(app.asked) > 1)
        eventually(lambda: get_one(port) == 200)

        assert len(app.asked) < app.count


def test_a_server_that_stops_says_where_to_continue() -> None:
    app = Pieces(2)
    app.gate = threading.Semaphore(1)
    front = Front(app, refusal_seconds=0)
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
    """Return the memory of a process in KiB."""
    [line] = [
        each
        for each in Path(f"/proc/{pid}/status").read_text().splitlines()
        if each.startswith("VmHWM:")
    ]
    return int(line.split()[1])


def memory(server: Server) -> int:
    """Return the largest memory so far of the server and its helper, in KiB."""
    helpers = children(server.pid, "gofish_api.server.processes.helper_process")
    return sum(map(resident, (server.pid, *helpers)))


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
    """Nothing is lost or doubled, and the processes need no more for all games than for a tenth of
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
            usual = usual or memory(server)
        grown = memory(server) - usual
        assert is_complete and found == games

    record_property("counts", f"{count} games, {usual} KiB after the first cut, {grown} KiB more")
    assert grown < 48 * 1024
