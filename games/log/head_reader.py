"""Read the heads of move logs, with an account's seat.

Every ask, state and stream passes through here, so the statements are plain SQL. Both databases get
the same text, but for the row lock.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from accounts.credentials import bearers
from accounts.credentials.bearers import Bearer
from accounts.statements import fetch_one
from games.engine.refusals import MalformedEntry
from games.log import reader
from games.log.heads import GameHead
from games.log.models import Position
from games.log.reader import MOVE_COLUMNS, LoggedMove
from games.log.refusals import GameNotFound

# Times are read as text: Django's own loader for them is Python code, which costs 5 % of a state.
_HEAD_COLUMNS = """
    position.version, position.digest, position.state, game.rules, game.seed, seat.number,
    game.is_private, game.has_spectators, CAST(position.deadline AS text), position.revision,
    position.paused_left IS NOT NULL"""
_STATE, _HEAD_WIDTH = 2, 11
_SEAT = "LEFT JOIN games_seat AS seat ON seat.game_id = position.game_id AND seat.account_id ="
_HEAD_TABLES = f"""
FROM games_position AS position
JOIN games_game AS game ON game.id = position.game_id {_SEAT} %s"""
_LAST_TABLE = """
LEFT JOIN games_move AS move ON move.game_id = position.game_id AND move.number = position.version"""
_HEAD = f"SELECT {_HEAD_COLUMNS} {_HEAD_TABLES} WHERE position.game_id = %s"
_HEAD_AND_LAST = f"""
SELECT {_HEAD_COLUMNS}, {MOVE_COLUMNS} {_HEAD_TABLES} {_LAST_TABLE} WHERE position.game_id = %s
"""
_HEADS_AND_LAST = f"""
SELECT position.game_id, {_HEAD_COLUMNS}, {MOVE_COLUMNS} {_HEAD_TABLES} {_LAST_TABLE}
WHERE position.game_id IN"""
HEAD_AND_MOVES = f"""
SELECT {_HEAD_COLUMNS}, {MOVE_COLUMNS} {_HEAD_TABLES}
LEFT JOIN games_move AS move ON move.game_id = position.game_id AND move.number > %s
WHERE position.game_id = %s ORDER BY move.number LIMIT %s
"""
"""For :func:`head_and_moves`: an account, the number of the last known move, the game, how many."""
_OF_CALLER = (
    f"{_HEAD_COLUMNS}, {MOVE_COLUMNS}",
    f"""
