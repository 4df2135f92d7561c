"""The environment variables that configure the service, each with its type and default.

A variable can also name a file that holds its value (`SECRET_KEY_FILE=/run/secrets/key`). Types
raise ValueError with an explanation, which never quotes a key.
"""

import math
import os
import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from email.utils import parseaddr
from ipaddress import ip_address
from pathlib import Path
from typing import Any, TypeVar

from gofish_api import variables
from gofish_api.variables import Environment, quoted

_ROUTES = Path(__file__).resolve().parents[2] / "web" / "routes.js"
_ROUTE = re.compile(r'\bpath: "/([^"]*)"')
_PARAMETER = re.compile(r":(\w+)")


def client_paths() -> list[str]:
    """Return the paths without the leading slash, as Django's patterns: `join/<str:code>`.

    The start page is the empty path.
    """
    return [_PARAMETER.sub(r"<str:\1>", path) for path in _ROUTE.findall(_ROUTES.read_text())]


T = TypeVar("T", int, float)

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?"
_IPV6 = r"\[[0-9A-Fa-f:.]+\]"
_NAME = rf"{_LABEL}(?:\.{_LABEL})*"
_HOST = re.compile(rf"\*|{_IPV6}|\.?{_NAME}")
_ORIGIN = re.compile(rf"https?://(?:{_IPV6}|(?:\*\.)?{_NAME})(?::([0-9]{{1,5}}))?")
_CONTACT = re.compile(r"mailto:[^@\s?]+@[^@\s?]+|https://[!-~]+|tel:\+[0-9-]+")
_PATH = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")
_RATE = re.compile(r"none|[1-9][0-9]*/(?:sec|min|hour|day)")

MAX_PORT = 65_535


class WrongNumber(ArgumentTypeError, ValueError):
    """A text is not a number in its range. argparse shows the explanation for a wrong option."""


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
            raise WrongNumber(f"{quoted(text)} is not {words}.") from None
        if math.isnan(value) or not least <= value <= most:
            raise WrongNumber(f"{quoted(text)} is not from {least} to {most}.")
        return value

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


def ip_addresses(text: str) -> list[str]:
    """Read IP addresses without ports.

    :raises ValueError: a text is not one.
    """
    try:
        return [str(ip_address(each.strip())) for each in text.split(",") if each.strip()]
    except ValueError:
        raise ValueError(f"{quoted(text)}: write 127.0.0.1,::1.") from None


def cors_origins(text: str) -> list[str]:
    """Read origins of web pages, ``*`` for any page, or ``none``.

    :raises ValueError: a text is not an origin.
    """
    if (word := text.strip().lower()) in ("*", "none"):
        return ["*"] if word == "*" else []
    return _matching(text, _ORIGIN, "write https://fish.example.org, without a path")


def contacts(text: str) -> list[str]:
    """Read the URIs of contacts, as RFC 9116 requires.

    :raises ValueError: a text is not one.
    """
    return _matching(
        text, _CONTACT, "write mailto:security@example.org or https://example.org/report"
    )


def _matching(text: str, pattern: re.Pattern[str], advice: str) -> list[str]:
    values = [value.strip() for value in text.split(",") if value.strip()]
    for value in values:
        match = pattern.fullmatch(value)
        if not match or (match.lastindex and int(match[1]) > MAX_PORT):
            raise ValueError(f"{quoted(value)}: {advice}.")
    return values


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
    entries = {}
    for entry in filter(None, map(str.strip, text.split(","))):
        name, _, rate = entry.partition("=")
        if not _RATE.fullmatch(rate):
            raise ValueError(
                f"{quoted(entry)}: write a name and a rate, name=60/hour or name=none."
            )
        entries[name] = rate
    return entries


def private_key(text: str) -> str:
    """Read a secret key.

    :raises ValueError: it does not look random.
    """
    variables.check(text)
    return text


def sender(text: str) -> str:
    """Read the sender of e-mails: ``Name <user@host>``.

    :raises ValueError: there is no address.
    """
    address = parseaddr(text)[1]
    if not text.isprintable() or not re.fullmatch(r"[^@\s]+@[^@\s]+", address):
        raise ValueError(f"{quoted(text)} is not an address such as Go Fish <gofish@example.org>.")
    return text


BASE_DIR = Path(__file__).resolve().parents[2]
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
OWN_PATHS = (
    *("api", "static", "docs", "guide", "problems", "healthz", "readyz"),
    *{path.partition("/")[0] for path in client_paths()} - {""},
)

