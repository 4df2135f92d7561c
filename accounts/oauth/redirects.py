"""Redirect addresses, and what they tell about an app."""

import re
from enum import StrEnum
from urllib.parse import urlencode, urlsplit

from accounts.refusals import BadRedirectAddress

LONGEST = 500
LONGEST_ORIGIN = 253
"""Of a host, as in DNS, and of a scheme."""
_VISIBLE = re.compile(r"[!-~]+", re.ASCII)
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?", re.ASCII)
_PRIVATE = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+", re.ASCII)
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class RedirectKind(StrEnum):
    """What is known of the program behind a redirect address."""

    WEB = "web"
    """A site, which its host identifies."""
    LOOPBACK = "loopback"
    """Some program on the player's machine."""
    PRIVATE_SCHEME = "private_scheme"
    """Some program on the player's machine that has registered the scheme."""
    DEVICE = "device"
    """A device without a redirect address."""


def kind_of(address: str) -> tuple[RedirectKind, str]:
    """Return the kind of a redirect address, and the origin to show: a host or a scheme.

    :raises BadRedirectAddress: it is not allowed.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadRedirectAddress("The redirect address is no URL.") from None
    if len(address) > LONGEST or not _VISIBLE.fullmatch(address):
        raise BadRedirectAddress(
            f"A redirect address has at most {LONGEST} visible ASCII characters."
        )
    if "#" in address or "*" in address or "\\" in address or "@" in parts.netloc:
        raise BadRedirectAddress("A redirect address has no fragment, wildcard or user.")
    if max(len(host), len(parts.scheme)) > LONGEST_ORIGIN:
        raise BadRedirectAddress(f"Its host or scheme has over {LONGEST_ORIGIN} characters.")
    if parts.scheme == "https" and _HOST.fullmatch(host):
        return RedirectKind.WEB, host if port in (None, 443) else f"{host}:{port}"
    if parts.scheme == "http" and host in _LOOPBACK:
        return RedirectKind.LOOPBACK, RedirectKind.LOOPBACK
    if _PRIVATE.fullmatch(parts.scheme):
        return RedirectKind.PRIVATE_SCHEME, parts.scheme
    raise BadRedirectAddress(
        "Use https, a private scheme with a dot such as org.example.app:/done, or http on loopback."
    )


def is_listed(address: str, listed: list[str]) -> bool:
    """Return whether an address equals a listed one; on loopback the port may differ."""
    if address in listed:
        return True
    plain = _without_port(address)
    return plain is not None and any(plain == _without_port(each) for each in listed)


def with_answer(address: str, answer: dict[str, str | None]) -> str:
    """Return the address with the parameters of an answer in its query."""
    query = urlencode({name: value for name, value in answer.items() if value is not None})
    return f"{address}{'&' if '?' in address else '?'}{query}"


def _without_port(address: str) -> tuple[str, str, str] | None:
    """Return the parts of a loopback address that matter, or None for another address."""
    try:
        if kind_of(address)[0] is not RedirectKind.LOOPBACK:
            return None
    except BadRedirectAddress:
        return None
    parts = urlsplit(address)
    return parts.hostname or "", parts.path, parts.query
