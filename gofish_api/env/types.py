"""Types of settings: each reads the text of a variable.

They raise ValueError with an explanation, which never quotes a URL or a key: it may contain a
password.
"""

import math
import re
from collections.abc import Callable
from email.utils import parseaddr
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import SplitResult, urlsplit

import environ

from gofish_api.env.variables import quoted

T = TypeVar("T", int, float)

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?"
_IPV6 = r"\[[0-9A-Fa-f:.]+\]"
_NAME = rf"{_LABEL}(?:\.{_LABEL})*"
_HOST = re.compile(rf"\*|{_IPV6}|\.?{_NAME}")
_ORIGIN = re.compile(rf"https?://(?:{_IPV6}|(?:\*\.)?{_NAME})(?::([0-9]{{1,5}}))?")
_PATH = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")
_RATE = re.compile(r"none|[1-9][0-9]*/(?:sec|min|hour|day)")

MAX_PORT = 65_535


def switch(text: str) -> bool:
    """Read a boolean. Other text is an error, so that a typo does not mean false.

    :raises ValueError: the value is neither.
    """
    if (word := text.strip().lower()) in ("true", "yes", "on", "1"):
        return True
    if word in ("false", "no", "off", "0"):
        return False
    raise ValueError(f"{quoted(text)} is neither true nor false.")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a type for whole numbers from ``least`` to ``most``."""
    return _number(int, least, most, "a whole number")


def decimal_number(least: float, most: float) -> Callable[[str], float]:
    """Return a type for numbers from ``least`` to ``most``."""
    return _number(float, least, most, "a number")


def _number(kind: type[T], least: T, most: T, words: str) -> Callable[[str], T]:
    def read(text: str) -> T:
        try:
            # Python also takes 1_000, and other alphabets' digits.
            value = kind(text) if text.isascii() and "_" not in text else kind("none")
        except ValueError:
            raise ValueError(f"{quoted(text)} is not {words}.") from None
        if math.isnan(value) or not least <= value <= most:
            raise ValueError(f"{quoted(text)} is not from {least} to {most}.")
        return value

    read.__name__ = f"{words} from {least} to {most}"  # argparse shows it for a wrong option
    return read


port = whole_number(0, MAX_PORT)


def one_of(*words: str) -> Callable[[str], str]:
    """Return a type that accepts these words in any case."""

    def read(text: str) -> str:
        if (word := text.strip().upper()) not in words:
            raise ValueError(f"{quoted(text)} is none of {', '.join(words)}.")
        return word

    return read


def hosts(text: str) -> list[str]:
    """Read host names without scheme, port and path.

    :raises ValueError: a name is not valid.
    """
    return _matching(text, _HOST, "write fish.example.org, .example.org or [2001:db8::1]")


def address(text: str) -> str:
    """Read a host name or an IP address.

    :raises ValueError: it is neither.
    """
    if not re.fullmatch(_NAME, text):
        try:
            ip_address(text)
        except ValueError:
            advice = "write 127.0.0.1, :: or a name, without a port"
            raise ValueError(f"{quoted(text)}: {advice}.") from None
    return text


def origins(text: str) -> list[str]:
    """Read origins of web pages.

    :raises ValueError: a text is not an origin.
    """
    return _matching(text, _ORIGIN, "write https://fish.example.org, without a path")


def web_page(text: str) -> str:
    """Read the address of a web page, without a query and a fragment.

    :raises ValueError: it is not one.
    """
    advice = "write https://play.example.org/ or https://play.example.org/join"
    url = _url(text, "http", "https", advice=advice)
    if not url.hostname or url.username or "?" in text or "#" in text or " " in text:
        raise ValueError(f"the address is not that of a page; {advice}.")
    return text if url.path else f"{text}/"


def cors_origins(text: str) -> list[str]:
    """Read origins of web pages, ``*`` for any page, or ``none``.

    :raises ValueError: a text is not an origin.
    """
    if (word := text.strip().lower()) in ("*", "none"):
        return ["*"] if word == "*" else []
    return origins(text)


def _matching(text: str, pattern: re.Pattern[str], advice: str) -> list[str]:
    found = [each.strip() for each in text.split(",") if each.strip()]
    for each in found:
        match = pattern.fullmatch(each)
        if not match or (match.lastindex and int(match[1]) > MAX_PORT):
            raise ValueError(f"{quoted(each)}: {advice}.")
    return found


def path_except(*taken: str) -> Callable[[str], str]:
    """Return a type for a path that does not begin with one of the ``taken`` names."""

    def read(text: str) -> str:
        path = text.strip("/")
        if not _PATH.fullmatch(path):
            raise ValueError(f"{quoted(text)} is not a path such as back-office/.")
        if path.partition("/")[0] in taken:
            raise ValueError(f"{quoted(text)} is a path of the service itself; choose another.")
        return f"{path}/"

    return read


def rates(text: str) -> dict[str, str]:
    """Read rates by name, such as ``registration=60/hour,address=none``.

    :raises ValueError: an entry has another form.
    """
    found = {}
    for entry in filter(None, map(str.strip, text.split(","))):
        name, _, rate = entry.partition("=")
        if not _RATE.fullmatch(rate):
            raise ValueError(
                f"{quoted(entry)}: write a name and a rate, name=60/hour or name=none."
            )
        found[name] = rate
    return found


def sender(text: str) -> str:
    """Read the sender of e-mails: ``Name <user@host>``.

    :raises ValueError: there is no address.
    """
    address = parseaddr(text)[1]
    if not text.isprintable() or not re.fullmatch(r"[^@\s]+@[^@\s]+", address):
        raise ValueError(f"{quoted(text)} is not an address such as Go Fish <gofish@example.org>.")
    return text


def redis_url(text: str) -> str:
    """Read the URL of a Redis server.

    :raises ValueError: it is not valid.
    """
    url = _url(text, "redis", "rediss", "unix", advice="write redis://host:6379/0")
    if not (url.path if url.scheme == "unix" else url.hostname):
        raise ValueError("the URL names no server; write redis://host:6379/0.")
    return text


def postgresql_url(text: str) -> str:
    """Read the URL of a PostgreSQL database.

    :raises ValueError: it is not valid.
    """
    advice = "write postgresql://user:password@host:5432/name"
    url = _url(text, "postgresql", "postgres", advice=advice)
    if not url.path.strip("/"):
        raise ValueError(f"the URL names no database; {advice}.")
    return text


def database(text: str) -> dict[str, Any]:
    """Read the URL of a database as an entry of ``DATABASES``.

    :raises ValueError: it is neither PostgreSQL nor a file of SQLite.
    """
    if text.startswith("sqlite:"):
        url = _url(text, "sqlite", advice="")
        if url.netloc or not url.path.strip("/"):
            raise ValueError(
                "write sqlite:///path/to/file; an in-memory database is not supported."
            )
    else:
        advice = "write postgresql://user:password@host:5432/name or sqlite:///path/to/file"
        _url(text, "postgresql", "postgres", "sqlite", advice=advice)
        postgresql_url(text)
    found: dict[str, Any] = environ.Env.db_url_config(text)
    return found


def email(text: str) -> dict[str, Any]:
    """Read the URL of a mail server as Django's ``EMAIL_*`` settings.

    :raises ValueError: it is not valid.
    """
    advice = "write smtp+tls://user:password@host:587 or consolemail://"
    url = _url(text, *environ.Env.EMAIL_SCHEMES, advice=advice)
    if url.scheme.startswith("smtp") and not url.hostname:
        raise ValueError(f"the URL names no server; {advice}.")
    found: dict[str, Any] = environ.Env.email_url_config(text)
    return found


def _url(text: str, *schemes: str, advice: str) -> SplitResult:
    """Split a URL.

    :raises ValueError: the scheme, the host or the port is not valid.
    """
    try:
        url = urlsplit(text)
        is_possible = url.port != 0  # reading the port checks it
    except ValueError:
        is_possible = False
    if not is_possible or not text.isprintable():
        raise ValueError("the host or port of the URL is not valid.")
    if url.scheme not in schemes:
        raise ValueError(f"the URL does not begin with one of {', '.join(schemes)}; {advice}.")
    return url
