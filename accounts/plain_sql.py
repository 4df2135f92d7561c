"""Database facts for hand-written SQL, looked up once."""

from datetime import datetime

from django.db import connection

IS_POSTGRESQL = connection.vendor == "postgresql"


def time_value(time: datetime | None) -> datetime | str | None:
    """Return a time as an SQL parameter: unchanged for PostgreSQL, as text for SQLite."""
    if IS_POSTGRESQL:
        return time
    text: str | None = connection.ops.adapt_datetimefield_value(time)
    return text
