"""The front on one port: bodies and open connections are held here, Django answers in threads.

Django costs a tenth of the processor time under WSGI that it costs under ASGI, but a WSGI request
holds a thread from its first byte to its last. So the whole request is read here, bounded in bytes
and in time, before a thread is taken, and the whole answer is taken from the thread before it is
sent: neither a slow writer nor a slow reader holds one. What a view wants held after its answer, a
stream or a wait for a move, goes on here without a thread (`games.api.live`).
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from io import BytesIO
from typing import Any, TypeAlias
from urllib.parse import unquote_to_bytes
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.db import connection as database

from gofish_api import metrics
from gofish_api.probe import ALIVE, READY
from gofish_api.wsgi import application as django_application

# Below the application, whose import makes Django ready for these.
from accounts.api.problems import REQUEST, Problem  # isort: skip
from accounts.api.schema import PROBLEM_JSON, document  # isort: skip
from games.api.live.exchange import Answer, Exchange, Receive, Send  # isort: skip
from games.api.live.gallery import Gallery  # isort: skip
from games.api.live.hold import ENVIRON_KEY, Connection  # isort: skip

Scope: TypeAlias = MutableMapping[str, Any]
ASGIApplication: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_SECONDS = 10.0
# So much of a body that is too large is still read and dropped: a client that writes all before it
# reads would otherwise find a broken connection in the place of the refusal.
DROPPED_BYTES = 8 * 1024 * 1024
# Measured with eight clients on two cores. On SQLite more threads write no more, and wait for the
# lock out of turn: p99 of a write is 20-100 ms with one, 240 with two, 400-700 with four. On
# PostgreSQL four answer a fifth more than one, and eight no more than four.
THREADS = 1 if database.vendor == "sqlite" else 4

TOO_LARGE = REQUEST["body_too_large"]
STOPPING = REQUEST["unavailable"]
TOO_SLOW = Problem(
    "body_timeout", 408, "The body came too slowly", "Send the whole body within ten seconds."
)

# Paths that take longer bodies than the others.
MAX_BYTES_AT = {"/api/v1/transcripts/verify": settings.TRANSCRIPT_MAX_BYTES}


class BodyRefused(Exception):
    """A body that Django never sees; the connection closes after the answer."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class Disconnected(Exception):
    """The client left before it had sent its request."""


class Front:
    """An ASGI application that has requests answered by `wsgi`, and holds connections itself."""

    def __init__(
        self,
        wsgi: WSGIApplication,
        *,
        threads: int = THREADS,
        max_bytes: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        max_bytes_at: Mapping[str, int] = MAX_BYTES_AT,
        body_seconds: float = BODY_SECONDS,
    ) -> None:
        self.wsgi = wsgi
        self.max_bytes, self.max_bytes_at = max_bytes, max_bytes_at
        self.body_seconds = body_seconds
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="wsgi")
        # All of those may be waiting for a database that hangs, which is what this one is asked about.
        self.spare = ThreadPoolExecutor(1, thread_name_prefix="readyz")
        self.gallery = Gallery()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request.

        :raises ValueError: it is no HTTP request.
        """
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is served here, not {scope['type']}")
        try:
            body = await self._body(receive, self.max_bytes_at.get(scope["path"], self.max_bytes))
        except Disconnected:
            return
        except BodyRefused as refused:
            await _refusal(refused.problem).send(send)
            return
        with closing(Connection(self.gallery)) as connection:
            answer = await self._ask(scope, body, connection)
            if connection.hold is None:
                await answer.send(send)
            else:
                again = partial(self._ask, scope, body, None)
                await connection.hold(Exchange(answer, again, receive, send))

    async def _ask(self, scope: Scope, body: bytes, held: Connection | None) -> Answer:
        """Have Django answer in a thread; that the process lives it says here, waiting for none."""
        environ = _environ(scope, body) | ({} if held is None else {ENVIRON_KEY: held})
        if scope["path"] == ALIVE:
            return _call(self.wsgi, environ)
        threads = self.spare if scope["path"] == READY else self.threads
        return await asyncio.get_running_loop().run_in_executor(threads, _call, self.wsgi, environ)

    async def _body(self, receive: Receive, max_bytes: int) -> bytes:
        """Read the whole body.

        :raises Disconnected: the client left.
        :raises BodyRefused: too many bytes, or too slow in coming, or the server stops.
        """
        body, length, more = bytearray(), 0, True
        try:
            async with asyncio.timeout(self.body_seconds):
                while more and length <= DROPPED_BYTES:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Disconnected
                    chunk, more = message.get("body", b""), message.get("more_body", False)
                    length += len(chunk)
                    if length <= max_bytes:
                        body += chunk
        except TimeoutError:
            raise BodyRefused(TOO_SLOW) from None
        except asyncio.CancelledError:  # the server stops, and will wait no longer
            raise BodyRefused(STOPPING) from None
        if length > max_bytes:
            raise BodyRefused(TOO_LARGE)
        return bytes(body)


def _environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """Describe the request as PEP 3333 wants it: bytes as latin-1, the length that arrived."""
    root = scope.get("root_path", "")
    path = unquote_to_bytes(scope["raw_path"]).decode("latin-1").removeprefix(root)
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root,
        "PATH_INFO": path,
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        # `X_Real_Name` would pass for `X-Real-Name`; the transfer's framing is undone already.
        if "_" in name or name in ("content-length", "transfer-encoding"):
            continue
        key = name.upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        separator = "; " if name == "cookie" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    environ["CONTENT_LENGTH"] = str(len(body))
    return environ


def _call(wsgi: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """Run one request in this thread and take its whole answer."""
    status, headers = "", list[tuple[str, str]]()
    content = bytearray()

    def start_response(line: str, fields: list[tuple[str, str]], _: Any = None) -> Any:
        nonlocal status, headers
        status, headers = line, fields
        return content.extend

    starter: StartResponse = start_response
    answer: Iterable[bytes] = wsgi(environ, starter)
    try:
        for chunk in answer:
            content += chunk
    finally:
        if close := getattr(answer, "close", None):
            close()  # Django ends its request here, and looks after its database connection
    # Django writes a blank before a cookie, which a server that checks its headers will not send.
    fields = [
        (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers
    ]
    return Answer(int(status[:3]), fields, bytes(content))


def _refusal(problem: Problem) -> Answer:
    metrics.REFUSALS.labels(problem.code).inc()
    content = json.dumps(document(problem)).encode()
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", str(len(content)).encode()),
        (b"connection", b"close"),
    ]
    return Answer(problem.status, headers, content)


application = Front(django_application)
