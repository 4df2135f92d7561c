"""A worker of `serve_api` answers one request at a time that is not light."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from gofish_api.server.limits.concurrency_limit import ConcurrencyLimit
from tests.patience import PATIENCE
from tests.servers import ROOT

SLOW, LIGHT = ("POST", "/api/v1/tokens"), ("GET", "/api/v1/games/0aZ/state")


class Gated:
    """A WSGI application whose requests wait until released."""

    def __init__(self) -> None:
        self.has_begun, self.gate = threading.Event(), threading.Event()
        self.closed = 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] == SLOW[1]:
            self.has_begun.set()
            assert self.gate.wait(PATIENCE)
        if environ["PATH_INFO"] == "/api/schema":
            raise ZeroDivisionError
        start_response("200 OK", [])
        return self

    def __iter__(self) -> Any:
        yield b"ok"

    def close(self) -> None:
        self.closed += 1


def call(
    application: ConcurrencyLimit, method: str, path: str
) -> tuple[int, dict[str, str], bytes]:
    started: list[Any] = []
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "wsgi.input": BytesIO()}
    answer = application(environ, lambda *parts: started.append(parts))  # type: ignore[arg-type]
    body = b"".join(answer)
    if close := getattr(answer, "close", None):
        close()
    status, headers = started[0]
    return int(status[:3]), dict(headers), body


def test_a_second_heavy_request_is_refused_and_light_ones_pass() -> None:
    app = Gated()
    worker = ConcurrencyLimit(app)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(call, worker, *SLOW)
        assert app.has_begun.wait(PATIENCE)

        status, headers, body = call(worker, *SLOW)
        light = call(worker, *LIGHT)
        assert call(worker, "post", SLOW[1])[0] == 503

        app.gate.set()
        assert first.result(PATIENCE)[0] == 200
    assert (status, json.loads(body)["code"]) == (503, "unavailable")
    assert int(headers["retry-after"]) > 0
    assert light == (200, {}, b"ok")
    assert call(worker, *SLOW)[0] == 200
    assert app.closed == 3  # every response of the application


def test_a_worker_uses_the_limit() -> None:
    """The module ends its process with the parent, so the test imports it in another process."""
    script = (
        "import multiprocessing\n"
        "def look(found):\n"
        "    from gofish_api.server.worker import application\n"
        "    found.put(type(application).__name__)\n"
        "if __name__ == '__main__':\n"
        "    context = multiprocessing.get_context('fork')\n"
        "    found = context.Queue()\n"
        "    process = context.Process(target=look, args=[found])\n"
        "    process.start()\n"
        "    print(found.get(timeout=30))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.split()[-1] == "ConcurrencyLimit"
