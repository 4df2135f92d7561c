"""Poll for moves, invitations and pauses on SQLite: one connection sees that another committed."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.utils import timezone

from accounts.statements import time_value
from games.log.notify.notifications import NO_MOVE, EmoteNotification, MoveNotification

# A poll takes 2 µs, its turn in the event loop about 40: at this interval 1 % of a core.
INTERVAL = 0.005  # seconds
# For bots, which are looked for as long as the process lives.
BOT_INTERVAL = 0.01

# SQLite has one writer at a time, so row ids grow in the order of commits. Invitations are deleted
# with their lobby, but AUTOINCREMENT never gives a number twice. Archived moves are deleted, and
# their numbers may be given again.
_LAST_ROWS = """
SELECT (SELECT coalesce(max(rowid), 0) FROM games_move),
    (SELECT coalesce(max(rowid), 0) FROM games_invitation),
    (SELECT coalesce(max(rowid), 0) FROM games_emote),
    (SELECT coalesce(max(rowid), 0) FROM games_archivedgame),
    (SELECT coalesce(max(rowid), 0) FROM games_outage WHERE settled_at IS NOT NULL)
"""
_CHANGED_GAMES = """
SELECT game_id, max(number) FROM games_move WHERE rowid > ? GROUP BY game_id
UNION ALL
SELECT DISTINCT game_id, 0 FROM games_invitation WHERE rowid > ?
"""
_PAUSED = "SELECT game_id FROM games_position WHERE paused_left IS NOT NULL"
_EMOTES = "SELECT game_id, seat, emote FROM games_emote WHERE rowid > ? ORDER BY rowid"
_IS_ANY_DUE = """
SELECT EXISTS (SELECT 1 FROM games_position WHERE check_at <= :now AND deadline <= :now)
"""

PAUSE = 1.0  # seconds, after a failure

logger = logging.getLogger(__name__)


async def notifications() -> AsyncGenerator[MoveNotification | EmoteNotification | None, None]:
    """Yield each game that moves and each emote; None if some may be missed, at the start too."""
    with closing(_connect()) as database:
        seen, last, paused = _data_version(database), _last_rows(database), _paused(database)
        yield None
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                if (version := _data_version(database)) == seen:
                    continue
                rows = _last_rows(database)  # first, so that rows in between are reported twice
                now_paused = _paused(database)
                changed = database.execute(_CHANGED_GAMES, last[:2]).fetchall()
                emotes = (
                    database.execute(_EMOTES, last[2:3]).fetchall() if rows[2] > last[2] else ()
                )
            except sqlite3.OperationalError as error:
                logger.warning("Cannot poll for moves: %s", error)
                continue
            # The file was replaced from a backup, moves were archived, or clocks have changed.
            if rows[0] < last[0] or rows[3:] != last[3:]:
                yield None
            seen, last = version, rows
            for game_id, moves in changed:
                yield MoveNotification(game_id, moves)
            for game_id in paused ^ now_paused:
                yield MoveNotification(game_id, NO_MOVE)
            paused = now_paused
            for emote in emotes:
                yield EmoteNotification(*emote)


async def awaited_bots() -> AsyncGenerator[None, None]:
    """Yield whenever another connection has committed and a move is overdue: it may be a bot's."""
    while True:
        try:
            with closing(_connect()) as database:
                seen = None
                while True:
                    if (version := _data_version(database)) != seen:
                        seen = version
                        if _is_any_due(database):
                            yield
                    await asyncio.sleep(BOT_INTERVAL)
        except sqlite3.OperationalError as error:
            logger.warning("Cannot poll for bots: %s", error)
        await asyncio.sleep(PAUSE)


def _connect() -> sqlite3.Connection:
    file = Path(connection.settings_dict["NAME"]).absolute().as_uri()
    return sqlite3.connect(f"{file}?mode=ro", uri=True, isolation_level=None)


def _data_version(database: sqlite3.Connection) -> int:
    """Return a number that changes with every commit of another connection."""
    version: int = database.execute("PRAGMA data_version").fetchone()[0]
    return version


def _is_any_due(database: sqlite3.Connection) -> bool:
    row = database.execute(_IS_ANY_DUE, {"now": time_value(timezone.now())}).fetchone()
    return bool(row[0])


def _paused(database: sqlite3.Connection) -> frozenset[int]:
    return frozenset(game_id for (game_id,) in database.execute(_PAUSED))


def _last_rows(database: sqlite3.Connection) -> tuple[int, ...]:
    """Return the ids of the last move row, invitation, emote, archived game and settled outage."""
    rows: tuple[int, ...] = database.execute(_LAST_ROWS).fetchone()
    return rows
