"""The second process of `serve`, in which passwords are hashed and long answers are read and written.

In threads of the first process they would share Python's global lock with the threads that serve moves: each step of an
ask could wait for it, and a call that writes megabytes of JSON keeps it to the end. The helper has a low priority, is
started by the first request that needs it, and ends with the process that started it (`helper_process`).
"""

import json
import subprocess
import sys
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any
from wsgiref.types import WSGIEnvironment

from api_kit.costs import Cost
from api_kit.openapi import PROBLEM_JSON
from games.api.live.exchange import WholeResponse
from gofish_api.observability import metrics

COSTS = (Cost.PASSWORD, Cost.LIST, Cost.HEAVY)
"""The classes that run there, each over a connection of its own."""
SECONDS = 60.0
"""A request that takes longer ends the process."""
ROOT = Path(__file__).parents[2]


class HelperGone(Exception):
    """The process ended before it answered."""


def is_for_helper(cost: Cost, environ: WSGIEnvironment) -> bool:
    """Return whether a request can be answered there: it neither moves in a game nor has its connection held."""
    if cost not in COSTS or "wait=" in environ["QUERY_STRING"]:
        return False
    return cost == Cost.PASSWORD or environ["REQUEST_METHOD"] in ("GET", "HEAD")


class Helper:
    """The process, as the first one sees it. Each class is called by one thread at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._connections: dict[Cost, Connection] = {}
        self._changing = Lock()
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The process, if it runs."""
        return None if self._process is None else self._process.pid

    def call(self, cost: Cost, environ: WSGIEnvironment) -> WholeResponse:
        """Have a request answered, and count it here.

        :raises HelperGone: the process ended before it answered; the next call starts another.
        """
        connection = self._connection(cost)
        sent = {key: value for key, value in environ.items() if _is_plain(value)}
        metrics.IN_PROGRESS.inc()
        try:
            connection.send((sent, environ["wsgi.input"].getvalue()))
            if not connection.poll(SECONDS):
                raise EOFError
            answer, measured = connection.recv()
        except (EOFError, OSError):
            self._drop(connection)
            raise HelperGone from None
        finally:
            metrics.IN_PROGRESS.dec()
        _count(answer, measured)
        return WholeResponse(*answer)

    def close(self) -> None:
        """Take no more calls. The process ends when this one does, once it has answered what it works on."""
        self._is_closed = True

    def _connection(self, cost: Cost) -> Connection:
        with self._changing:
            if self._is_closed:
                raise HelperGone
            if not self._connections:
                self._start()
            return self._connections[cost]

    def _start(self) -> None:
        pairs = {cost: Pipe() for cost in COSTS}
        descriptors = [theirs.fileno() for _, theirs in pairs.values()]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gofish_api.server.helper_process", *map(str, descriptors)],
            cwd=ROOT,
            pass_fds=descriptors,
            stdin=subprocess.DEVNULL,
        )
        self._connections = {cost: ours for cost, (ours, _) in pairs.items()}
        for _, theirs in pairs.values():
            theirs.close()

    def _drop(self, connection: Connection) -> None:
        """End a process that does not answer, unless another thread has done so."""
        with self._changing:
            if connection in self._connections.values():
                assert self._process is not None
                self._process.kill()
                self._process.wait()
                self._connections = {}  # closed with the last thread that reads one


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | bool | tuple)


def _count(answer: tuple[int, Any, bytes], measured: metrics.Measured | None) -> None:
    if measured is not None:
        metrics.count(metrics.Measured(*measured))
    status, headers, body = answer
    if (b"content-type", PROBLEM_JSON.encode()) in headers and status >= 400:
        metrics.REFUSALS.labels(json.loads(body)["code"]).inc()
