"""Slow clients make `serve` hold a limited number of bytes: of request bodies, and of answers."""

import socket
import threading
from collections.abc import Iterable
from contextlib import AbstractContextManager, closing
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from pytest_django import Settings

from games.api.feeds.exchange import Exchange
from games.api.live.connection_registry import ENVIRON_KEY
from gofish_api.management.commands.serve import Command
from gofish_api.server.front import Front
from gofish_api.server.http.http_protocol import HEAD_BYTES, ProtocolFactory, ProtocolLimits
from gofish_api.server.http.request_body import FREE_BYTES
from gofish_api.server.limits.held_bytes import ByteLimits
from tests import test_serve
from tests.patience import PATIENCE, eventually
from tests.test_serve import Reply, held, reply, request, talk

BODY, PART = 100_000, 80_000
TWO_OF_ONE = ByteLimits(total=4 * BODY, of_one=2 * BODY)
ANSWER = 8 * 1024 * 1024
MUCH = ByteLimits(total=100 * ANSWER, of_one=100 * ANSWER)
WINDOW = 4_096
SECONDS = 0.5
ANN, BOB, CYD = "203.0.113.1", "203.0.113.2", "203.0.113.3"


def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    length = len(environ["wsgi.input"].read())
    content = b"x" * ANSWER if environ["PATH_INFO"] == "/large" else str(length).encode()
    start_response("200 OK", [("Content-Length", str(len(content)))])
    return [content]


def serving(front: Front, *, send_seconds: float = PATIENCE) -> AbstractContextManager[int]:
    """Serve with the listener and the protocol of the command; yield the port."""
    factory = ProtocolFactory(ProtocolLimits(1_000, 1_000, send_seconds=send_seconds))
    return test_serve.serving(front, factory, Command()._listen("127.0.0.1", 0))


@pytest.fixture
def _behind_a_proxy(settings: Settings) -> None:
    """Let tests choose their address."""
    settings.PROXY_COUNT = 1


def fronted(limits: ByteLimits = MUCH, *, answers: ByteLimits = MUCH) -> Front:
    return Front(
        answer,
        threads=1,
        max_bytes=BODY,
        max_bytes_at={},
        body_seconds=PATIENCE,
        body_bytes=limits,
        answer_bytes=answers,
    )


def rest(client: socket.socket) -> bytes:
    """Return everything that the server still sends until it closes."""
    received = bytearray()
    client.settimeout(PATIENCE)
    try:
        while chunk := client.recv(1024 * 1024):
            received += chunk
    except ConnectionError:
        pass
    return bytes(received)


# --- bodies ---------------------------------------------------------------------------------------


class Sending:
    """A client that sends a part of a body."""

    def __init__(self, front: Front, port: int, address: str, *, held: int) -> None:
        self.client = socket.create_connection(("127.0.0.1", port))
        self.client.sendall(request(Content_Length=str(BODY), X_Forwarded_For=address))
        self.client.sendall(b"x" * PART)
        eventually(lambda: front.bodies.total == held)

    def finish(self) -> Reply:
        """Send what is missing, and return the answer."""
        self.client.sendall(b"x" * (BODY - PART))
        return self.reply()

    def reply(self) -> Reply:
        with self.client:
            return reply(rest(self.client))


@pytest.mark.usefixtures("_behind_a_proxy")
def test_the_oldest_unfinished_body_of_an_address_gives_way_to_its_next() -> None:
    front = fronted(TWO_OF_ONE)
    with serving(front) as port:
        oldest = Sending(front, port, ANN, held=PART)
        others = [Sending(front, port, ANN, held=2 * PART) for _ in range(2)]

        refused = oldest.reply()

        assert (refused.status, refused.document["code"]) == (503, "unavailable")
        assert int(refused.headers["retry-after"]) > 0
        eventually(lambda: front.bodies.total == 2 * PART)
        assert [each.finish().status for each in others] == [200, 200]
        eventually(lambda: front.bodies.total == 0)


