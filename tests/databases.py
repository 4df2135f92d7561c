"""The URL of the running test's database for other processes, and copies of it."""

import secrets
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import quote, urlsplit

import environ
import pytest
from django.core.signals import request_finished, request_started
from django.db import (
    OperationalError,
    close_old_connections,
    connection,
    connections,
    models,
    transaction,
)
from django.db.utils import load_backend

from games.log import triggers
from games.log.notify import postgresql
from tests import postgres


def url() -> str:
    """Return the URL of the running test's database, as in `DATABASE_URL`.

    Another process sees what the test has committed: the test needs `transactional_db`.
    """
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    login = f"{quote(settings['USER'])}:{quote(settings['PASSWORD'])}"
    return f"postgresql://{login}@{settings['HOST']}:{settings['PORT']}/{settings['NAME']}"


ON_ONE = pytest.mark.skipif(
    connection.vendor == "postgresql", reason="what it tests is the same on both databases"
)
"""The mark of a test that uses the database only to have something to show or to serve."""


def copy_tables(target: str) -> None:
    """Copy the running test's database into an empty one of PostgreSQL. Migrations take longer."""
    programs = postgres.programs()
    dumped = subprocess.run([str(programs / "pg_dump"), url()], check=True, capture_output=True)
    restore = [str(programs / "psql"), "--quiet", "--set=ON_ERROR_STOP=1", target]
    subprocess.run(restore, input=dumped.stdout, check=True, stdout=subprocess.DEVNULL)


def sql(statement: str) -> Callable[[], None]:
    """Return a function that sends a statement to the running test's database."""

    def send() -> None:
        _execute(statement)

    return send


DEADLOCKS = 3
"""How many, at most, end one attempt to empty the tables; PostgreSQL ends one in a second."""


def remake(model: type[models.Model], name: str, other: "models.Field[Any, Any]") -> None:
    """Change a column to another kind and back: SQLite copies the rows into a new table."""
    column = model._meta.get_field(name)
    assert isinstance(column, models.Field)
    other.set_attributes_from_name(name)
    other.model = model
    for before, after in ((column, other), (other, column)):
        with connection.schema_editor() as editor:
            editor.alter_field(model, before, after)


def empty() -> None:
    """Delete what the running test has committed, and put the triggers of append-only tables back.

    Django's ``flush`` would empty every table, and would create all content types, permissions and
    triggers again. A server that still runs may lock tables in another order.
    """
    for _ in range(DEADLOCKS):
        with suppress(OperationalError):
            _empty()
            return
    if connection.vendor == "postgresql":
        _execute(_END_OTHERS)
    _empty()


def _empty() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Wait for writers of other processes, as TRUNCATE does, so that nothing is committed
            # afterwards.
            cursor.execute(f"LOCK TABLE {', '.join(_tables())} IN SHARE ROW EXCLUSIVE MODE")
            cursor.execute("SET LOCAL session_replication_role = replica")  # fires no trigger
        cursor.execute(" UNION ALL ".join(_IF_FILLED.format(name=name) for name in _tables()))
        filled = [name for (name,) in cursor.fetchall()]
        if connection.vendor == "sqlite" and not triggers.GUARDED_TABLES.keys().isdisjoint(filled):
            triggers.unguard()
        for name in filled:
            cursor.execute(f'DELETE FROM "{name}"')  # noqa: S608
        cursor.execute(_TRIGGERS[connection.vendor])
        if cursor.fetchone() != (_MOST_TRIGGERS[connection.vendor],):
            triggers.guard()


_END_OTHERS = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_TRIGGERS = {
    "postgresql": "SELECT count(*) FROM pg_trigger WHERE tgname LIKE '%_append_only'",
    "sqlite": "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%_no_%'",
}
_MOST_TRIGGERS = {"postgresql": 5, "sqlite": 12}
"""How many guard the tables; a test may have taken some away."""
_IF_FILLED = "SELECT '{name}' WHERE EXISTS (SELECT 1 FROM \"{name}\")"
# As the migrations made them.
_LEFT_ALONE = {
    "django_content_type",
    "auth_permission",
    "auth_group",
    "auth_group_permissions",
    "django_migrations",
}


def _tables() -> list[str]:
    found = connection.introspection.django_table_names(include_views=False)
    return sorted({*found} - _LEFT_ALONE)


@contextmanager
def connection_kept() -> Iterator[None]:
    """Let requests not close the connection whose transaction the test undoes."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@contextmanager
def scratch() -> Iterator[str]:
    """Yield the address of a copy of the running test's database, to be rebuilt at will.

    PostgreSQL only.
    """
    original = url()
    name = f"scratch_{secrets.token_hex(6)}"
    connection.close()  # a database that is copied must have no connections
    postgresql.close()
    with using(urlsplit(original)._replace(path="/postgres").geturl()):
        _execute(f'CREATE DATABASE "{name}" TEMPLATE "{urlsplit(original).path[1:]}"')
    try:
        yield urlsplit(original)._replace(path=f"/{name}").geturl()
    finally:
        with using(urlsplit(original)._replace(path="/postgres").geturl()):
            _execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def own_server() -> Iterator[postgres.Server]:
    """Let Django, in this thread, work on a PostgreSQL server that the test can stop."""
    with postgres.server() as server:
        copy_tables(server.url)
        with using(server.url):
            yield server


@contextmanager
def using(address: str) -> Iterator[None]:
    """Let Django, in this thread, work on the database at an address."""
    before = connections["default"]
    settings = before.settings_dict | environ.Env.db_url_config(address) | {"CONN_MAX_AGE": 0}
    connections["default"] = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = before


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
