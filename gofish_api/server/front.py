"""The ASGI front of `serve`: it reads requests and holds connections; Django answers in threads.

Under WSGI Django needs a tenth of the processor time of ASGI, but a thread. So the front reads the
whole body first, sends the answer afterwards, and holds streams, polls and exports without one.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, suppress
from functools import partial
from weakref import WeakValueDictionary
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.db import connection as database

from accounts import quotas
from api_kit.endpoint import Cost
from api_kit.refusals import BodyTimeout, BodyTooLarge, ServiceRefusal
from games.live.connection_registry import ENVIRON_KEY, Connection, ConnectionRegistry
from games.live.exchange import Exchange, Receive, Send, WholeResponse
from gofish_api.observability.probe import ALIVE, ALIVE_ANSWER, READY
from gofish_api.server.http import Disconnected, Scope, answer_to, call, cost_of, environ_of
from gofish_api.server.turns import LargeBodies, SlowTurn

# On SQLite more threads only compete for the lock: the p99 of a write is 20-100 ms with one, 240
# with two, 400-700 with four. On PostgreSQL four answer a fifth more than one, and eight no more.
THREADS = 1 if database.vendor == "sqlite" else 4
SLOW_THREADS = 3
LARGE_BYTES = 64 * 1024
BODY_SECONDS = 10.0
# Read of a too large body: clients that send it all first would get a broken connection, not 413.
DROPPED_BYTES = 8 * 1024 * 1024
MAX_BYTES_AT = {"/api/v1/transcripts/verify": settings.TRANSCRIPT_MAX_BYTES}


class Front:
    """An ASGI application that lets ``wsgi`` answer requests and holds open connections itself."""

    def __init__(self, wsgi: WSGIApplication, *, body_seconds: float = BODY_SECONDS) -> None:
        self._wsgi, self._body_seconds = wsgi, body_seconds
        self._quick = ThreadPoolExecutor(THREADS, "quick")
        self._slow = ThreadPoolExecutor(SLOW_THREADS, "slow")
        self._readiness = ThreadPoolExecutor(1, "readyz")  # answers while all others are busy
        self._turns = WeakValueDictionary[tuple[str | None, bool], SlowTurn]()
        self._large_bodies = LargeBodies()
        self.registry = ConnectionRegistry()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        with closing(Connection(self.registry)) as connection, suppress(Disconnected):
            async with AsyncExitStack() as held:
                try:
                    body = await self._read(scope, receive, held)
                    answering = partial(self._answer, scope, body, receive)
                    answer = await answering({ENVIRON_KEY: connection})
                except (ServiceRefusal, asyncio.CancelledError) as error:
                    answer = answer_to(error, environ_of(scope, b""))
            if connection.hold is None or answer.status >= 400:
                await answer.send(send)
            else:
                exchange = Exchange(answer, answering, receive, send)
                del answer  # the exchange forgets it once it is sent
                await connection.hold(exchange)

    def close(self) -> None:
        """End what is held, and refuse slow requests that wait; what runs is finished."""
        self.registry.close()
        self._slow.shutdown(wait=False, cancel_futures=True)

    async def _read(self, scope: Scope, receive: Receive, held: AsyncExitStack) -> bytes:
        """Read the whole body; a large one keeps its place until ``held`` is closed.

        :raises Disconnected: the client disconnected.
        :raises ServiceRefusal: the body is too large or too slow.
        """
        body, length, more = bytearray(), 0, True
        max_bytes = MAX_BYTES_AT.get(scope["path"], settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        try:
            async with asyncio.timeout(self._body_seconds):
                while more and length <= DROPPED_BYTES:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Disconnected
                    chunk, more = message.get("body", b""), message.get("more_body", False)
                    if length <= LARGE_BYTES < length + len(chunk) <= max_bytes:
                        address = quotas.of_environ(environ_of(scope, b""))
                        await self._large_bodies.take_place(address, held)
                    length += len(chunk)
                    if length <= max_bytes:
                        body += chunk
        except TimeoutError:
            raise BodyTimeout from None
        if length > max_bytes:
            raise BodyTooLarge
        return bytes(body)

    async def _answer(
        self, scope: Scope, body: bytes, receive: Receive, more: WSGIEnvironment | None = None
    ) -> WholeResponse:
        """Let Django answer, with ``more`` in its environment.

        :raises Disconnected: the client disconnected before its turn.
        """
        if scope["path"] == ALIVE and scope["method"] in ("GET", "HEAD"):
            return ALIVE_ANSWER  # in the event loop, so that busy threads do not delay it
        environ = {**environ_of(scope, body), **(more or {})}
        django, loop = partial(call, self._wsgi, environ), asyncio.get_running_loop()
        # Without ``more`` it is the short answer after a long poll, of which many end at once.
        cost = cost_of(scope["method"], scope["path"]) if more else Cost.LIGHT
        try:
            if cost == Cost.LIGHT:
                threads = self._readiness if scope["path"] == READY else self._quick
                return await loop.run_in_executor(threads, django)
            # Long ones take turns of their own: streams and games open during an export.
            is_long = cost in (Cost.HEAVY, Cost.VERIFICATION)
            turn = self._turns.setdefault((quotas.of_environ(environ), is_long), SlowTurn())
            return await turn.run(django, self._slow, receive)
        except (ServiceRefusal, asyncio.CancelledError, RuntimeError) as error:
            return answer_to(error, environ)