LEFT JOIN games_position AS position ON position.game_id = %s
LEFT JOIN games_game AS game ON game.id = position.game_id {_SEAT} token.user_id {_LAST_TABLE}""",
)
"""Columns and joins that read the head of a game with the token of the caller."""
# After a wait for the lock, PostgreSQL reads only the locked row again. `before` is not read again,
# so different versions mean that the statement waited.
_HEAD_LOCKED = f"""
SELECT {_HEAD_COLUMNS}, before.version {_HEAD_TABLES}
JOIN games_position AS before ON before.game_id = position.game_id
WHERE position.game_id = %s FOR UPDATE OF position
"""


def load(game_id: int, account_id: int | None = None, *, lock: bool = False) -> GameHead:
    """Return the head of the log with the account's seat.

    ``lock`` keeps other writers out until the commit. On SQLite a writing transaction is alone
    anyway. On PostgreSQL, a statement that had to wait for the lock sees the locked row as it is
    now, but joined rows as they were before the wait. In that case it reads again, since seats may
    have moved.

    :raises GameNotFound: if there is no such game.
    :raises MalformedEntry: if it cannot be read.
    """
    values = [account_id, game_id]
    if lock and connection.features.has_select_for_update:
        row = fetch_one(_HEAD_LOCKED, values)
        if row is not None and row[-1] == row[0]:
            return _head(game_id, row[:-1], is_service=account_id is None)
    row = fetch_one(_HEAD, values)
    if row is None:
        raise GameNotFound
    return _head(game_id, row, is_service=account_id is None)


def load_with_last(game_id: int, account_id: int | None) -> tuple[GameHead, LoggedMove]:
    """Return the head of the log with the account's seat, and the last move.

    :raises GameNotFound: if there is no such game.
    """
    row = fetch_one(_HEAD_AND_LAST, [account_id, game_id])
    if row is None:
        raise GameNotFound
    return _head_and_last(game_id, row)


def head_and_moves(
    game_id: int, found: Sequence[Sequence[Any]]
) -> tuple[GameHead, tuple[LoggedMove, ...]] | None:
    """Return the head and the moves, oldest first, of rows of ``HEAD_AND_MOVES``.

    None without a new move in the log, and if the position has to be read in another way.

    :raises MalformedEntry: if a move cannot be read.
    """
    if not found or found[0][_HEAD_WIDTH] is None:
        return None
    if not reader.can_read(*found[0][_STATE : _STATE + 2]):
        return None
    head = _head(game_id, found[0][:_HEAD_WIDTH], is_service=True)
    return head, tuple(reader.move_of_row(*row[_HEAD_WIDTH:]) for row in found)


def load_all_with_last(
    game_ids: Sequence[int], account_id: int | None
) -> dict[int, tuple[GameHead, LoggedMove] | MalformedEntry | GameNotFound]:
    """Return the heads of these games as :func:`load_with_last` does, in one statement.

    Games that do not exist are left out. A game that cannot be read has its refusal instead.
    """
    if not game_ids:
        return {}
    places = ", ".join(["%s"] * len(game_ids))
    with connection.cursor() as cursor:
        cursor.execute(f"{_HEADS_AND_LAST} ({places})", [account_id, *game_ids])
        rows = cursor.fetchall()
    results: dict[int, tuple[GameHead, LoggedMove] | MalformedEntry | GameNotFound] = {}
    for game_id, *row in rows:
        try:
            results[game_id] = _head_and_last(game_id, row)
        except (MalformedEntry, GameNotFound) as error:
            results[game_id] = error
    return results


def of_caller(
    digest: bytes, game_id: int, *, now: datetime
) -> tuple[Bearer, tuple[GameHead, LoggedMove] | None]:
    """Return the bearer of a token, and the head of a game's log for their account with the last
    move, read in one statement; None without a game.

    :raises InvalidToken: the token is unknown, expired or revoked, or its account is closed.
    """
    columns, joins = _OF_CALLER
    bearer, row = bearers.recognise(digest, now=now, columns=columns, joins=joins, values=[game_id])
    return bearer, None if row[0] is None else _head_and_last(game_id, row)


class ClockReading(NamedTuple):
    """The version of a game, and its clock."""

    version: int
    revision: int
    deadline: datetime | None
    is_paused: bool


def clocks(game_ids: Collection[int]) -> dict[int, ClockReading]:
    """Return the clock of each of these games that exists."""
    found = Position.objects.filter(pk__in=game_ids)
    columns = found.values_list("pk", "version", "revision", "deadline", "paused_left")
    return {
        game_id: ClockReading(version, revision, deadline, paused_left is not None)
        for game_id, version, revision, deadline, paused_left in columns
    }


def versions(game_ids: Collection[int]) -> dict[int, int]:
    """Return the version of each of these games that exists."""
    found = Position.objects.filter(pk__in=game_ids).values_list("pk", "version")
    return dict(found)


def _head_and_last(game_id: int, row: Sequence[Any]) -> tuple[GameHead, LoggedMove]:
    """Read a row of ``_HEAD_COLUMNS`` and ``MOVE_COLUMNS`` for a caller of the API."""
    head = _head(game_id, row[:_HEAD_WIDTH])
    try:
        if row[_HEAD_WIDTH] is None:  # the reader finds it wherever it is
            for move in reader.read(game_id, after=head.version - 1, until=head.version):
                return head, move
            raise MalformedEntry(f"Move {head.version} is missing from the log.")
        return head, reader.move_of_row(*row[_HEAD_WIDTH:])
    except MalformedEntry:
        if head.is_private and head.seat is None:
            raise GameNotFound from None  # as in _head
        raise


def _head(game_id: int, row: Sequence[Any], *, is_service: bool = False) -> GameHead:
    """Read a row of ``_HEAD_COLUMNS``, for the service itself or for a caller of the API."""
    version, digest, text, rules, seed, seat, is_private, *rest = row
    has_spectators, deadline, revision, is_paused = rest
    try:
        state = reader.read_position(game_id, version, text, rules)
    except MalformedEntry:
        if is_private and seat is None and not is_service:
            raise GameNotFound from None  # the failure would tell strangers that the game exists
        raise
    return GameHead(
        game_id,
        bytes(seed),
        version,
        bytes(digest),
        state,
        seat,
        bool(is_private),
        bool(has_spectators),
        None if deadline is None else reader.time_of_text(deadline),
        revision,
        bool(is_paused),
    )
