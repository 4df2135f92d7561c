"""Lanes: the threads for one cost class of requests, with a fair queue of bounded length."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeAlias, TypeVar

from api_kit.costs import Cost

T = TypeVar("T")
Place: TypeAlias = "asyncio.Future[None]"

RETRY_SECONDS = 2
"""When a client can retry after a lane was full."""


class Bounds(NamedTuple):
    """Limits of a lane: running calls, and waiting calls in total and per address."""

    threads: int
    waiting: int
    of_one: int
    ahead: int = 0
    """Calls in the threads' own queue, so that no thread is idle between two calls."""


# A school can be one address, so an address can fill half of a queue. The longest wait is about two
# seconds for a password or a list, and a minute for a verification.
BOUNDS = {
    Cost.LIST: Bounds(threads=1, waiting=256, of_one=128),
    Cost.PASSWORD: Bounds(threads=1, waiting=64, of_one=32),
    Cost.HEAVY: Bounds(threads=1, waiting=32, of_one=16),
    Cost.VERIFICATION: Bounds(threads=1, waiting=8, of_one=4),
}


class LaneFull(Exception):
    """Too many requests are waiting."""


class Lane:
    """Runs calls in its own threads. Addresses take turns, however many calls each has. Not thread-safe.

    Turns are not per token: tokens are not checked yet, so invented ones would get turns too.
    """

    def __init__(self, name: str, bounds: Bounds) -> None:
        self._threads = ThreadPoolExecutor(bounds.threads, thread_name_prefix=name)
        self._bounds = bounds
        self._free = bounds.threads + bounds.ahead
        self._waiting: OrderedDict[str, deque[Place]] = OrderedDict()
        self._of: Counter[str] = Counter()

    async def run(self, address: str, call: Callable[[], T]) -> T:
        """Run a call at its address's turn. A call that has begun finishes even if this is cancelled.

        :raises LaneFull: too many calls wait, in total or for this address.
        :raises CancelledError: this was cancelled before the call began.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)
        future = asyncio.get_running_loop().run_in_executor(self._threads, call)
        future.add_done_callback(lambda _: self._give_place())
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            await asyncio.wait((future,))
            return future.result()

    @property
    def is_free(self) -> bool:
        """Whether the next call would begin at once."""
        return self._free > 0

    @property
    def waiting(self) -> int:
        """The number of waiting calls."""
        return self._of.total()

    async def _wait(self, address: str) -> None:
        of_one = self._of[address]
        if self.waiting >= self._bounds.waiting or of_one >= self._bounds.of_one:
            raise LaneFull
        place: Place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(place)
        self._of[address] += 1
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # its turn came in the same moment
                self._give_place()
            raise
        finally:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]

    def close(self) -> None:
        """Refuse all waiting and future calls."""
        self._bounds = self._bounds._replace(waiting=0)
        for places in self._waiting.values():
            for place in places:
                if not place.done():
                    place.set_exception(LaneFull())
        self._waiting.clear()
        self._free = 0

    def _give_place(self) -> None:
        """Give the place to the next address, which then goes to the end of the queue."""
        while self._waiting:
            name, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[name] = places
            if not place.done():
                place.set_result(None)
                return
        if self._bounds.waiting:
            self._free += 1