@pytest.mark.usefixtures("_behind_a_proxy")
def test_the_address_with_the_most_bytes_gives_way_to_others() -> None:
    front = fronted(TWO_OF_ONE._replace(total=3 * BODY))
    with serving(front) as port:
        oldest, greedy, modest = (
            Sending(front, port, address, held=held)
            for address, held in ((ANN, PART), (ANN, 2 * PART), (BOB, 3 * PART))
        )
        other = Sending(front, port, CYD, held=3 * PART)

        assert oldest.reply().status == 503
        assert {each.finish().status for each in (greedy, modest, other)} == {200}


def test_a_small_body_is_never_refused_for_the_bytes_of_others() -> None:
    front = fronted(ByteLimits(total=0, of_one=0))
    with serving(front) as port:
        small = reply(talk(port, request(body=b"x" * FREE_BYTES)))
        large = reply(talk(port, request(body=b"x" * BODY)))

    assert (small.status, small.body) == (200, str(FREE_BYTES).encode())
    assert (large.status, large.document["code"]) == (503, "unavailable")
    assert large.headers["connection"] == "close"
    assert front.bodies.total == 0


def test_a_held_connection_keeps_no_body() -> None:
    held_bytes = []

    async def hold(exchange: Exchange) -> None:
        held_bytes.append(front.bodies.total)
        await held(exchange)

    def holding(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if connection := environ.get(ENVIRON_KEY):
            held_bytes.append(front.bodies.total)
            connection.hold = hold
        return answer(environ, start_response)

    front = Front(holding, threads=1, max_bytes=BODY)
    with serving(front) as port:
        received = talk(port, request("GET", "/", body=b"x" * BODY))

    assert held_bytes == [BODY, 0]
    assert received.startswith(b"HTTP/1.1 200")


def test_much_data_before_the_answer_closes_the_connection() -> None:
    may_answer = threading.Event()

    def slow(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        assert may_answer.wait(PATIENCE)
        return answer(environ, start_response)

    front = Front(slow, threads=1)
    with (
        serving(front) as port,
        socket.create_connection(("127.0.0.1", port)) as client,
    ):
        client.sendall(request(Connection="keep-alive"))
        client.sendall(request(body=b"x" * 2 * HEAD_BYTES, Connection="keep-alive"))
        received = rest(client)
        may_answer.set()

    assert received == b""


# --- answers --------------------------------------------------------------------------------------


def stalled(port: int, *, address: str = ANN) -> socket.socket:
    """Ask for the large answer and read nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WINDOW)
    client.connect(("127.0.0.1", port))
    client.sendall(request("GET", "/large", X_Forwarded_For=address))
    return client


def test_a_client_that_reads_nothing_is_disconnected() -> None:
    front = fronted()
    with serving(front, send_seconds=SECONDS) as port, closing(stalled(port)) as client:
        eventually(lambda: front.answers.total == ANSWER)

        eventually(lambda: front.answers.total == 0)

        assert len(rest(client)) < ANSWER


def test_a_client_that_reads_all_the_time_gets_a_large_answer() -> None:
    front = fronted()
    with serving(front, send_seconds=SECONDS) as port, closing(stalled(port)) as client:
        assert len(reply(rest(client)).body) == ANSWER


@pytest.mark.usefixtures("_behind_a_proxy")
@pytest.mark.parametrize(
    ("limits", "other"),
    [
        pytest.param(MUCH._replace(of_one=ANSWER), ANN, id="of one address"),
        pytest.param(MUCH._replace(total=ANSWER), BOB, id="in total"),
    ],
)
def test_the_oldest_unread_answer_gives_way_to_the_next(
    limits: ByteLimits, other: str, caplog: pytest.LogCaptureFixture
) -> None:
    front = fronted(answers=limits)
    with serving(front) as port, closing(stalled(port)) as slow:
        eventually(lambda: front.answers.total == ANSWER)

        with closing(stalled(port, address=other)) as next_one:
            whole = reply(rest(next_one))

        assert len(whole.body) == ANSWER
        assert len(rest(slow)) < ANSWER
        eventually(lambda: front.answers.total == 0)
    assert "ASGI" not in caplog.text  # attackers write no errors to the log


def test_one_answer_may_be_larger_than_the_limit() -> None:
    front = fronted(answers=ByteLimits(total=1, of_one=1))
    with serving(front) as port:
        assert len(reply(talk(port, request("GET", "/large"))).body) == ANSWER
