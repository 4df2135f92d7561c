"""Read environment variables. An error names its variable, in one line.

Used before Django is set up, so it imports no Django. Types raise ValueError with an explanation,
which never quotes a URL: it may contain a password. The secret key must be strong in production: a
known key lets strangers forge sessions.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

Read = Callable[[str], Any]
Schema = Mapping[str, tuple[Read, Any]]
"""The type and the default of each variable."""

MAX_QUOTED = 60
"""Characters of a wrong value that an error quotes at most."""


class Environment:
    """The values of the variables in a schema.

    ``NAME_FILE`` names a file with the value of ``NAME``.

    All are read at once, so that every process refuses a wrong one.
    """

    def __init__(self, schema: Schema, variables: Mapping[str, str]) -> None:
        """Read all variables. An empty one has its default; a default of type str is read too.

        :raises ImproperlyConfigured: a value is not valid, or its file cannot be read.
        """
        self._schema, self._variables = schema, variables
        self._values = {name: self._read(name) for name in schema}

    def __call__(self, name: str) -> Any:
        return self._values[name]

    def _read(self, name: str) -> Any:
        read, default = self._schema[name]
        text = self._text(name) or default
        if not (text and isinstance(text, str)):
            return default
        try:
            return read(text)
        except ValueError as error:
            raise ImproperlyConfigured(in_one_line(f"{name}: {error}")) from None

    def _text(self, name: str) -> str:
        file = self._variables.get(f"{name}_FILE")
        if not file:
            return self._variables.get(name, "")
        if self._variables.get(name):
            raise ImproperlyConfigured(f"{name}: set it or {name}_FILE, not both.")
        try:
            # Editors and `echo` add a line break at the end.
            return Path(file).read_text(encoding="utf-8").rstrip("\r\n")
        except OSError as error:
            problem = error.strerror or "cannot be read"
        except ValueError:
            problem = "it is not a text file in UTF-8"
        raise ImproperlyConfigured(in_one_line(f"{name}_FILE: {quoted(file)}: {problem}."))


def in_one_line(message: object) -> str:
    """Return a message without line breaks."""
    return " ".join(str(message).split())


def quoted(text: str) -> str:
    """Quote the beginning of a value in printable characters."""
    return ascii(text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}...")


LEAST_CHARACTERS = 50
LEAST_DIFFERENT = 20

DEVELOPMENT_KEY = "development-only-every-copy-of-the-service-has-this-key"

DOCUMENTED = (
    DEVELOPMENT_KEY,
    "django-insecure-",  # begins the keys that Django's own templates write
    "some-long-random-string",
    "a-long-random-string",
    "build-only",
    "only for measuring",
    "a-key-of-fifty-characters",
    "a key of this test alone",
)
"""Keys or parts of keys that are published in this project or in others.

