"""Writing the move log: moves and the position after them, together or not at all. The only writer of moves.

Nothing is locked to read a game, and a write holds only if the position is still the one that was read: an ask is one
statement on PostgreSQL, which sends it alone and so commits it, and a short transaction on SQLite.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import orjson
from django.db import connection, transaction

from accounts.plain_sql import IS_POSTGRESQL, time_value
from games.engine import snapshot
from games.engine.transcript import StoredMove
from games.log.reader import GameHead
from games.models import Move


class VersionConflict(Exception):
    """Somebody else has moved since the position was read; nothing was written."""


class Row(NamedTuple):
    """A row to be written with the moves: an ``INSERT … SELECT`` of constants, and these."""

    statement: str
    values: Sequence[Any]


_MOVE = """
INSERT INTO games_move (game_id, number, seat, schema, command, events, at, digest)
SELECT %s, %s, %s, %s, %s, %s, %s, %s"""
_MOVED_ON = """
UPDATE games_position SET version = %s, digest = %s, state = %s, deadline = %s
WHERE game_id = %s AND version = %s"""
_PLACED = """
INSERT INTO games_position (version, digest, state, deadline, game_id) VALUES (%s, %s, %s, %s, %s)"""
_REPLACED = """
UPDATE games_position SET version = %s, digest = %s, state = %s, deadline = %s WHERE game_id = %s"""


def write(
    before: GameHead, after: GameHead, moves: Sequence[StoredMove], *, along: Sequence[Row] = ()
) -> None:
    """Add moves to the log of a game, with the position after them, and rows that are kept with them.

    A game whose log is empty yet gets its position. Where nobody else can move, as under a lock, nobody overtakes.

    :raises VersionConflict: if the position is not ``before`` any more.
    """
    rows = [*(_row(after.game_id, move) for move in moves), *along]
    if not before.version:
        position = Row(_PLACED, _position(after))
    else:
        position = Row(_MOVED_ON, [*_position(after), before.version])
    if IS_POSTGRESQL:
        _write_at_once(position, rows)
    else:
        with transaction.atomic(savepoint=False):
            _write_one_by_one(position, rows)


def store_position(tail: GameHead, *, is_new: bool) -> None:
    """Store the position that a log amounts to, whatever was stored before."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACED if is_new else _REPLACED, _position(tail))


def copy(game_id: int, moves: Iterable[StoredMove]) -> None:
    """Store the moves of a game played elsewhere, as they are."""
    Move.objects.bulk_create(Move(game_id=game_id, **move._asdict()) for move in moves)


def _write_at_once(position: Row, rows: Sequence[Row]) -> None:
    """Write all of it in one statement, in which no row is written unless the position is."""
    parts = [f"position AS ({position.statement} RETURNING 1)"]
    parts += (f"row_{n} AS ({row.statement} FROM position)" for n, row in enumerate(rows))
    values = [value for row in (position, *rows) for value in row.values]
    statement = f"WITH {', '.join(parts)} SELECT 1 FROM position"  # noqa: S608  # of our own words alone
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        if cursor.fetchone() is None:
            raise VersionConflict


def _write_one_by_one(position: Row, rows: Iterable[Row]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(position.statement, position.values)
        if not cursor.rowcount:
            raise VersionConflict
        for row in rows:
            cursor.execute(row.statement, row.values)


def _row(game_id: int, move: StoredMove) -> Row:
    at = time_value(move.at)
    number, seat, _, schema, command, events, digest = move
    return Row(_MOVE, [game_id, number, seat, schema, command, events, at, digest])


def _position(tail: GameHead) -> list[Any]:
    state = orjson.dumps(snapshot.write(tail.state)).decode()
    deadline = time_value(tail.deadline)
    return [tail.version, tail.digest, state, deadline, tail.game_id]
