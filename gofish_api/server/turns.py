"""What an address gets at once: turns at slow requests, and places for large bodies."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from weakref import WeakValueDictionary

from api_kit.refusals import QuotaUsedUp
from games.live.exchange import Receive, WholeResponse
from gofish_api.server.http import Disconnected

MAX_WAITING = 1000
"""How many slow requests of an address wait, of long ones and of others: all that nginx admits."""
MAX_REST_SECONDS = 1.0
LARGE_BODIES, LARGE_OF_ADDRESS = 16, 8
"""How many large bodies are read and answered at once, of all and of an address."""


class SlowTurn(asyncio.Lock):
    """Lets an address run one slow request at a time, so that others find a thread.

    It then rests for as long as that took: two at once without a rest doubled the p99 of asks.
    """

    waiting = 0

    async def run(
        self, django: Callable[[], WholeResponse], threads: ThreadPoolExecutor, receive: Receive
    ) -> WholeResponse:
        """Run a request in a thread at its turn, which lasts until the thread ends, also if the
        caller is cancelled.

        :raises QuotaUsedUp: too many wait.
        :raises Disconnected: the client disconnected before its turn.
        """
        if self.waiting >= MAX_WAITING:
            raise QuotaUsedUp("", retry_after=1)
        self.waiting += 1
        try:
            await self.acquire()
        finally:
            self.waiting -= 1
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(0):
                    await receive()  # the body is read, so nothing comes but the end
                    raise Disconnected
            running = loop.run_in_executor(threads, django)
        except BaseException:
            self.release()
            raise
        running.add_done_callback(
            lambda _: loop.call_later(min(loop.time() - began, MAX_REST_SECONDS), self.release)
        )
        return await asyncio.shield(running)


class LargeBodies:
    """Bounds how many large bodies are in memory, of an address and of all."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(LARGE_BODIES)
        self._of_address = WeakValueDictionary[str | None, asyncio.Semaphore]()

    async def take_place(self, address: str | None, held: AsyncExitStack) -> None:
        """Wait for a place; ``held`` keeps it until it is closed."""
        own = self._of_address.setdefault(address, asyncio.Semaphore(LARGE_OF_ADDRESS))
        await held.enter_async_context(own)
        await held.enter_async_context(self._all)
