"""Quotas: how many uses are allowed in a fixed time window, by account or by IP address.

A count is one number that Django's cache increments atomically, so processes that share the cache
share the quota. The setting ``RATES`` has the rates: ``{"registration": "60/hour"}``; ``none``: no
limit.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

_WITH_PORT = re.compile(r"([0-9.]+):[0-9]{1,5}|\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?", re.ASCII)


def address_of(request: HttpRequest) -> str | None:
    """Return the address of the client, or None if there is none.

    An IPv6 address is reduced to its /64, the smallest network that a customer gets. IPv4 mapped
    into IPv6 is IPv4. Only the last ``PROXY_COUNT`` entries of ``X-Forwarded-For`` are trusted; an
    entry that is no address counts as the address of the proxy.
    """
    return of_environ(request.META)


def of_environ(environ: Mapping[str, Any]) -> str | None:
    """Return the address of the client from a WSGI environ or ``META``; see :func:`address_of`."""
    peer: str = environ.get("REMOTE_ADDR", "")
    hops = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
    trusted = settings.PROXY_COUNT
    forwarded = _parse(hops[-min(trusted, len(hops))]) if trusted else None
    address = forwarded or _parse(peer)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False).network_address)
    return str(address) if address else None


@lru_cache(maxsize=4096)
def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address with or without a port: some proxies write ``1.2.3.4:5`` or ``[::1]:5``."""
    text = text.strip(" \t")
    match = _WITH_PORT.fullmatch(text)
    try:
        address = ip_address(text if match is None else match[1] or match[2])
    except ValueError:
        return None
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


SECONDS_OF_PERIOD = {"sec": 1, "min": 60, "hour": 3600, "day": 24 * 3600}


class Quota(NamedTuple):
    """At most ``most`` uses in a window of ``seconds``."""

    name: str
    most: int
    seconds: int


class QuotaStanding(NamedTuple):
    """The state of a quota: its uses, and the seconds until it resets."""

    quota: Quota
    used: int
    reset: int
    key: str
    """The cache key of the count."""

    @property
    def left(self) -> int:
        return max(self.quota.most - self.used, 0)

    @property
    def is_exceeded(self) -> bool:
        return self.used > self.quota.most


@lru_cache
def read(name: str, rate: str) -> Quota | None:
    """Parse a rate such as ``60/hour``; return None for ``none``.

    :raises ValueError: it is no rate.
    """
    if rate == "none":
        return None
    most, _, period = rate.partition("/")
    if not most.isdecimal() or int(most) < 1 or period not in SECONDS_OF_PERIOD:
        raise ValueError(f"{name}={rate} is no rate. Use a form such as 60/hour, or none.")
    return Quota(name, int(most), SECONDS_OF_PERIOD[period])


def take(name: str, who: str, *, uses: int = 1, now: float) -> QuotaStanding | None:
    """Count uses by ``who``; return None if there is no quota. ``now`` is in Unix seconds."""
    quota = read(name, settings.RATES[name])
    if quota is None:
        return None
    window, gone = divmod(int(now), quota.seconds)
    key = f"quota:{name}:{window}:{sha256(who.encode()).hexdigest()}"
    return QuotaStanding(quota, _count(key, uses, quota.seconds), quota.seconds - gone, key)


def give_back(standing: QuotaStanding, *, uses: int = 1) -> QuotaStanding:
    """Undo uses that led to this standing; return the standing without them."""
    with suppress(ValueError):  # the window is over, or the cache was full and dropped the key
        cache.decr(standing.key, uses)
    return standing._replace(used=standing.used - uses)


def _count(key: str, uses: int, seconds: int) -> int:
    try:
        return cache.incr(key, uses)
    except ValueError:  # the first of its window, or the cache was full and dropped the key
        if cache.add(key, uses, timeout=seconds):
            return uses
    return _count(key, uses, seconds)
