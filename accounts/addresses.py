"""Where a request comes from, as quotas and lockouts count it."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest


def of(request: HttpRequest) -> str | None:
    """Return the address of the client; of IPv6 the /64, since whoever has one has all of it.

    ``X-Forwarded-For`` is believed as far as ``PROXY_COUNT`` proxies of our own have written it.
    """
    peer: str = request.META.get("REMOTE_ADDR", "")
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    trusted = settings.PROXY_COUNT
    forwarded = _parse(hops[-min(trusted, len(hops))]) if trusted else None
    address = forwarded or _parse(peer)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False).network_address)
    return str(address) if address else None


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
