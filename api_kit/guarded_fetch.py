"""Fetch addresses that strangers chose, without reaching anything but the public internet.

Only ``https`` to port 443 of globally reachable addresses. A name is resolved once, and the
connection goes to an address that was checked. No redirect is followed, no proxy is used, TLS is
verified, and the size and the time of the whole exchange are bounded. The setting
``FETCH_ALSO_FROM`` lists addresses that are reachable all the same, on any port, for tests.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import AsyncIterator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import httpcore
from django.conf import settings
from django.utils.datastructures import CaseInsensitiveMapping

LONGEST_URL = 500
TIMEOUT_SECONDS = 10.0
MOST_BYTES = 16 * 1024
_HTTPS = 443
_MOST_TRIED = 4
"""Addresses of a name that are tried, in the order of the resolver."""
_HOST = re.compile(
    r"(?=.{1,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?",
    re.ASCII,
)
_VISIBLE = re.compile(r"[!-~]+", re.ASCII)
_NAT64 = IPv6Network("64:ff9b::/96")
_UNICAST = IPv6Network("2000::/3")
"""All that IANA assigns of IPv6."""
_SPECIAL = [
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24"),
        *("192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
]
"""IANA's special-purpose registries of 2025 inside unicast, and multicast. Python's own answer
depends on its version. The entries that are globally reachable (anycast of PCP, TURN, AMT and
AS112, identifiers) are refused too: they lead to the nearest router, where no app listens. So are
the tunnels 6to4 and Teredo, whatever address is in them.
"""

_resolving = ThreadPoolExecutor(128, thread_name_prefix="resolver")
"""Threads of its own: a resolver cannot be interrupted, and its callers do not wait for it. There
are two for each try of a webhook, as names of others may take longer than a try.
"""


class FetchFailed(Exception):
    """Nothing usable was fetched; ``reason`` is a code and ``str()`` a sentence."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Fetched(NamedTuple):
    """An answer. The names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def split(url: str) -> SplitResult:
    """Return the parts of an address that may be fetched, as far as its text shows.

    :raises FetchFailed: ``bad_url``.
    """
    if len(url) > LONGEST_URL or not _VISIBLE.fullmatch(url):
        raise FetchFailed("bad_url", f"Send at most {LONGEST_URL} visible ASCII characters.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise FetchFailed("bad_url", "This is no URL.") from None
    if parts.scheme != "https" or not parts.hostname:
        raise FetchFailed("bad_url", "The URL must start with https:// and a host.")
    if "@" in parts.netloc or "#" in url or "\\" in url:
        raise FetchFailed("bad_url", "The URL must have neither a user nor a fragment.")
    if not (_HOST.fullmatch(parts.hostname) or _literal(parts.hostname)):
        raise FetchFailed("bad_url", "The host is neither a name in ASCII nor an IP address.")
    if port not in (None, _HTTPS) and not settings.FETCH_ALSO_FROM:
        raise FetchFailed("bad_url", "The port must be 443.")
    return parts


def host_of(url: str) -> str:
    """Return the host of a checked address in lower case, for counting by host."""
    return urlsplit(url).hostname or ""


def fetch_now(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    most_bytes: int = MOST_BYTES,
    seconds: float = TIMEOUT_SECONDS,
) -> Fetched:
    """Send a request and return the whole answer, whatever its status; 3xx is an answer too.

    The thread must have no event loop.

    :raises FetchFailed: ``bad_url``, ``unresolved``, ``address_refused`` (one of the name's
        addresses is not globally reachable), ``unreachable`` (no connection, TLS not valid, no
        HTTP), ``too_long``, ``too_slow``.
    """
    exchange = _exchange(split(url), method, headers or {}, body, most_bytes)
    try:
        return asyncio.run(asyncio.wait_for(exchange, seconds))
    except (TimeoutError, httpcore.TimeoutException):
        raise FetchFailed("too_slow", f"No whole answer within {seconds:g} seconds.") from None
    except (OSError, httpcore.NetworkError, httpcore.ProtocolError) as error:
        # The text of an error may quote the answer.
        raise FetchFailed("unreachable", f"No answer: {type(error).__name__}.") from None


async def _exchange(
    parts: SplitResult, method: str, headers: Mapping[str, str], body: bytes, most_bytes: int
) -> Fetched:
    host, port = str(parts.hostname), parts.port or _HTTPS
    addresses = await _checked_addresses(host, port)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    written = f"[{host}]" if ":" in host else host
    ours = {
        "Host": written if port == _HTTPS else f"{written}:{port}",
        "Accept-Encoding": "identity",
        "User-Agent": "go-fish-service",
        "Connection": "close",
    }
    length = {"Content-Length": str(len(body))} if body else {}
    sent = CaseInsensitiveMapping([*ours.items(), *headers.items(), *length.items()])
    async with (
        httpcore.AsyncConnectionPool(
            ssl_context=_verifying(), network_backend=_Pinned(addresses)
        ) as pool,
        pool.stream(
            method,
            httpcore.URL(scheme="https", host=host, port=port, target=target),
            headers=list(sent.items()),
            content=body or None,
        ) as answer,
    ):
        received = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in answer.headers
        }
        return Fetched(answer.status, received, await _read(answer.aiter_stream(), most_bytes))


async def _read(pieces: AsyncIterator[bytes], most_bytes: int) -> bytes:
    body = b""
    async for piece in pieces:
        body += piece
        if len(body) > most_bytes:
            raise FetchFailed("too_long", f"The answer has more than {most_bytes} bytes.")
    return body


class _Pinned(httpcore.AsyncNetworkBackend):
    """Connects to checked addresses, whatever the host of the request resolves to by now."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self._addresses = list(addresses)
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address that answers."""
        *others, last = self._addresses
        for address in others:
            try:
                async with asyncio.timeout(2):  # an address family may be dead
                    return await self._backend.connect_tcp(address, port)
            except (TimeoutError, OSError, httpcore.NetworkError):
                continue
        return await self._backend.connect_tcp(last, port)


async def _checked_addresses(host: str, port: int) -> list[str]:
    """Resolve a name once. Every address must be allowed, so that the result does not depend on
    order.
    """
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(_resolving, _resolve, host, port)
    except (OSError, UnicodeError):
        raise FetchFailed("unresolved", "The name of the host is unknown.") from None
    addresses = list(dict.fromkeys(found))
    for address in addresses:
        if not is_allowed(address, port=port):
            raise FetchFailed(
                "address_refused", "The host has an address that is not globally reachable."
            )
    return addresses[:_MOST_TRIED]


def _resolve(host: str, port: int) -> list[str]:
    return [
        str(sockaddr[0]) for *_, sockaddr in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    ]


def is_allowed(text: str, *, port: int) -> bool:
    """Return whether a connection may go to an address and a port."""
    address = _literal(text)
    if address is None:
        return False
    if text in settings.FETCH_ALSO_FROM:
        return True
    return port == _HTTPS and is_global(address)


def is_global(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is globally reachable, and of no special purpose.

    The IPv4 address inside a mapped one or one of NAT64 counts.
    """
    if isinstance(address, IPv6Address):
        if address.scope_id is not None:
            return False
        inner = address.ipv4_mapped
        if address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_global(inner)
        if address not in _UNICAST:
            return False
    return not any(address in network for network in _SPECIAL)


def _literal(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


@cache
def _verifying() -> ssl.SSLContext:
    """Return the context that verifies with the certificates of the system."""
    return ssl.create_default_context()
