"""The ASGI front of `serve`: it reads requests and holds connections; Django answers in threads.

Django under WSGI needs a tenth of the processor time that it needs under ASGI, but each WSGI
request occupies a thread. So the front reads the whole request, within limits of size and time,
before it uses a thread, and sends the answer after the thread is free. Slow clients occupy no
threads. Streams and long polls (`games.api.live`) continue here without a thread.

Each cost class has its own lane (`server.limits.lanes`), so light requests never wait for others.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from typing import Any, TypeAlias
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.db import connection as database

from gofish_api.wsgi import application as django_application
from accounts.limits import addresses
from api_kit.costs import Cost
from api_kit.readable_request import ReadableRequest
from games.api.exports import continuation
from games.api.feeds.exchange import Exchange, Receive, Send, WholeResponse
from games.api.live import start_stream
from games.api.live.connection_registry import ENVIRON_KEY, Connection, ConnectionRegistry
from gofish_api.middleware import other_origins
from gofish_api.observability.alive import ALIVE_BODY
from gofish_api.observability.probe import ALIVE, READY
from gofish_api.server.http import exporting, request_body
from gofish_api.server.http.answer_pieces import ANSWER_BYTES, AnswerCut, PiecewiseSend
from gofish_api.server.http.http_protocol import ABORT, MOST_CONNECTIONS
from gofish_api.server.http.request_body import BODY_BYTES, BODY_SECONDS, BodyRefused, Disconnected
from gofish_api.server.http.wsgi_exchange import Scope, call, environ_of
from gofish_api.server.limits.early_problems import (
    FULL,
    TOO_MANY_EXPORTS,
    UNAVAILABLE,
    for_pages,
    refusal,
)
from gofish_api.server.limits.held_bytes import ByteLimits, HeldBytes, Holder
from gofish_api.server.limits.lanes import (
    BOUNDS,
    RETRY_SECONDS,
    TURN_BOUNDS,
    Bounds,
    Lane,
    LaneFull,
)
from gofish_api.server.limits.request_cost import cost_of, method_of, takes_turn
from gofish_api.server.processes.helper import Helper, HelperGone, is_for_helper, is_page

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

REFUSAL_SECONDS = 1.0
# Measured with eight clients on two cores. On SQLite more threads only compete for the lock: the
# p99 of a write is 20-100 ms with one, 240 with two, 400-700 with four. On PostgreSQL four threads
# answer a fifth more requests than one, and eight as many as four.
IS_SQLITE = database.vendor == "sqlite"
THREADS = 1 if IS_SQLITE else 4

# Paths with a longer limit on the body.
MAX_BYTES_AT = {"/api/v1/transcripts/verify": settings.TRANSCRIPT_MAX_BYTES}


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
        body_bytes: ByteLimits = BODY_BYTES,
        answer_bytes: ByteLimits = ANSWER_BYTES,
        refusal_seconds: float = REFUSAL_SECONDS,
        helper: Helper | None = None,
        exports: exporting.OpenExports | None = None,
    ) -> None:
        self.wsgi = wsgi
        self.exports = exports or exporting.OpenExports()
        self.helper = helper
        self.refusal_seconds = refusal_seconds
        self.max_bytes, self.max_bytes_at = max_bytes, max_bytes_at
        self.body_seconds = body_seconds
        self.bodies, self.answers = HeldBytes(body_bytes), HeldBytes(answer_bytes)
        # A connection has one request at a time, so the limit on connections limits this queue.
        light = Bounds(threads, waiting=MOST_CONNECTIONS, of_one=MOST_CONNECTIONS, ahead=1)
        self.lanes = {
            cost: Lane(cost.value, bound) for cost, bound in {Cost.LIGHT: light, **bounds}.items()
        }
        # What rests before it writes must not keep those waiting who read or play.
        self.turn_lanes = {
            cost: Lane(f"{cost.value}-turns", bound)
            for cost, bound in (TURN_BOUNDS if IS_SQLITE else {}).items()
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
        scope = {**scope, "method": method_of(scope["method"])}
        address = partial(_address, scope)
        sending = PiecewiseSend(send, self.answers, address=address)
        with closing(Holder(self.bodies)) as holder, suppress(Disconnected):
            try:
                _check_origin(scope)
                reading = request_body.read(
                    receive,
                    holder,
                    address=address,
                    max_bytes=self.max_bytes_at.get(scope["path"], self.max_bytes),
                    seconds=self.body_seconds,
                )
                exchange = self._exchange(scope, await reading, receive, sending, holder)
            except BodyRefused as refused:
                answer = for_pages(_refusal_of_body(refused), environ_of(scope, b""))
                exchange = answer.send(sending)
            try:
                await exchange
            except AnswerCut:
                await _abort(scope)

    async def _exchange(
        self, scope: Scope, body: bytes, receive: Receive, send: Send, holder: Holder
    ) -> None:
        """Answer a request whose body has been read.

        :raises Disconnected: the client disconnected before the answer.
        """
        if continuation.is_export(scope["method"], scope["path"]):
            await self._export(scope, body, receive, send)
            return
        with closing(Connection(self.registry)) as connection:
            cost = cost_of(scope["method"], scope["path"])
            answering = self._answer(scope, body, {ENVIRON_KEY: connection}, cost)
            if cost == Cost.LIGHT and self._lane(scope, cost).is_free:
                answer = await answering
            else:
                answer = await _unless_disconnected(answering, receive)
            body = b""  # not needed to send the answer, nor for the answer after a long poll
            holder.close()
            if connection.hold is None:
                await answer.send(send)
            else:
                # The answer after a long poll is short, so it is light: many polls may end at once.
                repeat = partial(self._answer, scope, body, {}, Cost.LIGHT)
                exchange = Exchange(answer, repeat, receive, send)
                del answer  # the exchange forgets it too once it is sent
                await connection.hold(exchange)

    def close(self) -> None:
        """End streams and long polls, and refuse requests that wait in lanes.

        Still answer light ones.
        """
        self.registry.close()
        for cost, lane in (*self.lanes.items(), *self.turn_lanes.items()):
            if cost != Cost.LIGHT:
                lane.close()
        if self.helper is not None:
            self.helper.close()

    async def _export(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """Answer a request for an export, piece by piece, within the limits on open exports.

        :raises Disconnected: the client disconnected before the first piece.
        """
        with self.exports.place(_address(scope)) as is_free:
            if not is_free:
                answer = refusal(TOO_MANY_EXPORTS, retry_after=start_stream.RETRY_SECONDS)
                await for_pages(answer, environ_of(scope, b"")).send(send)
                return

            def next_piece(cursor: str) -> Coroutine[Any, Any, WholeResponse]:
                return self._answer(scope, body, {continuation.AFTER: cursor}, Cost.HEAVY)

            first = await _unless_disconnected(self._answer(scope, body, {}, Cost.HEAVY), receive)
            if exporting.is_export(first):
                await exporting.send_all(first, next_piece, receive, send)
            else:
                await first.send(send)

    def _lane(self, scope: Scope, cost: Cost) -> Lane:
        if cost in self.turn_lanes and takes_turn(scope["method"], scope["path"]):
            return self.turn_lanes[cost]
        return self.lanes[cost]

    async def _answer(
        self, scope: Scope, body: bytes, more: Mapping[str, Any], cost: Cost
    ) -> WholeResponse:
        """Let Django answer in a thread of the lane, with ``more`` in its environment.

        Answers `/healthz` at once.
        """
        environ = {**environ_of(scope, body), **more}
        if scope["path"] == ALIVE and scope["method"] in ("GET", "HEAD"):
            return ALIVE_ANSWER  # in the event loop, so that busy threads do not delay it
        django = partial(call, self.wsgi, environ)
        if scope["path"] == READY:
            return await asyncio.get_running_loop().run_in_executor(self.readiness_thread, django)
        if self.helper is not None and is_for_helper(cost, environ):
            django = partial(self.helper.call, cost, environ)
        elif self.helper is not None and is_page(environ):
            self.helper.begin()
        try:
            return await self._lane(scope, cost).run(_address_of(environ), django)
        except (LaneFull, HelperGone):
            # Slows down clients that retry at once.
            await asyncio.sleep(self.refusal_seconds)
            return for_pages(refusal(UNAVAILABLE, FULL, retry_after=RETRY_SECONDS), environ)


def _check_origin(scope: Scope) -> None:
    """Check that the page that sent a request may send it, before its body is read.

    :raises BodyRefused: it may not.
    """
    has_origin = any(name == b"origin" for name, _ in scope["headers"])
    if has_origin and other_origins.is_barred(ReadableRequest(environ_of(scope, b""))):
        raise BodyRefused(other_origins.BARRED)


def _address(scope: Scope) -> str:
    return _address_of(environ_of(scope, b""))


def _address_of(environ: WSGIEnvironment) -> str:
    return addresses.of_environ(environ) or "nowhere"


async def _abort(scope: Scope) -> None:
    """Drop the connection.

    Otherwise the server would first send what is buffered, and log an error.
    """
    if abort := scope.get("state", {}).get(ABORT):
        abort()
        await asyncio.sleep(0)  # the server notices it


def _refusal_of_body(refused: BodyRefused) -> WholeResponse:
    retry_after = RETRY_SECONDS if refused.problem is UNAVAILABLE else None
    return refusal(refused.problem, refused.detail, retry_after=retry_after, closes=True)


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
