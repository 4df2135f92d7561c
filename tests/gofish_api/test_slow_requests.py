"""Slow requests never delay quick ones, nor those of other addresses."""

import asyncio
import socket
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from pytest_django import Settings

from games.live.connection_registry import ENVIRON_KEY
from games.live.exchange import Exchange
from gofish_api.server import turns
from gofish_api.server.front import SLOW_THREADS, THREADS, Front
from tests.gofish_api.test_serve import Reply, reply, request, serving, talk
from tests.timeouts import PATIENCE

TOKENS, STATE = "/api/v1/tokens", "/api/v1/games/0aZ/state"
ANN, BOB = "192.0.2.1", "192.0.2.2"


class Gated:
    """A WSGI application whose requests wait until released, but for states."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.has_begun = threading.Condition()
        self.gate = threading.Semaphore(0)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] not in (STATE, "/readyz"):
            with self.has_begun:
                self.began.append(environ["HTTP_X_FORWARDED_FOR"])
                self.has_begun.notify_all()
            assert self.gate.acquire(timeout=PATIENCE)
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
        return [b"ok"]

    def wait_for(self, count: int) -> None:
        with self.has_begun:
            assert self.has_begun.wait_for(lambda: len(self.began) >= count, PATIENCE), self.began


class Served:
    """A front with this application, and requests to it."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self.app, self._threads = Gated(), threads
        self.front, self.port = Front(self.app), 0

    def send(self, path: str, address: str = ANN, method: str = "POST") -> Future[Reply]:
        message = request(method, path, b"", X_Forwarded_For=address)
        return self._threads.submit(lambda: reply(talk(self.port, message)))


@pytest.fixture
def served(settings: Settings) -> Iterator[Served]:
    settings.PROXY_COUNT = 1
    with ThreadPoolExecutor(40) as threads:
        made = Served(threads)
        with serving(made.front) as made.port:
            yield made
            made.app.gate.release(100)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", TOKENS),
        ("POST", "/api/v1/transcripts/verify"),
        ("GET", "/api/v1/me/export"),
        ("GET", "/api/v1/games/0aZ/replay"),
        ("GET", "/api/schema"),
        ("GET", "/api/v1/games"),
        ("POST", "/admin/login/"),
    ],
)
def test_a_quick_request_is_answered_while_others_take_long(
    served: Served, method: str, path: str
) -> None:
    slow = served.send(path, method=method)
    served.app.wait_for(1)

    quick = served.send(STATE).result(PATIENCE)

    assert quick.body == b"ok" and not slow.done()
    served.app.gate.release()
    assert slow.result(PATIENCE).status == 200


def test_an_address_with_many_slow_requests_leaves_a_thread_to_others(served: Served) -> None:
    many = [served.send(TOKENS) for _ in range(20)]
    served.app.wait_for(1)

    other = served.send(TOKENS, BOB)
    served.app.wait_for(2)

    assert served.app.began == [ANN, BOB]
    served.app.gate.release(21)
    assert {each.result(PATIENCE).status for each in (*many, other)} == {200}


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/api/v1/games/0aZ/stream"), ("POST", "/api/v1/games")]
)
def test_streams_and_games_open_while_their_address_exports(
    served: Served, method: str, path: str
) -> None:
    for _ in range(2):
        served.send("/api/v1/me/export", method="GET")
    served.app.wait_for(1)

    opened = served.send(path, method=method)
    served.app.wait_for(2)

    served.app.gate.release(2)
    assert opened.result(PATIENCE).status == 200


def test_a_request_whose_client_has_gone_loses_its_turn(served: Served) -> None:
    first = served.send(TOKENS)
    served.app.wait_for(1)
    left = request("POST", TOKENS, b"", X_Forwarded_For=ANN).replace(b"Connection: close\r\n", b"")
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as client:
            client.sendall(left)
    served.send(STATE).result(PATIENCE)  # the others have arrived before it
    last = served.send(TOKENS)

    served.app.gate.release(2)

    assert {each.result(PATIENCE).status for each in (first, last)} == {200}
    assert len(served.app.began) == 2


class Left(Gated):
    """Answers at once; then a reader leaves while the next piece is made."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if ENVIRON_KEY not in environ:
            return super().__call__(environ, start_response)
        environ[ENVIRON_KEY].hold = self.leave
        start_response("200 OK", [("Content-Length", "0")])
        return []

    async def leave(self, exchange: Exchange) -> None:
        piece = asyncio.ensure_future(exchange.ask_again({"gofish.piece": "2"}))
        await asyncio.to_thread(self.wait_for, len(self.began) + 1)
        piece.cancel()
        await exchange.begin()


def test_a_piece_keeps_its_turn_when_its_reader_leaves(settings: Settings) -> None:
    settings.PROXY_COUNT = 1
    app = Left()
    message = request("GET", "/api/v1/me/export", b"", X_Forwarded_For=ANN)
    with ThreadPoolExecutor(2) as threads, serving(Front(app)) as port:
        talk(port, message)
        second = threads.submit(talk, port, message)

        assert not wait([second], timeout=0.5).done
        app.gate.release(2)
        assert reply(second.result(PATIENCE)).status == 200


def test_slow_requests_of_an_address_that_wait_have_a_bound(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MAX_WAITING", 3)
    served.send(TOKENS)
    served.app.wait_for(1)

    many = [served.send(TOKENS) for _ in range(5)]
    done, _ = wait(many, PATIENCE, FIRST_COMPLETED)
    refused = next(iter(done)).result()

    assert (refused.status, refused.document["code"]) == (429, "rate_limited")
    assert int(refused.headers["retry-after"]) > 0
    other = served.send(TOKENS, BOB)
    served.app.gate.release(10)
    assert other.result(PATIENCE).status == 200
    assert sum(each.result(PATIENCE).status == 200 for each in many) == 3


def test_probes_are_answered_while_every_thread_is_busy(served: Served) -> None:
    for number in range(SLOW_THREADS):
        served.send(TOKENS, f"192.0.2.{number}")
    for _ in range(THREADS):
        served.send("/unknown")  # quick, by its path
    served.app.wait_for(SLOW_THREADS + THREADS)

    probes = [served.send(path, method="GET").result(PATIENCE) for path in ("/healthz", "/readyz")]

    assert [probe.status for probe in probes] == [200, 200]


def test_a_stop_refuses_slow_requests_that_wait_and_finishes_those_that_run(
    served: Served,
) -> None:
    running = [served.send(TOKENS, f"192.0.2.{number + 3}") for number in range(SLOW_THREADS)]
    served.app.wait_for(SLOW_THREADS)
    waiting = [served.send(TOKENS) for _ in range(2)]
    served.send(STATE).result(PATIENCE)  # the others have arrived before it

    served.front.close()
    served.app.gate.release(SLOW_THREADS)

    refused = [each.result(PATIENCE) for each in waiting]
    assert {(each.status, each.document["code"]) for each in refused} == {(503, "unavailable")}
    assert all(int(each.headers["retry-after"]) > 0 for each in refused)
    assert {each.result(PATIENCE).status for each in running} == {200}
    assert len(served.app.began) == SLOW_THREADS