A key with one is refused.
"""

CREATE = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
"""The shell command that creates a key."""


def check(key: str) -> None:
    """Check that a key looks random.

    :raises ValueError: it is short, repeats a few characters, or is published.
    """
    known = key.casefold()
    if any(published in known for published in DOCUMENTED):
        problem = "this key is published, so it is not secret"
    elif len(key) < LEAST_CHARACTERS:
        problem = f"the key needs at least {LEAST_CHARACTERS} characters and has {len(key)}"
    elif (different := len(set(key))) < LEAST_DIFFERENT:
        problem = f"the key needs {LEAST_DIFFERENT} different characters and has {different}"
    else:
        return
    raise ValueError(f"{problem}. Create one: {CREATE}")


WRITABLE = {("target_session_attrs", "read-write"), ("target_session_attrs", "primary")}
"""Options of a URL with several hosts. Without one, a standby could be taken for the primary."""


def web_page(text: str) -> str:
    """Read the address of a web page, without a query and a fragment.

    :raises ValueError: it is not one.
    """
    advice = "write https://play.example.org/ or https://play.example.org/join"
    url = _url(text, "http", "https", advice=advice)
    if not url.hostname or url.username or "?" in text or "#" in text or " " in text:
        raise ValueError(f"the address is not that of a page; {advice}.")
    return text if url.path else f"{text}/"


def redis_url(text: str) -> str:
    """Read the URL of a Redis server.

    :raises ValueError: it is not valid.
    """
    url = _url(text, "redis", "rediss", "unix", advice="write redis://host:6379/0")
    if not (url.path if url.scheme == "unix" else url.hostname):
        raise ValueError("the URL names no server; write redis://host:6379/0.")
    import redis  # slow to import, and few servers need it

    try:
        redis.Redis.from_url(text).connection_pool.make_connection()  # connects later
    except (TypeError, ValueError, redis.RedisError):
        raise ValueError("an option after the ? of the URL is not valid.") from None
    return text


def postgresql_url(text: str) -> str:
    """Read the URL of a PostgreSQL database, on one host or on several ``host:port,host:port``.

    With several hosts, libpq connects to the first that accepts writes.

    :raises ValueError: it is not valid, or has several hosts without ``target_session_attrs``.
    """
    advice = "write postgresql://user:password@host:5432/name"
    hosts = _hosts(text)
    for host in hosts:
        url = _url(_with_host(text, host), "postgresql", "postgres", advice=advice)
        if len(hosts) > 1 and not url.hostname:
            raise ValueError("the URL has an empty host; write host:5432,host:5432.")
    if not url.path.strip("/"):
        raise ValueError(f"the URL names no database; {advice}.")
    if len(hosts) > 1 and not WRITABLE.intersection(parse_qsl(url.query)):
        raise ValueError("with several hosts, add ?target_session_attrs=read-write.")
    return text


def postgresql_database(text: str) -> dict[str, Any]:
    """Read the URL of a PostgreSQL database as an entry of ``DATABASES``.

    :raises ValueError: it is not valid.
    """
    hosts = _hosts(postgresql_url(text))
    entries = [environ.Env.db_url_config(_with_host(text, host)) for host in hosts]
    entry: dict[str, Any] = entries[0]
    if len(hosts) > 1:
        entry["HOST"] = ",".join(entry["HOST"] for entry in entries)
        entry["PORT"] = ",".join(str(entry["PORT"] or 5432) for entry in entries)
    return entry


def database(text: str) -> dict[str, Any]:
    """Read the URL of a database as an entry of ``DATABASES``.

    :raises ValueError: it is neither PostgreSQL nor a file of SQLite.
    """
    if not text.startswith("sqlite:"):
        advice = "write postgresql://user:password@host:5432/name or sqlite:///path/to/file"
        first = _with_host(text, _hosts(text)[0])
        _url(first, "postgresql", "postgres", "sqlite", advice=advice)
        return postgresql_database(text)
    url = _url(text, "sqlite", advice="")
    if url.netloc or not url.path.strip("/"):
        raise ValueError("write sqlite:///path/to/file; an in-memory database is not supported.")
    # Of the other options of SQLite some would break locking, and typos would be ignored.
    timeout = re.fullmatch(r"(?:timeout=([0-9]{1,3}(?:\.[0-9]+)?))?", url.query)
    if timeout is None:
        raise ValueError("the only option after the ? is timeout=20, in seconds.")
    entry: dict[str, Any] = environ.Env.db_url_config(text)
    return entry | {"OPTIONS": {"timeout": float(timeout[1])} if timeout[1] else {}}


def email(text: str) -> dict[str, Any]:
    """Read the URL of a mail server as Django's ``EMAIL_*`` settings.

    :raises ValueError: it is not valid.
    """
    advice = "write smtp+tls://user:password@host:587 or consolemail://"
    url = _url(text, *environ.Env.EMAIL_SCHEMES, advice=advice)
    if url.scheme.startswith("smtp") and not url.hostname:
        raise ValueError(f"the URL names no server; {advice}.")
    options: dict[str, Any] = environ.Env.email_url_config(text)
    return options


_HOSTS = re.compile(r"([^:/?#]+://(?:[^/?#]*@)?)([^/?#]*)(.*)", re.DOTALL)
"""A URL before, at and after its hosts. ``urlsplit`` refuses brackets that are not at its start."""


def _hosts(text: str) -> list[str]:
    """Return each ``host:port`` of a URL."""
    found = _HOSTS.fullmatch(text)
    return found[2].split(",") if found else [""]


def _with_host(text: str, host: str) -> str:
    """Return a URL with this ``host:port`` alone."""
    return _HOSTS.sub(lambda found: f"{found[1]}{host}{found[3]}", text)


def _url(text: str, *schemes: str, advice: str) -> SplitResult:
    """Split a URL."""
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
