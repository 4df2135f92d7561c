"""Execute the few statements of every ask and state on a cursor that is reused.

A new cursor of Django costs more than the statement itself. ``docs/adr/0016`` says which statements
use this, and why.
"""

import threading
from collections.abc import Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

Row = Sequence[Any]

_reused = threading.local()


def fetch_one(statement: str, values: Sequence[Any]) -> Row | None:
    """Execute a statement that is complete in itself; return its first row, or None.

    On PostgreSQL, it uses the thread's reused cursor, whose class may be that of a tracer. Within a
    transaction, and where Django logs or wraps statements, it uses a cursor of Django.

    :raises django.db.Error: it fails, as with a cursor of Django.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if (
        database.vendor != "postgresql"
        or database.in_atomic_block
        or database.execute_wrappers
        or database.queries_logged
    ):
        with database.cursor() as cursor:
            return _first_row(cursor, statement, values)
    database.close_if_health_check_failed()
    database.ensure_connection()
    with database.wrap_database_errors:
        return _first_row(_cursor_of(database.connection), statement, values)


def _first_row(cursor: Any, statement: str, values: Sequence[Any]) -> Row | None:
    cursor.execute(statement, values)
    row: Row | None = cursor.fetchone()
    return row


def _cursor_of(connection: Any) -> Any:
    """Return this thread's cursor of a psycopg connection; a new one after a reconnect."""
    cursor = getattr(_reused, "cursor", None)
    if cursor is None or cursor.connection is not connection:
        cursor = _reused.cursor = connection.cursor()
    return cursor
