"""The helper process of `serve`, which hashes passwords and answers long reads.

In threads of the server they would share Python's global lock with the threads that serve moves,
and a call that writes megabytes of JSON keeps the lock. The helper has a low priority, starts with
the first request that needs it or the first page, and ends with the server (`helper_process`).
"""

import json
import subprocess
import sys
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qsl
from wsgiref.types import WSGIEnvironment

from api_kit.costs import Cost
from api_kit.openapi import PROBLEM_JSON
from games.api.feeds.exchange import WholeResponse
from gofish_api.observability import metrics
from gofish_api.server.limits.request_cost import READ_BY_POST
from gofish_api.server.processes import counting

COSTS = (Cost.PASSWORD, Cost.LIST, Cost.HEAVY)
"""The cost classes that the helper answers, each over its own connection."""
SECONDS = 60.0
"""Time limit of a request; a longer one ends the process."""
ROOT = Path(__file__).parents[3]


class HelperGone(Exception):
    """The helper process could not start, or ended before it answered."""


def is_for_helper(cost: Cost, environ: WSGIEnvironment) -> bool:
    """Return whether the helper can answer a request: it makes no move and holds no connection."""
    method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
    if cost not in COSTS or path.endswith("/stream"):
        return False
    if "wait" in dict(parse_qsl(environ["QUERY_STRING"], keep_blank_values=True)):
        return False
    return cost == Cost.PASSWORD or method in ("GET", "HEAD") or path in READ_BY_POST


def is_page(environ: WSGIEnvironment) -> bool:
    """Return whether a browser asks for a page, so that a person is likely to open lists soon."""
    return "text/html" in environ.get("HTTP_ACCEPT", "")


class Helper:
    """The server's side of the helper process. One thread at a time calls each cost class."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._connections: dict[Cost, Connection] = {}
        self._changing = Lock()
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The process id, or None if the helper does not run."""
        return None if self._process is None else self._process.pid

    def call(self, cost: Cost, environ: WSGIEnvironment) -> WholeResponse:
        """Let the helper answer a request, and count it in this process's metrics.

        :raises HelperGone: the helper could not start, or ended before it answered; the next call
            starts it again.
        """
        connection = self._connection(cost)
        sent = {key: value for key, value in environ.items() if _is_plain(value)}
        metrics.IN_PROGRESS.inc()
        try:
            connection.send((sent, environ["wsgi.input"].getvalue()))
            if not connection.poll(SECONDS):
                raise EOFError
            answer, measured, news = connection.recv()
        except (EOFError, OSError):
            self._drop(connection)
            raise HelperGone from None
        finally:
            metrics.IN_PROGRESS.dec()
        _count(answer, measured)
        counting.add(news)
        return WholeResponse(*answer)

    def begin(self) -> None:
        """Start the process in the background, unless it was started before."""
        if self._process is None:
            Thread(target=self._begin, name="helper", daemon=True).start()

    def close(self) -> None:
        """Refuse further calls.

        The helper ends after its current requests, when this process ends.
        """
        self._is_closed = True

    def _begin(self) -> None:
        with suppress(HelperGone):
            self._connection(Cost.LIST)

    def _connection(self, cost: Cost) -> Connection:
        with self._changing:
            if self._is_closed:
                raise HelperGone
            if not self._connections:
                try:
                    self._start()
                except OSError as error:  # no memory, or too many processes or descriptors
                    raise HelperGone from error
            return self._connections[cost]

    def _start(self) -> None:
        pairs = {cost: Pipe() for cost in COSTS}
        descriptors = [theirs.fileno() for _, theirs in pairs.values()]
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "gofish_api.server.processes.helper_process",
                *map(str, descriptors),
            ],
            cwd=ROOT,
            pass_fds=descriptors,
            stdin=subprocess.DEVNULL,
        )
        self._connections = {cost: ours for cost, (ours, _) in pairs.items()}
        for _, theirs in pairs.values():
            theirs.close()

    def _drop(self, connection: Connection) -> None:
        """Kill a helper that does not answer, unless another thread has done so."""
        with self._changing:
            if connection in self._connections.values():
                assert self._process is not None
                self._process.kill()
                self._process.wait()
                self._connections = {}  # garbage collection closes them after their last reader


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | bool | tuple)


def _count(answer: tuple[int, Any, bytes], measured: metrics.Measured | None) -> None:
    if measured is not None:
        metrics.count(metrics.Measured(*measured))
    status, headers, body = answer
    if (b"content-type", PROBLEM_JSON.encode()) in headers and status >= 400:
        metrics.REFUSALS.labels(json.loads(body)["code"]).inc()
