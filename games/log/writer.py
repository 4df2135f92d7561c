"""Write moves and the position after them, atomically. The only writer of moves.

Optimistic locking: a write succeeds only if the stored position is still the one that was read. An
ask is one autocommitted statement on PostgreSQL, and a short transaction on SQLite.

A process remembers what it wrote lately, to try a player's next command on before anything is read.
A try may fail in any way, and nothing of it is answered: the request is then read and decided
again. The write compares version, digest and deadline with what is stored, and checks the token.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import orjson
from django.db import connection, transaction

from accounts.credentials.bearers import TOKEN_IS_VALID, Bearer
from accounts.statements import IS_POSTGRESQL, fetch_one, time_value
from games.engine import chain, move_texts, snapshot
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.events import Event, SeatLeft, SeatTaken, Started
from games.engine.state import State
from games.engine.transcript import StoredMove
from games.log import heads
from games.log.heads import GameHead
from games.log.models import Move
from games.log.reader import LoggedMove

SCHEMA = move_texts.NEWEST
"""Of the moves that are written."""
MAX_ENTRIES = 4_000
"""Heads and players, each; beyond that all are forgotten."""


class RecentPlayer(NamedTuple):
    """The bearer of a token, and their seat in a game; the seat can change with the revision."""

    bearer: Bearer
    seat: Seat
    revision: int


_heads: dict[int, GameHead] = {}
_players: dict[tuple[bytes, int], RecentPlayer] = {}


def find_recent(token: bytes, game_id: int) -> tuple[Bearer, GameHead] | None:
    """Return the bearer of a token and the head of a game for them, if both may be up to date."""
    player, head = _players.get((token, game_id)), _heads.get(game_id)
    if player is None or head is None or player.revision != head.revision:
        return None
    return player.bearer, head._replace(seat=player.seat)


def note_recent(token: bytes, bearer: Bearer, head: GameHead) -> None:
    """Remember the head after a player's command, if the next move is a player's."""
    state = head.state
    if head.viewer is None or not state.is_running or heads.awaits_bot(state):
        forget_recent(head.game_id)
        return
    if max(len(_heads), len(_players)) >= MAX_ENTRIES:
        clear_recent()
    _heads[head.game_id] = head
    if bearer.is_use_noted and not bearer.is_suspended:
        _players[token, head.game_id] = RecentPlayer(bearer, head.viewer, head.revision)


def forget_recent(game_id: int) -> None:
    """Forget a head that is out of date."""
    _heads.pop(game_id, None)


def clear_recent() -> None:
    """Forget all."""
    _heads.clear()
    _players.clear()


COPIED_AT_ONCE = 500
"""Moves of one INSERT when a whole game is stored."""


class Row(NamedTuple):
    """A row to write with the moves: an ``INSERT … SELECT`` of parameters, and their values."""

    statement: str
    values: Sequence[Any]


_MOVE = """
INSERT INTO games_move (game_id, number, seat, schema, command, events, at, digest)
SELECT %s, %s, %s, %s, %s, %s, %s, %s"""
# Most moves leave check_at as it is, so that they change no index. One that has passed goes on.
_MOVED_ON = """
UPDATE games_position SET version = %s, digest = %s, state = %s, deadline = %s,
check_at = CASE WHEN check_at > %s AND check_at <= %s THEN check_at ELSE %s END
WHERE game_id = %s AND version = %s AND digest = %s AND revision = %s AND deadline {} %s""".format(
    "IS NOT DISTINCT FROM" if IS_POSTGRESQL else "IS"
)
_HAS_LAST = """EXISTS (SELECT 1 FROM games_move AS last
WHERE last.game_id = games_position.game_id AND last.number = games_position.version)"""
_MOVED_ON_BY_BEARER = f"{_MOVED_ON} AND {_HAS_LAST} AND {TOKEN_IS_VALID}"
_PLACED = """
INSERT INTO games_position (version, digest, state, deadline, check_at, game_id)
VALUES (%s, %s, %s, %s, %s, %s)"""
_REPLACED = """
UPDATE games_position SET version = %s, digest = %s, state = %s, deadline = %s, check_at = %s
WHERE game_id = %s"""


def next_move(
    head: GameHead,
    *,
    seat: Seat | None,
    command: Command,
    events: tuple[Event, ...],
    state: State,
    at: datetime,
) -> tuple[GameHead, LoggedMove, StoredMove]:
    """Return the head after one more move, and that move: as readers get it and as it is stored."""
    number = head.version + 1
    written = number, seat, at, SCHEMA, *move_texts.write(command, events, SCHEMA)
    digest = chain.next_digest(head.digest, *written, seed=head.seed)
    stored = StoredMove(*written, digest)
    move = LoggedMove(number, seat, command, events, at, digest)
    return head._replace(version=number, digest=digest, state=state), move, stored


def seat_after(seat: Seat | None, events: Iterable[Event]) -> Seat | None:
    """Return a player's seat after the events of their own command; ``seat`` is the one before."""
    for event in events:
        match event:
            case SeatTaken(taken, bot=None):
                seat = taken
            case SeatLeft(left) if left == seat:
                seat = None
            case Started(seats) if seat is not None:
                seat = seats.index(seat)
            case _:
                pass
    return seat


