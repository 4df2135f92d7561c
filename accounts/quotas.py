"""Quotas: how often somebody may do a thing in a stretch of time. Counted in Django's cache.

A count is one number that the cache raises in one step, so processes that share the cache share the
quota. The rates are the setting ``RATES``: ``{"registration": "60/hour"}``; none is without limit.
"""

from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

SECONDS = {"sec": 1, "min": 60, "hour": 3600, "day": 24 * 3600}


class Quota(NamedTuple):
    """So many uses in a window of so many seconds."""

    name: str
    most: int
    seconds: int


class Standing(NamedTuple):
    """How far a quota is used, and the seconds until it is whole again."""

    quota: Quota
    used: int
    reset: int
    key: str
    """Where the cache counts it."""

    @property
    def left(self) -> int:
        """How many uses are left."""
        return max(self.quota.most - self.used, 0)

    @property
    def is_exceeded(self) -> bool:
        """Whether the last use was one too many."""
        return self.used > self.quota.most


@lru_cache
def read(name: str, rate: str) -> Quota | None:
    """Read a rate such as ``60/hour``; ``none`` has no quota.

    :raises ValueError: it is no rate.
    """
    if rate == "none":
        return None
    most, _, period = rate.partition("/")
    if not most.isdecimal() or int(most) < 1 or period not in SECONDS:
        raise ValueError(f"{name}={rate} is no rate: write 60/hour, or none.")
    return Quota(name, int(most), SECONDS[period])


def take(name: str, who: str, *, now: float) -> Standing | None:
    """Count one use by somebody, ``now`` in seconds since the epoch; none where nothing is counted."""
    quota = read(name, settings.RATES[name])
    if quota is None:
        return None
    window, gone = divmod(int(now), quota.seconds)
    key = f"quota:{name}:{window}:{sha256(who.encode()).hexdigest()}"
    return Standing(quota, _count(key, quota.seconds), quota.seconds - gone, key)


def give_back(standing: Standing) -> Standing:
    """Undo the use that was counted with this standing; return the standing without it."""
    with suppress(ValueError):  # the window is over, or the cache was full and dropped the key
        cache.decr(standing.key)
    return standing._replace(used=standing.used - 1)


def _count(key: str, seconds: int) -> int:
    try:
        return cache.incr(key)
    except ValueError:  # the first of its window, or the cache was full and dropped the key
        if cache.add(key, 1, timeout=seconds):
            return 1
    return _count(key, seconds)
