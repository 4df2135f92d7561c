"""The limits of `serve` on the time, size and number of requests and connections."""

import asyncio
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from gofish_api.server.front import Front
from gofish_api.server.http.http_protocol import (
    HEAD_BYTES,
    MOST_HEADERS,
    ProtocolFactory,
    ProtocolLimits,
)
from tests import test_serve
from tests.patience import PATIENCE
from tests.test_serve import held, reply, request

SECONDS = 0.5
LATE = PATIENCE
CONNECTIONS = 200
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    if environ["PATH_INFO"] == "/held" and (connection := environ.get("gofish.connection")):
        connection.hold = hold_until_released
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
    return [b"ok"]


async def hold_until_released(exchange: object) -> None:
    await asyncio.sleep(3 * SECONDS)
    await held(exchange)  # type: ignore[arg-type]


def serving(limits: ProtocolLimits) -> AbstractContextManager[int]:
    return test_serve.serving(Front(answer), ProtocolFactory(limits))


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(ProtocolLimits(1_000, 1_000, head_seconds=SECONDS)) as port:
        yield port


def connected(port: int, begun: bytes = b"") -> socket.socket:
    """Connect and send what a request begins with."""
    client = socket.create_connection(("127.0.0.1", port), timeout=SECONDS + LATE)
    client.sendall(begun)
    return client


def received(client: socket.socket) -> bytes:
    """Return all that the server sends until it closes."""
    return b"".join(iter(lambda: client.recv(65_536), b""))


@pytest.mark.parametrize(
    ("begun", "answered"),
    [
        pytest.param(b"", b"", id="nothing"),
        pytest.param(b"GE", b"HTTP/1.1 408", id="half a line"),
        pytest.param(HEAD, b"HTTP/1.1 408", id="headers without an end"),
    ],
)
def test_connections_without_a_complete_head_are_closed(
    port: int, begun: bytes, answered: bytes
) -> None:
    began = time.monotonic()
    with ExitStack() as stack:
        clients = [stack.enter_context(connected(port, begun)) for _ in range(CONNECTIONS)]

        endings = {received(client)[:12] for client in clients}

    assert endings == {answered}
    assert SECONDS <= time.monotonic() - began < SECONDS + LATE


def test_a_head_that_arrives_byte_by_byte_times_out(port: int) -> None:
    began = time.monotonic()
    with connected(port) as client:
        client.settimeout(0.02)
        answer = b""
        while time.monotonic() - began < SECONDS + LATE and not answer:
            try:
                client.sendall(b"A")
                answer = client.recv(100)
            except TimeoutError:
                continue
            except OSError:
                break

    assert SECONDS <= time.monotonic() - began < SECONDS + LATE
    assert answer[:12] in (b"HTTP/1.1 408", b"")


def test_a_held_connection_is_not_closed(port: int) -> None:
    with connected(port) as client:
        client.sendall(request("GET", "/held"))

        got = received(client)

    assert got.startswith(b"HTTP/1.1 200")
    assert got.endswith(b"0\r\n\r\n")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        pytest.param(b"A: b\r\n" * (MOST_HEADERS - 2), 200, id="many headers"),
        pytest.param(b"A: b\r\n" * MOST_HEADERS, 431, id="too many headers"),
        pytest.param(b"A: b\r\n" * 40_000, 431, id="far too many headers"),
        pytest.param(b"A: " + b"b" * (HEAD_BYTES - 100) + b"\r\n", 200, id="a long header"),
        pytest.param(b"A: " + b"b" * HEAD_BYTES + b"\r\n", 431, id="too long a header"),
        pytest.param(b"A: " + b"b" * 1_000_000 + b"\r\n", 431, id="far too long a header"),
    ],
)
def test_a_head_is_limited_in_bytes_and_headers(port: int, fields: bytes, status: int) -> None:
    with connected(port) as client:
        try:
            client.sendall(HEAD + b"Connection: close\r\n" + fields + b"\r\n")
            got = received(client)
        except ConnectionError:  # the server closed while this wrote
            got = b""

    assert (reply(got).status if got else 431) == status
