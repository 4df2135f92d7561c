"""SQL of hot paths with libpq itself, and transactions of background writers.

A cursor of Django or psycopg costs more than the statement. ``docs/adr/0016`` says which statements
use this, and why. Background writers, such as bots, leave room between their transactions for
players' moves, and delete old rows in batches, while other processes do the same.
"""

import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from itertools import count
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import QuerySet

IS_POSTGRESQL = connection.vendor == "postgresql"

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

_numbers = count()


def fetch_one(statement: str, values: Sequence[Any]) -> Row | None:
    """Execute a statement that is complete in itself; return its first row, or None.

    On SQLite, within a transaction, and where Django logs or wraps statements or a tracer has a
    class of cursors, it uses a cursor of Django.

    :raises django.db.Error: it fails, as with a cursor of Django.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.connection is None or not database.health_check_done:
        database.close_if_health_check_failed()
        database.ensure_connection()
    if (
        not IS_POSTGRESQL
        or database.in_atomic_block
        or database.execute_wrappers
        or database.queries_logged
        or database.connection.cursor_factory is not ServerBindingCursor
    ):
        with database.cursor() as cursor:
            cursor.execute(statement, values)
            row: Row | None = cursor.fetchone()
            return row
    with database.wrap_database_errors:
        return _first_row(database.connection, numbered(statement), values)


def _first_row(connection: Any, statement: bytes, values: Sequence[Any]) -> Row | None:
    adapter = Transformer(connection)
    sent = adapter.dump_sequence(values, [PyFormat.AUTO] * len(values))
    result = _execute(connection, statement, sent, adapter.types or (), adapter.formats)
    if result.status not in _SUCCEEDED:
        if connection.pgconn.status == pq.ConnStatus.BAD:
            raise OperationalError(result.get_error_message())
        raise error_from_result(result)
    if not result.ntuples:
        return None
    adapter.set_pgresult(result)
    row: Row | None = adapter.load_row(0, tuple)
    return row


def _execute(
    connection: Any, statement: bytes, sent: Sequence[Any], types: tuple[int, ...], formats: Any
) -> Any:
    libpq = connection.pgconn
    names: dict[tuple[bytes, tuple[int, ...]], bytes]
    names = vars(connection).setdefault("hot_statements", {})  # ends with the connection
    name = names.get((statement, types))
    if name is not None:
        result = libpq.exec_prepared(name, sent, formats)
        if result.error_field(pq.DiagnosticField.SQLSTATE) not in _PREPARE_AGAIN:
            return result
    elif connection.prepare_threshold is None or len(names) == MOST_PREPARED:
        return libpq.exec_params(statement, sent, types, formats)
    name = names[statement, types] = b"hot_%d" % next(_numbers)
    prepared = libpq.prepare(name, statement, types)
    return libpq.exec_prepared(name, sent, formats) if prepared.status in _SUCCEEDED else prepared


@lru_cache(maxsize=256)
def numbered(statement: str) -> bytes:
    """Return a statement with ``$1``, ``$2`` and so on where a cursor has ``%s``."""
    numbers = count(1)
    return re.sub("%s", lambda _: f"${next(numbers)}", statement).encode()


def time_value(time: datetime | None) -> datetime | str | None:
    """Return a time as an SQL parameter: unchanged for PostgreSQL, as text for SQLite."""
    if IS_POSTGRESQL:
        return time
    text: str | None = connection.ops.adapt_datetimefield_value(time)
    return text


REST_FACTOR = 3.0
MAX_REST_SECONDS = 1.0

_turn = threading.Lock()


@contextmanager
def small_batch() -> Iterator[None]:
    """Open a transaction. On SQLite, pause after it for three times as long as it lasted.

    SQLite has one writer at a time, and a blocked one polls after 1, 2, 5, 10 ms and so on.
    Background writers that follow each other without a pause would keep the others out. So the
    threads of a process take turns here, and no turn begins before the pause is over.
    """
    if IS_POSTGRESQL or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _turn:
        with transaction.atomic():
            began = time.monotonic()
            yield
        time.sleep(min(REST_FACTOR * (time.monotonic() - began), MAX_REST_SECONDS))


def delete_first(rows: QuerySet[Any], *, by: str, most: int) -> int:
    """Delete the first ``most`` rows in the order of column ``by``; return how many were deleted.

    Skips rows that another process is deleting at the same time.
    """
    with small_batch():
        locked = rows.order_by(by).select_for_update(skip_locked=True)
        chosen = list(locked.values_list("pk", flat=True)[:most])
        deleted, _ = rows.model._default_manager.filter(pk__in=chosen).delete()
        return int(deleted)
