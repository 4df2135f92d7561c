"""Lanes: the threads for one cost class of requests, with a fair queue of bounded length."""

import asyncio
from collections import OrderedDict
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


# A school can be one address, so an address can fill half of a queue, as long as others leave room.
# The longest wait is about two seconds for a password or a list, and a minute for a verification.
BOUNDS = {
    Cost.LIST: Bounds(threads=1, waiting=256, of_one=128),
    Cost.PASSWORD: Bounds(threads=1, waiting=64, of_one=32),
    Cost.HEAVY: Bounds(threads=1, waiting=32, of_one=16),
    Cost.VERIFICATION: Bounds(threads=1, waiting=8, of_one=4),
}

# On SQLite, requests that write anything but moves take turns with other processes, and rest
# (`accounts.sqlite`). The longest wait is about ten seconds; opening 100 games takes as long.
TURN_BOUNDS = {
    Cost.LIGHT: Bounds(threads=1, waiting=128, of_one=64),
    Cost.LIST: Bounds(threads=1, waiting=128, of_one=64),
    Cost.HEAVY: Bounds(threads=1, waiting=8, of_one=4),
}


class LaneFull(Exception):
    """Too many requests are waiting."""


class Lane:
    """Runs calls in its own threads.

    Addresses take turns, however many calls each has. Not thread-safe.

    When the queue is full, the address with the most waiting calls loses its newest one to an
    address that has at least two fewer. Turns are not per token: tokens are not checked yet, so
    invented ones would get turns too.
    """

    def __init__(self, name: str, bounds: Bounds) -> None:
        self._threads = ThreadPoolExecutor(bounds.threads, thread_name_prefix=name)
        self._bounds = bounds
        self._free = bounds.threads + bounds.ahead
        self._waiting: OrderedDict[str, OrderedDict[Place, None]] = OrderedDict()
        self._count = 0

    async def run(self, address: str, call: Callable[[], T]) -> T:
        """Run a call at its address's turn.

        A call that has begun finishes even if this is cancelled.

        :raises LaneFull: too many calls wait, in total or for this address, or this call gave way
            to another address.
        :raises CancelledError: this was cancelled before the call began.
        :raises RuntimeError: the system has no thread left. A later call may also run this one.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)
        try:
            future = asyncio.get_running_loop().run_in_executor(self._threads, call)
        except RuntimeError:
            self._give_place()
            raise
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
        return self._count

    def close(self) -> None:
        """Refuse all waiting and future calls."""
        self._bounds = self._bounds._replace(waiting=0)
        while self._waiting:
            self._refuse_newest(next(iter(self._waiting)))
        self._free = 0

    async def _wait(self, address: str) -> None:
        self._make_room(address)
        place: Place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, OrderedDict())[place] = None
        self._count += 1
        try:
            await place
        except asyncio.CancelledError:
            if place.cancelled():
                if place in self._waiting.get(address, ()):
                    self._remove(address, place)
            elif place.exception() is None:  # its turn came in the same moment
                self._give_place()
            raise

    def _make_room(self, address: str) -> None:
        """Make room for one more waiting call of an address.

        :raises LaneFull: the address has its share.
        """
        own = len(self._waiting.get(address, ()))
        if own >= self._bounds.of_one:
            raise LaneFull
        if self._count < self._bounds.waiting:
            return
        most = max(self._waiting, key=lambda name: len(self._waiting[name]), default=address)
        if len(self._waiting.get(most, ())) < own + 2:  # the two would only exchange their places
            raise LaneFull
        self._refuse_newest(most)

    def _refuse_newest(self, address: str) -> None:
        place = next(reversed(self._waiting[address]))
        self._remove(address, place)
        if not place.done():  # its task was cancelled and has not run since
            place.set_exception(LaneFull())

    def _remove(self, address: str, place: Place) -> None:
        places = self._waiting[address]
        del places[place]
        self._count -= 1
        if not places:
            del self._waiting[address]

    def _give_place(self) -> None:
        """Give the place to the next address, which then goes to the end of the queue."""
        while self._waiting:
            address, places = next(iter(self._waiting.items()))
            place = next(iter(places))
            self._waiting.move_to_end(address)
            self._remove(address, place)
            if not place.done():
                place.set_result(None)
                return
        if self._bounds.waiting:
            self._free += 1
