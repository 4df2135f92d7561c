"""Execute the few statements of every ask and state with libpq itself.

A cursor of Django or psycopg costs more than the statement. ``docs/adr/0016`` says which statements
use this, and why.
"""

import re
import threading
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

from accounts.plain_sql import IS_POSTGRESQL

if IS_POSTGRESQL:
    from django.db.backends.postgresql.base import ServerBindingCursor
    from psycopg import OperationalError, pq
    from psycopg.adapt import PyFormat, Transformer
    from psycopg.errors import error_from_result

    _SUCCEEDED = (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK)
    # psycopg deallocates all statements after a rollback; a migration can change a result's types.
    # Both fail before the statement is executed.
    _PREPARE_AGAIN = (b"26000", b"0A000")

MOST_PREPARED = 100
"""Statements that a connection prepares; it executes further ones without."""

Row = Sequence[Any]


class _Prepared(threading.local):
    """The names of what this thread has prepared on its connection, by statement and types."""

    def __init__(self) -> None:
        self.connection: Any = None
        self.names: dict[tuple[bytes, tuple[int, ...]], bytes] = {}
        self.count = 0


_prepared = _Prepared()


def fetch_one(statement: str, values: Sequence[Any]) -> Row | None:
    """Execute a statement that is complete in itself; return its first row, or None.

    On SQLite, within a transaction, and where Django logs or wraps statements or a tracer has a
    class of cursors, it uses a cursor of Django.

    :raises django.db.Error: it fails, as with a cursor of Django.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if not IS_POSTGRESQL or database.in_atomic_block or _is_observed(database):
        with database.cursor() as cursor:
            cursor.execute(statement, values)
            row: Row | None = cursor.fetchone()
            return row
    with database.wrap_database_errors:
        return _first_row(database.connection, numbered(statement), values)


def _is_observed(database: Any) -> bool:
    """Return whether something has to see a cursor; connect, or replace a broken connection."""
    database.close_if_health_check_failed()
    database.ensure_connection()
    return (
        bool(database.execute_wrappers)
        or database.queries_logged
        or database.connection.cursor_factory is not ServerBindingCursor
    )


def _first_row(connection: Any, statement: bytes, values: Sequence[Any]) -> Row | None:
    adapter = Transformer(connection)
    sent = adapter.dump_sequence(values, [PyFormat.AUTO] * len(values))
    result = _execute(connection, statement, sent, adapter.types or (), adapter.formats)
    if not result.ntuples:
        return None
    adapter.set_pgresult(result)
    row: Row | None = adapter.load_row(0, tuple)
    return row


def _execute(
    connection: Any, statement: bytes, sent: Sequence[Any], types: tuple[int, ...], formats: Any
) -> Any:
    libpq = connection.pgconn
    if _prepared.connection is not connection:
        _prepared.connection, _prepared.names = connection, {}
    name = _prepared.names.get((statement, types))
    if name is not None:
        result = libpq.exec_prepared(name, sent, formats)
        if result.error_field(pq.DiagnosticField.SQLSTATE) not in _PREPARE_AGAIN:
            return _checked(libpq, result)
        _prepared.names.clear()
    if connection.prepare_threshold is None or len(_prepared.names) == MOST_PREPARED:
        return _checked(libpq, libpq.exec_params(statement, sent, types, formats))
    _prepared.count += 1
    name = b"hot_%d" % _prepared.count
    _checked(libpq, libpq.prepare(name, statement, types))
    _prepared.names[statement, types] = name
    return _checked(libpq, libpq.exec_prepared(name, sent, formats))


def _checked(libpq: Any, result: Any) -> Any:
    if result.status in _SUCCEEDED:
        return result
    if libpq.status == pq.ConnStatus.BAD:
        raise OperationalError(result.get_error_message())
    raise error_from_result(result)


@lru_cache(maxsize=256)
def numbered(statement: str) -> bytes:
    """Return a statement with ``$1``, ``$2`` and so on where a cursor has ``%s``."""
    numbers = count(1)
    return re.sub("%s", lambda _: f"${next(numbers)}", statement).encode()