RETIRED = {
    "ABANDONED_AFTER_HOURS": "a game without a clock waits 168 hours for a player",
    "CSRF_TRUSTED_ORIGINS": "https:// with each full name in ALLOWED_HOSTS may post to the admin",
    "DATABASE_CONN_MAX_AGE": "a thread keeps its connection for 300 seconds",
    "DEBUG": "the log has each error with its traceback",
    "DUMPS_PATH": "dumps are listed from /srv/dumps, where the proxy serves them",
    "LOBBY_HOURS": "a lobby is closed 24 hours after its last move",
    "MOVE_SCHEMA": "moves are written in the newest schema, which 0.2 reads",
    "REFEREE_SILENCE_SECONDS": "/readyz waits 60 seconds for a referee, /healthz needs none",
    "REPLICA_URL": "the proxy keeps what is read of finished games, see docs/operations/deploy.md",
    "SQLITE_LOCK_SECONDS": "a writer waits 10 seconds for others",
    "STREAMS_PER_CALLER": "a caller may hold 100 streams and waiting requests open",
    "STREAM_HEARTBEAT_SECONDS": "a stream has a heartbeat every 15 seconds",
    "WRITES_CHECK_TOKENS": "the write of a move always checks the token",
}
"""Variables of release 0.2 that do nothing, and why. They are accepted through 0.3."""

_BY_ADDRESS = "the same is limited from an address"
_BY_COST = "an address runs one such request at a time"
RETIRED_RATES = {
    "display_names": "`account` limits all requests",
    "tournaments": _BY_ADDRESS,
    "classes": _BY_ADDRESS,
    "class_codes": "`class_changes` counts them",
    "class_games": "`class_changes` counts them",
    "class_code_uses": "`class_sign_ins` counts each code",
    "party_places": "they have the rate of `join_code`",
    "wrong_class_codes": "they have the rate of `join_code`",
    "client_documents": "they have the rate of `authorizations`",
    "device_requests": "they have the rate of `authorizations`",
    "device_codes": _BY_ADDRESS,
    "device_codes_address": "they have the rate of `join_code`",
    "schema": _BY_COST,
    "followed": _BY_COST,
    "followed_address": _BY_COST,
    "webhooks": _BY_ADDRESS,
    "disputes": _BY_ADDRESS,
}
"""Names in `RATES` of release 0.2 that do nothing, and why. They are accepted through 0.3."""

SCHEMA: dict[str, tuple[variables.Read, Any]] = {
    "PRODUCTION": (switch, False),
    "SECRET_KEY": (str, variables.DEVELOPMENT_KEY),
    "ALLOWED_HOSTS": (hosts, LOOPBACK),
    "DATABASE_URL": (variables.database, f"sqlite:///{BASE_DIR}/var/gofish.sqlite3"),
    "DATABASE_LISTEN_URL": (variables.postgresql_url, ""),
    "NOTICES_URL": (variables.redis_url, ""),
    "DATABASE_PREPARES": (switch, True),
    "CORS_ALLOWED_ORIGINS": (cors_origins, ["*"]),
    "GUEST_ORIGINS": (cors_origins, ["*"]),
    "FETCH_ALSO_FROM": (ip_addresses, []),
    "MCP_URL": (variables.web_page, ""),
    "INVITATION_PAGE": (variables.web_page, ""),
    "ADMIN_SECOND_FACTOR": (switch, ""),
    "ADMIN_PATH": (path_except(*OWN_PATHS), "admin/"),
    "PROXY_COUNT": (whole_number(0, 16), 0),
    "CACHE_URL": (variables.redis_url, ""),
    "RATES": (rates, {}),
    "EMAIL_URL": (variables.email, "consolemail://"),
    "EMAIL_FROM": (sender, "Go Fish <gofish@localhost>"),
    "SECURITY_CONTACT": (contacts, []),
    "ALLOW_MASTER": (switch, ""),
    "ADDRESSES_KEPT_DAYS": (whole_number(0, 100 * 365), 90),
    "GUEST_DAYS": (whole_number(1, 100 * 365), 30),
    "DUMP_KEY": (private_key, ""),
    "BACKUPS_PATH": (str, ""),
    "METRICS_PORT": (port, 0),
    "METRICS_HOST": (address, "127.0.0.1"),
    "LOG_LEVEL": (one_of(*LOG_LEVELS), "INFO"),
}
env = Environment(SCHEMA, os.environ)
