"""The database and its connections."""

import os
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from gofish_api import variables
from gofish_api.settings.environment import env


def _check_sqlite_file(file: Path) -> None:
    """Create the folder of the file, and check that the file can be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"DATABASE_URL: cannot create the folder of {variables.quoted(str(file))}: "
            f"{error.strerror}."
        ) from None
    if file.is_dir() or not os.access(file.parent, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(
            f"DATABASE_URL: cannot write a file at {variables.quoted(str(file))}."
        )


# A database host that disappears closes no connection. By default the kernel retries for 15
# minutes, and a connection that only waits for an answer never fails.
DATABASE_GIVEN_UP = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,  # milliseconds
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
DATABASES: dict[str, dict[str, Any]] = {"default": env("DATABASE_URL")}
DATABASE = DATABASES["default"]
# Each thread keeps its own connection. A pool would add work to each request and save nothing:
# a server process has a few fixed threads. With several machines PgBouncer is the pool.
DATABASE["CONN_MAX_AGE"] = 300  # seconds

if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    file = Path(DATABASE["NAME"])
    _check_sqlite_file(file)
    options = {
        "transaction_mode": "IMMEDIATE",  # writers wait at BEGIN: later in a transaction they fail at once
        "timeout": 10,  # seconds; then the request fails with 503 and Retry-After
        "init_command": "PRAGMA journal_mode=WAL",
    }
    DATABASE["OPTIONS"] = options | DATABASE["OPTIONS"]
    # Tests use a file too: threads that share an in-memory database deadlock.
    DATABASE["TEST"] = {"NAME": str(file.with_name(f"test_{file.name}"))}
else:
    DATABASE["CONN_HEALTH_CHECKS"] = True  # no request fails after a restart of the database
    DATABASE["OPTIONS"] = (
        DATABASE_GIVEN_UP
        | {
            "server_side_binding": True,
            "prepare_threshold": 3 if env("DATABASE_PREPARES") else None,
        }
        | DATABASE.get("OPTIONS", {})
    )

# PgBouncer in transaction mode supports neither LISTEN nor cursors that outlive a transaction.
# This URL connects to PostgreSQL directly.
DATABASE_LISTEN_URL: str = env("DATABASE_LISTEN_URL")
DATABASE["DISABLE_SERVER_SIDE_CURSORS"] = bool(DATABASE_LISTEN_URL)

if "target_session_attrs" in DATABASE.get("OPTIONS", {}):
    DATABASE["OPTIONS"]["connect_timeout"] = 2  # of each host

# Readers of SQLite poll the file.
NOTICES_URL: str = env("NOTICES_URL")
if NOTICES_URL and DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    raise ImproperlyConfigured("NOTICES_URL needs PostgreSQL: unset it, or set DATABASE_URL.")
