"""A hostile server can end a program's request, but not fill its memory, steer its terminal, send
it elsewhere or keep it waiting.
"""

import asyncio
import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from socketserver import StreamRequestHandler
from typing import Any

import httpx
import pytest

from gofishkit import AsyncClient, Client, Refused, Retry, ServiceError
from gofishkit import bodies as bodies_module
from gofishkit.bodies import MOST_BYTES
from gofishkit.retries import MOST_RETRY_AFTER, seconds_to_wait
from tests.gateways import gateway
from tests.sdk.running import environment, finish, frame, move, start, state

ESCAPES = "\x1b]0;owned\x07\x1b[2J\u202e\r\n"
"""It renames a terminal's window, clears it, and turns the text around."""


class Hostile:
    """What the server got and sent."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        """The first line of each request."""
        self.sent = 0
        """Bytes of bodies that clients took."""


@contextmanager
def hostile(
    answer: Callable[[str], tuple[str, Iterator[bytes]]],
) -> Iterator[tuple[str, Hostile]]:
    """Serve; ``answer`` gets the path, and returns the head of the answer and its body's pieces."""
    seen = Hostile()

    class Wire(StreamRequestHandler):
        def handle(self) -> None:
            first = self.rfile.readline().decode()
            length = 0
            while (line := self.rfile.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.partition(b":")[2])
            self.rfile.read(length)
            seen.requests.append(first.strip())
            head, pieces = answer(first.split()[1])
            with suppress(OSError):  # the client has hung up
                self.wfile.write(f"HTTP/1.1 {head}\r\nConnection: close\r\n\r\n".encode())
                for piece in pieces:
                    self.wfile.write(piece)
                    seen.sent += len(piece)

    with gateway(Wire) as port:
        yield f"http://127.0.0.1:{port}", seen


def document(value: Any, head: str = "200 OK") -> tuple[str, Iterator[bytes]]:
    """Return an answer that is a JSON document."""
    return f"{head}\r\nContent-Type: application/json", iter([json.dumps(value).encode()])


def endless(piece: bytes = b"x" * 65_536, head: str = "200 OK") -> tuple[str, Iterator[bytes]]:
    """Return an answer of a thousand times the piece, far more than a client takes."""
    return head, iter([piece] * 1_000)


def bomb() -> tuple[str, Iterator[bytes]]:
    """Return a small answer that is 400 MB when unpacked."""
    zeros = gzip.compress(b"0" * 4_000_000, 9)
    return "200 OK\r\nContent-Encoding: gzip", iter([zeros] * 100)


QUICK = Retry(attempts=3, first=0.001, longest=0.01)
BUFFERS = 16 * 1024 * 1024
"""Bytes that sockets of both sides hold, at most."""
END = frame("end", {"reason": "game_over"})
Answer = tuple[str, Iterator[bytes]]

LONG = {
    "an endless answer": endless,
    "a compressed answer": bomb,
    "twice compressed": lambda: ("200 OK\r\nContent-Encoding: gzip, gzip", bomb()[1]),
    "a deep nest": lambda: ("200 OK", iter([b"[" * 1_000_000])),
}


def read(client: Client) -> object:
    return client.read_me()


def read_stream(client: Client) -> object:
    return [*client.stream_game("g")]


async def read_with_loop(server: str) -> object:
    async with AsyncClient(server, retry=QUICK) as client:
        return await client.read_me()


@pytest.mark.parametrize("answer", LONG.values(), ids=LONG)
def test_an_answer_and_a_line_of_a_stream_are_bounded(answer: Callable[[], Answer]) -> None:
    with hostile(lambda path: answer()) as (server, seen):
        for call in (read, read_stream):
            with Client(server, retry=QUICK) as client, pytest.raises(ServiceError):
                call(client)
        with pytest.raises(ServiceError):
            asyncio.run(read_with_loop(server))

        assert seen.requests and seen.sent < len(seen.requests) * (MOST_BYTES + BUFFERS)