def write(
    before: GameHead,
    after: GameHead,
    moves: Sequence[StoredMove],
    *,
    answer_rows: Sequence[Row] = (),
    token: bytes | None = None,
) -> bool:
    """Append moves to the log of a game, and store the position after them and the
    ``answer_rows``.

    Creates the position of a game whose log is empty. The digest of a ``token`` is checked by the
    same statement, at the time of the first move.

    Return False, and write nothing, on a conflict: the stored position is not ``before`` any more,
    or, with a token, its move is missing, the token not valid, or its account closed or suspended.
    """
    rows = [*(_row(after.game_id, move) for move in moves), *answer_rows]
    if not before.version:
        position = Row(_PLACED, _position(after))
    else:
        known = [before.version, before.digest, before.revision, time_value(before.deadline)]
        at = time_value(moves[0].at)
        position = Row(_MOVED_ON, [*_position(after, at), *known])
        if token is not None:
            position = Row(_MOVED_ON_BY_BEARER, [*position.values, token, at, at])
    if IS_POSTGRESQL:
        return _write_at_once(position, rows)
    with transaction.atomic(savepoint=False):
        return _write_one_by_one(position, rows)


def store_position(head: GameHead, *, is_new: bool) -> None:
    """Store the position of a log, without comparing versions: for imports and rebuilds."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACED if is_new else _REPLACED, _position(head))


def copy(game_id: int, moves: Iterable[StoredMove]) -> None:
    """Store the moves of an imported or archived game as they are."""
    rest = (Move(game_id=game_id, **move._asdict()) for move in moves)
    while batch := list(islice(rest, COPIED_AT_ONCE)):
        Move.objects.bulk_create(batch)


def _write_at_once(position: Row, rows: Sequence[Row]) -> bool:
    """Write all rows in one statement, which writes none unless it updates the position."""
    statement = _at_once(position.statement, *(row.statement for row in rows))
    values = [value for row in (position, *rows) for value in row.values]
    return fetch_one(statement, values) is not None


@lru_cache(maxsize=64)
def _at_once(position: str, *rows: str) -> str:
    parts = [f"position AS ({position} RETURNING 1)"]
    parts += (f"row_{n} AS ({row} FROM position)" for n, row in enumerate(rows))
    return f"WITH {', '.join(parts)} SELECT 1 FROM position"  # noqa: S608  # only constants


def _write_one_by_one(position: Row, rows: Iterable[Row]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(position.statement, position.values)
        if not cursor.rowcount:
            return False
        for row in rows:
            cursor.execute(row.statement, row.values)
    return True


def _row(game_id: int, move: StoredMove) -> Row:
    at = time_value(move.at)
    number, seat, _, schema, command, events, digest = move
    return Row(_MOVE, [game_id, number, seat, schema, command, events, at, digest])


def _position(head: GameHead, *moved_at: Any) -> list[Any]:
    state = orjson.dumps(snapshot.write(head.state)).decode()
    deadline = time_value(head.deadline)
    check_at = [*moved_at, deadline, deadline] if moved_at else [deadline]
    return [head.version, head.digest, state, deadline, *check_at, head.game_id]
