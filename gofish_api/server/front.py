"""The front on one port: bodies and open connections are held here, Django answers in threads.

Django costs a tenth of the processor time under WSGI that it costs under ASGI, but a WSGI request
holds a thread from its first byte to its last. So the whole request is read here, bounded in bytes
and in time, before a thread is taken, and the whole answer is taken from the thread before it is
sent: neither a slow writer nor a slow reader holds one. What a view wants held after its answer, a
stream or a wait for a move, goes on here without a thread (`games.api.live`).

Requests that are not light have lanes of their own (`gofish_api.server.lanes`), so that the light ones
never wait for them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import Any, TypeAlias
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.db import connection as database

from gofish_api.observability.probe import ALIVE, ALIVE_BODY, READY
from gofish_api.server.http_protocol import MOST_CONNECTIONS
from gofish_api.server.lanes import BOUNDS, RETRY_SECONDS, Bounds, Lane, LaneFull
from gofish_api.wsgi import application as django_application

# Below the application, whose import makes Django ready for these.
from accounts import addresses  # isort: skip
from api_kit.costs import Cost  # isort: skip
from api_kit.problems import Problem  # isort: skip
from games.api.live.exchange import WholeResponse, Exchange, Receive, Send  # isort: skip
from games.api.live.connection_registry import ConnectionRegistry  # isort: skip
from games.api.live.hold import ENVIRON_KEY, Connection  # isort: skip
from gofish_api.server.request_cost import cost_of  # isort: skip
from gofish_api.server.helper import Helper, HelperGone, is_for_helper  # isort: skip
from gofish_api.server.wsgi_exchange import Scope, call, environ_of  # isort: skip
from gofish_api.server.early_problems import FULL, TOO_LARGE, TOO_SLOW, UNAVAILABLE, refusal  # isort: skip

ALIVE_ANSWER = WholeResponse(
    200,
    [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(ALIVE_BODY)).encode()),
        (b"cache-control", b"max-age=0, no-cache, no-store, must-revalidate, private"),
    ],
    ALIVE_BODY,
)

ASGIApplication: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_SECONDS = 10.0
REFUSAL_SECONDS = 1.0
# So much of a body that is too large is still read and dropped: a client that writes all before it
# reads would otherwise find a broken connection in the place of the refusal.
DROPPED_BYTES = 8 * 1024 * 1024
# Measured with eight clients on two cores. On SQLite more threads write no more, and wait for the
# lock out of turn: p99 of a write is 20-100 ms with one, 240 with two, 400-700 with four. On
# PostgreSQL four answer a fifth more than one, and eight no more than four.
THREADS = 1 if database.vendor == "sqlite" else 4

# Paths that take longer bodies than the others.
MAX_BYTES_AT = {"/api/v1/transcripts/verify": settings.TRANSCRIPT_MAX_BYTES}


class BodyRefused(Exception):
    """A body that Django never sees; the connection closes after the answer."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class Disconnected(Exception):
    """The client left before it was answered."""


class Front:
    """An ASGI application that has requests answered by `wsgi`, and holds connections itself."""

    def __init__(
        self,
        wsgi: WSGIApplication,
        *,
        threads: int = THREADS,
        bounds: Mapping[Cost, Bounds] = BOUNDS,
        max_bytes: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        max_bytes_at: Mapping[str, int] = MAX_BYTES_AT,
        body_seconds: float = BODY_SECONDS,
        refusal_seconds: float = REFUSAL_SECONDS,
        helper: Helper | None = None,
    ) -> None:
        self.wsgi = wsgi
        self.helper = helper
        self.refusal_seconds = refusal_seconds
        self.max_bytes, self.max_bytes_at = max_bytes, max_bytes_at
        self.body_seconds = body_seconds
        # Every connection has one request at a time, so connections bound those that wait here.
        light = Bounds(threads, waiting=MOST_CONNECTIONS, of_one=MOST_CONNECTIONS, ahead=1)
        self.lanes = {
            cost: Lane(cost.value, each) for cost, each in {Cost.LIGHT: light, **bounds}.items()
        }
        # All of those may be waiting for a database that hangs, which is what this one is asked about.
        self.spare = ThreadPoolExecutor(1, thread_name_prefix="readyz")
        self.registry = ConnectionRegistry()

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
            await refusal(refused.problem, closes=True).send(send)
            return
        with closing(Connection(self.registry)) as connection:
            cost = cost_of(scope["method"], scope["path"])
            asked = self._ask(scope, body, connection, cost)
            if cost == Cost.LIGHT and self.lanes[cost].is_free:
                answer = await asked
            else:
                try:
                    answer = await _unless_gone(asked, receive)
                except Disconnected:
                    return
            if connection.hold is None:
                await answer.send(send)
            else:
                # A wait was admitted once. What it waited for is short, and is not refused when many waits end at once.
                again = partial(self._ask, scope, body, None, Cost.LIGHT)
                await connection.hold(Exchange(answer, again, receive, send))

    def close(self) -> None:
        """Stop: end streams and waits, refuse what waits in a lane. Light requests are still answered."""
        self.registry.close()
        for cost, lane in self.lanes.items():
            if cost != Cost.LIGHT:
                lane.close()
        if self.helper is not None:
            self.helper.close()

    async def _ask(
        self, scope: Scope, body: bytes, held: Connection | None, cost: Cost
    ) -> WholeResponse:
        """Have Django answer in a thread; that the process lives it says here, waiting for none."""
        environ = environ_of(scope, body) | ({} if held is None else {ENVIRON_KEY: held})
        if scope["path"] == ALIVE and scope["method"] in ("GET", "HEAD"):
            return ALIVE_ANSWER  # without Django: it is asked before every limit, and in the event loop
        asked = partial(call, self.wsgi, environ)
        if scope["path"] == READY:
            return await asyncio.get_running_loop().run_in_executor(self.spare, asked)
        if self.helper is not None and is_for_helper(cost, environ):
            asked = partial(self.helper.call, cost, environ)
        address = addresses.of_environ(environ) or "nowhere"
        try:
            return await self.lanes[cost].run(address, asked)
        except (LaneFull, HelperGone):
            # Who comes again at once would send the next body in the same millisecond.
            await asyncio.sleep(self.refusal_seconds)
            return refusal(UNAVAILABLE, FULL, retry_after=RETRY_SECONDS)

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
            raise BodyRefused(UNAVAILABLE) from None
        if length > max_bytes:
            raise BodyRefused(TOO_LARGE)
        return bytes(body)


async def _unless_gone(
    asked: Coroutine[Any, Any, WholeResponse], receive: Receive
) -> WholeResponse:
    """Return an answer; a request whose client leaves gives up its place in the queue.

    :raises Disconnected: the client has left.
    """
    asking = asyncio.ensure_future(asked)
    leaving = asyncio.ensure_future(receive())  # after the body, only that the client has left
    try:
        await asyncio.wait((asking, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not asking.done():
            raise Disconnected
        return asking.result()
    finally:
        leaving.cancel()
        if not asking.done():
            asking.cancel()
            await asyncio.wait((asking,))  # until a call that has begun has ended


application = Front(django_application)
