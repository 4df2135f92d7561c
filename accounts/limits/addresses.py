"""The IP address of a request, for quotas and lockouts."""

import re
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest

_WITH_PORT = re.compile(r"([0-9.]+):[0-9]{1,5}|\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?", re.ASCII)


def of(request: HttpRequest) -> str | None:
    """Return the address of the client, or None if there is none.

    An IPv6 address is reduced to its /64, the smallest network that a customer gets. IPv4 mapped
    into IPv6 is IPv4. Only the last ``PROXY_COUNT`` entries of ``X-Forwarded-For`` are trusted; an
    entry that is no address counts as the address of the proxy.
    """
    return of_environ(request.META)


def of_environ(environ: Mapping[str, Any]) -> str | None:
    """Return the address of the client from a WSGI environ or ``request.META``; see :func:`of`."""
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
