"""What plain statements have to know of the database, looked up once and not with each of them."""

from datetime import datetime

from django.db import connection

IS_POSTGRESQL = connection.vendor == "postgresql"


def time_value(time: datetime | None) -> datetime | str | None:
    """Return a time as the value of a parameter: PostgreSQL takes it as it is, SQLite keeps it as text."""
    if IS_POSTGRESQL:
        return time
    text: str | None = connection.ops.adapt_datetimefield_value(time)
    return text
