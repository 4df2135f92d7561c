"""Slow requests wait in bounded queues and never delay light ones."""

import socket
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
import uvicorn

from api_kit.costs import Cost
from gofish_api.management.commands.serve import Server
from gofish_api.server.front import Front
from gofish_api.server.limits.lanes import Bounds
from tests.patience import PATIENCE, eventually
from tests.test_serve import Reply, reply, request, serving, talk

POSTGRESQL = pytest.mark.postgresql

TOKENS, STATE, LIST = "/api/v1/tokens", "/api/v1/games/0aZ/state", "/api/v1/games"
WAITING = 2
FULL = 9
REFUSAL_SECONDS = 0.2


class Gated:
    """A WSGI application whose requests wait until released; it records the order of their
    starts.
    """

    def __init__(self) -> None:
        self.began: list[str] = []
        self.has_begun = threading.Condition()
        self.gate = threading.Semaphore(0)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != STATE:
            with self.has_begun:
                self.began.append(environ.get("HTTP_X_NAME", ""))
                self.has_begun.notify_all()
            assert self.gate.acquire(timeout=PATIENCE)
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
        return [b"ok"]

    def wait_for(self, count: int) -> None:
        with self.has_begun:
            assert self.has_begun.wait_for(lambda: len(self.began) >= count, PATIENCE), self.began


class Served:
    """A front with this application, and requests to it."""

    def __init__(self, app: Gated, front: Front, port: int, threads: ThreadPoolExecutor) -> None:
        self.app, self.front, self.port, self._threads = app, front, port, threads

    def send(self, path: str, name: str = "", method: str = "POST", **headers: str) -> "Sent":
        message = request(method, path, b"", X_Name=name, **headers)
        return Sent(self._threads.submit(lambda: reply(talk(self.port, message))))

    def wait_until_queued(self, cost: Cost, count: int) -> None:
        """Wait until so many requests wait for their turn in a lane."""
        lane = self.front.lanes[cost]
        eventually(lambda: lane.waiting == count, lambda: f"{lane.waiting} wait, not {count}")


class Sent:
    """A running request."""

    def __init__(self, future: "object") -> None:
        self._future = future

    @property
    def reply(self) -> Reply:
        return self._future.result(PATIENCE)  # type: ignore[attr-defined,no-any-return]


@pytest.fixture
def served() -> Iterator[Served]:
    app = Gated()
    bounds: dict[Cost, Bounds] = {
        cost: Bounds(threads=1, waiting=FULL if cost == Cost.LIST else WAITING, of_one=FULL)
        for cost in Cost
        if cost != Cost.LIGHT
    }
    front = Front(app, threads=1, bounds=bounds, refusal_seconds=REFUSAL_SECONDS)
    with serving(front) as port, ThreadPoolExecutor(20) as threads:
        yield Served(app, front, port, threads)
        app.gate.release(100)


@POSTGRESQL
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", TOKENS),
        ("POST", "/api/v1/transcripts/verify"),
        ("GET", "/api/v1/me/export"),
        ("GET", "/api/v1/games/0aZ/replay"),
        ("GET", "/api/schema"),
        ("GET", LIST),
        ("POST", "/admin/login/"),
    ],
)
def test_a_light_request_is_answered_while_others_take_long(
    served: Served, method: str, path: str
) -> None:
    slow = served.send(path, method=method)
    served.app.wait_for(1)

    light = reply(talk(served.port, request("GET", STATE)))

    assert light.body == b"ok"
    served.app.gate.release()
    assert slow.reply.status == 200


def test_a_full_lane_refuses_with_retry_after(served: Served) -> None:
    slow = [served.send(TOKENS)]
    served.app.wait_for(1)
    slow += [served.send(TOKENS) for _ in range(WAITING)]
    served.wait_until_queued(Cost.PASSWORD, WAITING)

    began = time.monotonic()
    refused = reply(talk(served.port, request("POST", TOKENS)))

    assert time.monotonic() - began >= REFUSAL_SECONDS  # so that no client retries in a tight loop
    assert (refused.status, refused.document["code"]) == (503, "unavailable")
    assert int(refused.headers["retry-after"]) > 0
    assert reply(talk(served.port, request("GET", STATE))).status == 200
    served.app.gate.release(len(slow))
    assert {each.reply.status for each in slow} == {200}
    assert len(served.app.began) == len(slow)


def test_a_request_leaves_the_queue_when_its_client_disconnects(served: Served) -> None:
    slow = served.send(TOKENS, "slow")
    served.app.wait_for(1)
    with socket.create_connection(("127.0.0.1", served.port)) as impatient:
        impatient.sendall(request("POST", TOKENS, X_Name="impatient"))
        served.wait_until_queued(Cost.PASSWORD, 1)
    served.wait_until_queued(Cost.PASSWORD, 0)

    served.app.gate.release(2)
    assert slow.reply.status == 200
    assert served.send(TOKENS, "next").reply.status == 200

    assert served.app.began == ["slow", "next"]


@POSTGRESQL
def test_a_stopping_server_refuses_waiting_requests_and_finishes_running_ones() -> None:
    app = Gated()
    front = Front(app, threads=1, refusal_seconds=REFUSAL_SECONDS)
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server(
        uvicorn.Config(front, lifespan="off", log_config=None), front, threading.Event()
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    with ThreadPoolExecutor(4) as threads:
        served = Served(app, front, listener.getsockname()[1], threads)
        begun = served.send(TOKENS)
        app.wait_for(1)
        waiting = served.send(TOKENS)
        served.wait_until_queued(Cost.PASSWORD, 1)

        server.should_exit = True
        refused = waiting.reply
        app.gate.release()

    assert (refused.status, refused.document["code"]) == (503, "unavailable")
    assert begun.reply.status == 200
    assert len(app.began) == 1
    thread.join(PATIENCE)
    assert not thread.is_alive()
