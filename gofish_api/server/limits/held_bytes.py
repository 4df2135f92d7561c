"""Limit the bytes that the process holds for slow clients: request bodies, and answers being sent.

Beyond a limit, the address with the most bytes loses its oldest request, so slow clients lose
theirs before others are refused.
"""

import asyncio
from collections import Counter, OrderedDict
from typing import NamedTuple


class ByteLimits(NamedTuple):
    """Limits on bytes, in total and of one address."""

    total: int
    of_one: int


class HeldBytes:
    """The held bytes of all requests. Not thread-safe."""

    def __init__(self, limits: ByteLimits) -> None:
        self._limits = limits
        self._holders: dict[str, OrderedDict[Holder, None]] = {}
        self._sizes: Counter[str] = Counter()
        self.total = 0

    def count(self, holder: "Holder", size: int) -> None:
        """Count more bytes of a request."""
        self._holders.setdefault(holder.address, OrderedDict())[holder] = None
        self._sizes[holder.address] += size
        self.total += size

    def forget(self, holder: "Holder") -> None:
        """Stop counting a request."""
        address = holder.address
        if holder in self._holders.get(address, ()):
            del self._holders[address][holder]
            self._sizes[address] -= holder.size
            self.total -= holder.size
            if not self._holders[address]:
                del self._holders[address], self._sizes[address]

    def make_room(self, holder: "Holder") -> bool:
        """End older requests until the limits hold; return whether they do."""
        while self._sizes[holder.address] > self._limits.of_one:
            if not self._end_oldest(holder.address, holder):
                return False
        while self.total > self._limits.total:
            most = max(self._sizes, key=lambda address: self._sizes[address])
            if not self._end_oldest(most, holder):
                return False
        return True

    def _end_oldest(self, address: str, newest: "Holder") -> bool:
        return any(holder is not newest and holder.end() for holder in self._holders[address])


class Holder:
    """The bytes of one request, which belongs to the current task."""

    __slots__ = ("_all", "_task", "address", "has_ended", "size")

    def __init__(self, all_bytes: HeldBytes) -> None:
        self._all = all_bytes
        self._task = asyncio.current_task()
        self.address, self.size, self.has_ended = "", 0, False

    def grow_to(self, size: int, address: str) -> bool:
        """Hold ``size`` bytes in all; return False if they exceed a limit even after older ones
        ended.
        """
        self.address = address
        self._all.count(self, size - self.size)
        self.size = size
        return self._all.make_room(self)

    def end(self) -> bool:
        """Cancel the task; return False if it cannot be cancelled any more."""
        if self._task is None:
            return False
        self.has_ended = True
        self._task.cancel()
        self.close()
        return True

    def keep(self) -> None:
        """Hold the bytes until ``close``, whatever else happens: the request is complete."""
        self._task = None

    def close(self) -> None:
        """Hold no bytes any more."""
        self._all.forget(self)
        self._task, self.size = None, 0
