"""Lanes: threads for the requests of one cost class, and a fair queue of a bounded length before them."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeAlias, TypeVar

from api_kit.costs import Cost

T = TypeVar("T")
Place: TypeAlias = "asyncio.Future[None]"

RETRY_SECONDS = 2
"""When to come again after a lane was full."""


class Bounds(NamedTuple):
    """How much of a class is let in: how many run at once, and how many wait, of all addresses and of one."""

    threads: int
    waiting: int
    of_one: int
    ahead: int = 0
    """How many calls wait at the threads themselves, so that none is idle between two calls."""


# A school is one address, so one address may fill half of a queue. The longest wait is about two seconds for a
# password or a list, and a minute for a verification; clients that leave give up their place.
BOUNDS = {
    Cost.LIST: Bounds(threads=1, waiting=256, of_one=128),
    Cost.PASSWORD: Bounds(threads=1, waiting=64, of_one=32),
    Cost.HEAVY: Bounds(threads=1, waiting=32, of_one=16),
    Cost.VERIFICATION: Bounds(threads=1, waiting=8, of_one=4),
}


class LaneFull(Exception):
    """As many requests wait as may."""


class Lane:
    """Runs calls in threads of its own. Addresses take turns, however many calls each has. Used from one event loop.

    Tokens have no turns of their own: none is checked yet, and made-up ones would come before others' requests.
    """

    def __init__(self, name: str, bounds: Bounds) -> None:
        self._threads = ThreadPoolExecutor(bounds.threads, thread_name_prefix=name)
        self._bounds = bounds
        self._free = bounds.threads + bounds.ahead
        self._waiting: OrderedDict[str, deque[Place]] = OrderedDict()
        self._of: Counter[str] = Counter()

    async def run(self, address: str, call: Callable[[], T]) -> T:
        """Run a call for an address when its turn comes. A call that has begun is finished though this is cancelled.

        :raises LaneFull: too many wait, or too many of this address.
        :raises CancelledError: this was cancelled before its turn came.
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
        """Whether the next call begins at once."""
        return self._free > 0

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""
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
            if not place.cancelled():  # it was given in the same moment
                self._give_place()
            raise
        finally:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]

    def close(self) -> None:
        """Refuse all calls that wait, and all that come."""
        self._bounds = self._bounds._replace(waiting=0)
        for places in self._waiting.values():
            for place in places:
                if not place.done():
                    place.set_exception(LaneFull())
        self._waiting.clear()
        self._free = 0

    def _give_place(self) -> None:
        """Give a place to the address whose turn it is; others come before its next turn."""
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
