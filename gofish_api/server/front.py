"""The ASGI front of `serve`: it reads requests and holds connections; Django answers in threads.

Django under WSGI needs a tenth of the processor time that it needs under ASGI, but each WSGI request
occupies a thread. So the front reads the whole request, within limits of size and time, before it
uses a thread, and sends the answer after the thread is free. Slow clients occupy no threads. Streams
and long polls (`games.api.live`) continue here without a thread.

Each cost class has its own lane (`gofish_api.server.lanes`), so light requests never wait for others.
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

# These imports need Django, which the import of the application sets up.
from accounts.limits import addresses  # isort: skip
from api_kit.costs import Cost  # isort: skip
from api_kit.problems import Problem  # isort: skip
from games.api.live.exchange import WholeResponse  # isort: skip
from games.api.live.exchange import Exchange  # isort: skip
from games.api.live.exchange import Receive  # isort: skip
from games.api.live.exchange import Send  # isort: skip
from games.api.live.connection_registry import ConnectionRegistry  # isort: skip
from games.api.live.hold import ENVIRON_KEY  # isort: skip
from games.api.live.hold import Connection  # isort: skip
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
# Bytes of a too large body that are read and dropped: a client that sends the whole body before it
# reads would otherwise get a broken connection instead of the refusal.
DROPPED_BYTES = 8 * 1024 * 1024
# Measured with eight clients on two cores. On SQLite more threads only compete for the lock: the p99
# of a write is 20-100 ms with one, 240 with two, 400-700 with four. On PostgreSQL four threads
# answer a fifth more requests than one, and eight as many as four.
THREADS = 1 if database.vendor == "sqlite" else 4

# Paths with a longer limit on the body.
MAX_BYTES_AT = {"/api/v1/transcripts/verify": settings.TRANSCRIPT_MAX_BYTES}


class BodyRefused(Exception):
    """The body is too large or too slow; the connection closes after the answer."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class Disconnected(Exception):
    """The client disconnected before the answer."""


class Front:
    """An ASGI application that lets ``wsgi`` answer requests and holds open connections itself."""

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
        # A connection has one request at a time, so the limit on connections limits this queue.
        light = Bounds(threads, waiting=MOST_CONNECTIONS, of_one=MOST_CONNECTIONS, ahead=1)
        self.lanes = {
            cost: Lane(cost.value, each) for cost, each in {Cost.LIGHT: light, **bounds}.items()
        }
        # The lanes may all wait for a hanging database, which is what this thread reports.
        self.readiness_thread = ThreadPoolExecutor(1, thread_name_prefix="readyz")
        self.registry = ConnectionRegistry()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request.

        :raises ValueError: it is not an HTTP request.
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
            answering = self._answer(scope, body, connection, cost)
            if cost == Cost.LIGHT and self.lanes[cost].is_free:
                answer = await answering
            else:
                try:
                    answer = await _unless_disconnected(answering, receive)
                except Disconnected:
                    return
            if connection.hold is None:
                await answer.send(send)
            else:
                # The answer after a long poll is short, so it is light: many polls may end at once.
                repeat = partial(self._answer, scope, body, None, Cost.LIGHT)
                await connection.hold(Exchange(answer, repeat, receive, send))

    def close(self) -> None:
        """End streams and long polls, and refuse requests that wait in lanes. Still answer light ones."""
        self.registry.close()
        for cost, lane in self.lanes.items():
            if cost != Cost.LIGHT:
                lane.close()
        if self.helper is not None:
            self.helper.close()

    async def _answer(
        self, scope: Scope, body: bytes, held: Connection | None, cost: Cost
    ) -> WholeResponse:
        """Let Django answer in a thread of the lane; answer `/healthz` at once."""
        environ = environ_of(scope, body) | ({} if held is None else {ENVIRON_KEY: held})
        if scope["path"] == ALIVE and scope["method"] in ("GET", "HEAD"):
            return ALIVE_ANSWER  # in the event loop, so that busy threads do not delay it
        django = partial(call, self.wsgi, environ)
        if scope["path"] == READY:
            return await asyncio.get_running_loop().run_in_executor(self.readiness_thread, django)
        if self.helper is not None and is_for_helper(cost, environ):
            django = partial(self.helper.call, cost, environ)
        address = addresses.of_environ(environ) or "nowhere"
        try:
            return await self.lanes[cost].run(address, django)
        except (LaneFull, HelperGone):
            # Slows down clients that retry at once.
            await asyncio.sleep(self.refusal_seconds)
            return refusal(UNAVAILABLE, FULL, retry_after=RETRY_SECONDS)

    async def _body(self, receive: Receive, max_bytes: int) -> bytes:
        """Read the whole body.

        :raises Disconnected: the client disconnected.
        :raises BodyRefused: the body is too large or too slow, or the server stops.
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
        except asyncio.CancelledError:  # the server stops
            raise BodyRefused(UNAVAILABLE) from None
        if length > max_bytes:
            raise BodyRefused(TOO_LARGE)
        return bytes(body)


async def _unless_disconnected(
    coroutine: Coroutine[Any, Any, WholeResponse], receive: Receive
) -> WholeResponse:
    """Return the answer; if the client disconnects first, remove the request from the queue.

    :raises Disconnected: the client disconnected.
    """
    answering = asyncio.ensure_future(coroutine)
    disconnecting = asyncio.ensure_future(receive())  # after the body it reports only this
    try:
        await asyncio.wait((answering, disconnecting), return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            raise Disconnected
        return answering.result()
    finally:
        disconnecting.cancel()
        if not answering.done():
            answering.cancel()
            await asyncio.wait((answering,))  # a call that has begun finishes


application = Front(django_application)
