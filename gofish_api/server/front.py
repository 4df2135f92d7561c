"""The ASGI front of `serve`: it reads requests and holds connections; Django answers in threads.

Django needs a tenth of the processor time under WSGI that it needs under ASGI, but a WSGI request
occupies a thread. So the front reads the whole body before it takes a thread, and sends the answer
after the thread is free. Streams, long polls and exports continue without a thread.
"""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, suppress
from functools import partial
from http import HTTPStatus
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.db import connection as database

from gofish_api.wsgi import application as django_application
from accounts import quotas
from api_kit.endpoint import Cost
from api_kit.refusals import (
    BodyTimeout,
    BodyTooLarge,
    QuotaUsedUp,
    ServiceBusy,
    ServiceRefusal,
)
from games.live.connection_registry import ENVIRON_KEY, Connection, ConnectionRegistry
from games.live.exchange import Exchange, Receive, Send, WholeResponse
from gofish_api.observability.probe import ALIVE, ALIVE_ANSWER, READY
from gofish_api.server.http import Disconnected, Scope, answer_to, call, cost_of, environ_of

# On SQLite more threads only compete for the lock: the p99 of a write is 20-100 ms with one, 240
# with two, 400-700 with four. On PostgreSQL four answer a fifth more than one, and eight no more.
THREADS = 1 if database.vendor == "sqlite" else 4
SLOW_THREADS = 3
MAX_REST_SECONDS = 1.0
MAX_WAITING = 1000
"""How many slow requests of an address wait, of long ones and of others: all that nginx admits."""
LARGE_BYTES, LARGE_BODIES, LARGE_OF_ADDRESS = 64 * 1024, 16, 8
"""Size of a large body, and how many are read and answered at once, of all and of an address."""
BODY_SECONDS = 10.0
# Bytes of a too large body that are read and dropped: a client that sends the whole body before it
# reads would otherwise get a broken connection instead of the refusal.
DROPPED_BYTES = 8 * 1024 * 1024
MAX_BYTES_AT = {"/api/v1/transcripts/verify": settings.TRANSCRIPT_MAX_BYTES}


class SlowTurn(asyncio.Lock):
    """Lets an address run one slow request at a time, so that others find a thread.

    It then rests for as long as the request took: two at once without a rest doubled the p99 of
    asks.
    """

    waiting = 0

    async def take(self) -> None:
        """Wait for it.

        :raises QuotaUsedUp: too many wait.
        """
        if self.waiting >= MAX_WAITING:
            raise QuotaUsedUp("", retry_after=1)
        self.waiting += 1
        try:
            await self.acquire()
        finally:
            self.waiting -= 1

    def rest(self, took: float) -> None:
        """Release it after a rest; ``took`` is in seconds."""
        asyncio.get_running_loop().call_later(min(took, MAX_REST_SECONDS), self.release)


class Front:
    """An ASGI application that lets ``wsgi`` answer requests and holds open connections itself."""

    def __init__(self, wsgi: WSGIApplication, *, body_seconds: float = BODY_SECONDS) -> None:
        self._wsgi, self._body_seconds = wsgi, body_seconds
        self._quick = ThreadPoolExecutor(THREADS, "quick")
        self._slow = ThreadPoolExecutor(SLOW_THREADS, "slow")
        self._readiness = ThreadPoolExecutor(1, "readyz")  # answers while all others are busy
        self._turns = WeakValueDictionary[tuple[str | None, bool], SlowTurn]()
        self._large_bodies = asyncio.Semaphore(LARGE_BODIES)
        self._large_of = WeakValueDictionary[str | None, asyncio.Semaphore]()
        self.registry = ConnectionRegistry()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        with closing(Connection(self.registry)) as connection, suppress(Disconnected):
            async with AsyncExitStack() as held:
                try:
                    body = await self._read(scope, receive, held)
                    answering = partial(self._answer, scope, body, receive)
                    answer = await answering({ENVIRON_KEY: connection})
                except ServiceRefusal as refusal:
                    answer = answer_to(refusal, environ_of(scope, b""))
            if connection.hold is None or answer.status >= HTTPStatus.BAD_REQUEST:
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
        """Read the whole body; a large one keeps its places until ``held`` is closed.

        :raises Disconnected: the client disconnected.
        :raises ServiceRefusal: the body is too large or too slow, or the server stops.
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
                        own = asyncio.Semaphore(LARGE_OF_ADDRESS)
                        own = self._large_of.setdefault(address, own)
                        await held.enter_async_context(own)
                        await held.enter_async_context(self._large_bodies)
                    length += len(chunk)
                    if length <= max_bytes:
                        body += chunk
        except TimeoutError:
            raise BodyTimeout from None
        except asyncio.CancelledError:
            raise ServiceBusy from None
        if length > max_bytes:
            raise BodyTooLarge
        return bytes(body)

    async def _answer(
        self,
        scope: Scope,
        body: bytes,
        receive: Receive,
        more: Mapping[str, Any] = MappingProxyType({}),
    ) -> WholeResponse:
        """Let Django answer, with ``more`` in its environment.

        :raises Disconnected: the client disconnected before its turn.
        """
        if scope["path"] == ALIVE and scope["method"] in ("GET", "HEAD"):
            return ALIVE_ANSWER  # in the event loop, so that busy threads do not delay it
        environ = {**environ_of(scope, body), **more}
        django = partial(call, self._wsgi, environ)
        loop = asyncio.get_running_loop()
        try:
            if scope["path"] == READY:
                return await loop.run_in_executor(self._readiness, django)
            # Without ``more`` it is the short answer after a long poll, of which many end at once.
            cost = cost_of(scope["method"], scope["path"]) if more else Cost.LIGHT
            if cost == Cost.LIGHT:
                return await loop.run_in_executor(self._quick, django)
            # Long ones take turns of their own: streams and games open during an export.
            is_long = cost in (Cost.HEAVY, Cost.VERIFICATION)
            turn = self._turns.setdefault((quotas.of_environ(environ), is_long), SlowTurn())
            await turn.take()
            began = loop.time()
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(0):
                        await receive()  # the body is read, so nothing comes but the end
                        raise Disconnected
                running = loop.run_in_executor(self._slow, django)
            except BaseException:
                turn.release()
                raise
            # A reader who leaves does not stop the thread.
            running.add_done_callback(lambda _: turn.rest(loop.time() - began))
            return await asyncio.shield(running)
        except QuotaUsedUp as refusal:
            return answer_to(refusal, environ)
        except (asyncio.CancelledError, RuntimeError):  # the server stops, or no thread is left
            return answer_to(ServiceBusy(), environ)


application = Front(django_application)