def test_an_answer_that_drips_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies_module, "MOST_SECONDS", 0.0)

    with hostile(lambda path: document({})) as (server, seen):
        with Client(server, retry=QUICK) as client, pytest.raises(ServiceError, match="seconds"):
            client.read_me()

        assert len(seen.requests) == QUICK.attempts


@pytest.mark.parametrize("call", [read, read_stream])
def test_no_redirect_is_followed(call: Callable[[Client], object]) -> None:
    with (
        hostile(lambda path: document({})) as (elsewhere, other),
        hostile(lambda path: (f"307 Go\r\nLocation: {elsewhere}/", iter(()))) as (server, seen),
    ):
        with Client(server, "gf_secret", retry=QUICK) as client, pytest.raises(Refused):
            call(client)

        assert len(seen.requests) == 1
        assert other.requests == []


NOW = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("inf", None),
        ("nan", None),
        ("1e300", MOST_RETRY_AFTER),
        ("Mon, 05 Jan 2026 18:30:07 GMT", 7.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", MOST_RETRY_AFTER),
        ("soon", None),
    ],
)
def test_every_retry_after_has_a_meaning(text: str, seconds: float | None) -> None:
    assert seconds_to_wait(httpx.Headers({"Retry-After": text}), NOW) == seconds
    date = {"Date": "Mon, 05 Jan 2026 12:00:00 GMT"}
    headers = httpx.Headers({**date, "Retry-After": "Mon, 05 Jan 2026 12:00:07 GMT"})
    assert seconds_to_wait(headers, NOW) == 7.0


def assert_harmless(printed: str) -> None:
    assert all(character.isprintable() or character == "\n" for character in printed), printed


@pytest.mark.slow
@pytest.mark.parametrize("command", ["watch", "replay"])
def test_a_game_steers_no_terminal(command: str) -> None:
    seat = {"seat": 0, "hand_size": 1, "books": [{"rank": ESCAPES}], "hand": [f"[red]{ESCAPES}"]}
    view = state(1, game=f"[bold]{ESCAPES}", phase="over", to_act=None, seats=[seat])
    event = {"type": f"sang{ESCAPES}", "song": f"[blink]{ESCAPES}"}

    def answer(path: str) -> Answer:
        if "/moves" in path:
            return document({"moves": [move(1, event)] if "after=0" in path else []})
        if "/stream" in path:
            return "200 OK", iter([frame("move", {**move(1, event), "state": view}, 1), END])
        return document(view)

    with hostile(answer) as (server, _):
        done = subprocess.run(
            [sys.executable, "-m", "gofishkit", command, "g", f"--server={server}"],
            env=environment(COLUMNS="300"),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    assert "sang" in done.stdout and "[blink]" in done.stdout
    assert_harmless(done.stdout + done.stderr)


@pytest.mark.slow
def test_names_problems_and_the_noise_of_a_bot_steer_no_terminal(tmp_path: Path) -> None:
    guest = {"token": {"secret": "gf_x"}, "account": {"username": f"Ada{ESCAPES}"}}
    view = state(1, to_act=0, legal_actions=[{"type": "resign"}])
    stream = frame("state", view, 0) + frame("move", {**move(1), "state": view}, 1)

    def answer(path: str) -> Answer:
        if path.endswith("/accounts/guest"):
            return document(guest, "201 Created")
        if path.endswith("/games"):
            return document({"game": {"id": "g"}}, "201 Created")
        if "/stream" in path:
            return "200 OK", iter([stream])
        return document({"code": "no", "detail": ESCAPES}, "403 No")

    noisy = f"def choose(view, history, rng):\n    print({ESCAPES!r})\n    raise ValueError({ESCAPES!r})\n"
    with hostile(answer) as (server, _):
        printed = finish(start(tmp_path, server, "--against", "random", bot=noisy), status=1)

    assert r"Ada\x1b]0;owned" in printed and r"bot: \x1b]0;owned" in printed
    assert r"ValueError: \x1b]0;owned" in printed and r"no: \x1b]0;owned" in printed
    assert_harmless(printed)
