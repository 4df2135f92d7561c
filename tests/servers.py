"""A real server process, on a free port and with a database of its own: SQLite, or PostgreSQL by
``DATABASE_URL``.
"""

import json
import os
import re
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.made_once import made_once
from tests.timeouts import PATIENCE

ROOT = Path(__file__).parent.parent

TEMPLATE = "template.sqlite3"
MIGRATED = "test_migrated"
"""The database of PostgreSQL that others are copies of."""
shared_folders: pytest.TempPathFactory | None = None
"""Where the workers of a run of the tests make the template once; benchmarks have no workers."""

UNLIMITED = ",".join(
    f"{name}=none"
    for name in ("registration", "registration_tries", "letters", "seatings", "creation_address")
)
"""Limits of an address, lifted: the tests of a worker come from one address."""


def overriding(**values: float | str) -> dict[str, str]:
    """Return the variables of a process whose Django settings of these names have these values."""
    return {
        "DJANGO_SETTINGS_MODULE": "tests.served_settings",
        "SERVED_SETTINGS": json.dumps(values),
    }


@contextmanager
def serving(rates: str = "", **settings: str) -> Iterator[str]:
    """Serve a new database, yield the address to call, and stop.

    :param rates: the setting `RATES` of the server.
    :param settings: other variables.
    :raises AssertionError: if the server does not start; its log is in the message.
    """
    with (
        TemporaryDirectory(prefix="gofish-served-") as name,
        _database(folder := Path(name)) as url,
    ):
        environ = os.environ | {
            "DATABASE_URL": url,
            "LOG_LEVEL": "WARNING",
            "RATES": rates,
            # Clients act at heartbeats too, and tests wait for them.
            **overriding(STREAM_HEARTBEAT_SECONDS=3),
            **settings,
        }
        log = folder / "server.log"
        with log.open("w") as errors:
            server = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port=0"],
                env=environ,
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        try:
            assert server.stdout is not None
            served = re.search(r"http://\S+", server.stdout.readline())
            assert served, log.read_text()
            yield served[0]
        finally:
            server.terminate()
            server.communicate(timeout=PATIENCE)


@contextmanager
def _database(folder: Path) -> Iterator[str]:
    """Yield the address of a new database with all tables."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        (folder / "served.sqlite3").write_bytes(migrated())
        yield f"sqlite:///{folder}/served.sqlite3"
        return
    name = f"served_{secrets.token_hex(6)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{migrated_database()}"'.encode())
    try:
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@cache
def migrated() -> bytes:
    """Return a database file with all tables, which is made once and copied for each server."""
    if shared_folders is not None:
        return (made_once(shared_folders, "template", _migrate_into) / TEMPLATE).read_bytes()
    with TemporaryDirectory(prefix="gofish-template-") as name:
        _migrate_into(Path(name))
        return (Path(name) / TEMPLATE).read_bytes()


@cache
def migrated_database() -> str:
    """Return the name of a database of PostgreSQL with all tables, made once and copied as well."""
    if shared_folders is not None:
        made_once(shared_folders, "database", _make_database)
    else:
        _make_database()
    return MIGRATED


def _make_database(_: Path | None = None) -> None:
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {MIGRATED}")
        connection.execute(f"CREATE DATABASE {MIGRATED}")
    _migrate(urlsplit(url)._replace(path=f"/{MIGRATED}").geturl())


def _migrate_into(folder: Path) -> None:
    _migrate(f"sqlite:///{folder / TEMPLATE}")
    with closing(sqlite3.connect(folder / TEMPLATE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _migrate(url: str) -> None:
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(migrate, env=os.environ | {"DATABASE_URL": url}, cwd=ROOT, check=True)
