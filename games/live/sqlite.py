"""Hearing of moves on SQLite: one connection of the process looks whether another has committed."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path

from django.db import connection

from games.live.notices import Notice

# A look takes 2 µs and its turn in the event loop some 40: at this interval half a percent of a core.
INTERVAL = 0.01  # seconds

# The log only grows and has one writer at a time, so its rows are numbered in the order of their commits.
_LAST_ROW = "SELECT coalesce(max(rowid), 0) FROM games_move"
_MOVED = "SELECT game_id, max(number), max(rowid) FROM games_move WHERE rowid > ? GROUP BY game_id"

logger = logging.getLogger(__name__)


async def notices() -> AsyncGenerator[Notice | None, None]:
    """Yield every game that moves, for ever; None whenever some may have been missed, at the start too."""
    file = Path(connection.settings_dict["NAME"]).absolute().as_uri()
    with closing(sqlite3.connect(f"{file}?mode=ro", uri=True, isolation_level=None)) as database:
        seen, last = _look(database), _last_row(database)
        yield None
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                if (look := _look(database)) == seen:
                    continue
                moved = database.execute(_MOVED, [last]).fetchall()
            except sqlite3.OperationalError as error:
                logger.warning("Cannot look for moves: %s", error)
                continue
            seen = look
            if not moved and (row := _last_row(database)) < last:  # another log, from a backup
                last = row
                yield None
            for game_id, version, row in moved:
                last = max(last, row)
                yield Notice(game_id, version)


def _look(database: sqlite3.Connection) -> int:
    """Return a number that changes with every commit of another connection."""
    version: int = database.execute("PRAGMA data_version").fetchone()[0]
    return version


def _last_row(database: sqlite3.Connection) -> int:
    row: int = database.execute(_LAST_ROW).fetchone()[0]
    return row
