"""The move log: the end of a game's log, its moves, and the move that comes next. ``writer`` writes it.

Asks, states and streams pass here, so the statements are plain SQL, the same text on both databases but for the row
lock.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import orjson
from django.db import connection
from django.db.models import Max

from accounts.tokens import SqlPrefetch
from games.engine import chain, codec, snapshot
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.evolve import replay
from games.engine.refusals import MalformedEntry
from games.engine.state import State
from games.engine.transcript import StoredMove
from games.models import Move, Position
from games.refusals import GameNotFound


class GameHead(NamedTuple):
    """The end of a game's log, and the seat that an account has there."""

    game_id: int
    seed: bytes
    version: int
    digest: bytes
    state: State
    seat: Seat | None
    is_private: bool = False
    has_spectators: bool = True
    deadline: datetime | None = None

    @property
    def viewer(self) -> Seat | None:
        """The seat whose view the account reads. None for a spectator, and for a player who has left (§4.20)."""
        seat = self.seat
        return None if seat is None or self.state.left >> seat & 1 else seat


class LoggedMove(NamedTuple):
    """A move as it is read from the log, in the current schema."""

    number: int
    seat: Seat | None
    command: Command
    events: tuple[Event, ...]
    at: datetime
    digest: bytes


# A time is text on SQLite anyway; on PostgreSQL Django would make it one in Python with a class of its own,
# a twentieth of what a state costs.
_TAIL_COLUMNS = """
    position.version, position.digest, position.state, game.rules, game.seed, seat.number,
    game.is_private, game.has_spectators, CAST(position.deadline AS text)"""
_TAIL_WIDTH = 9
_MOVE_COLUMNS = """
    move.number, move.seat, move.schema, move.command, move.events, CAST(move.at AS text), move.digest"""
_SEAT = "LEFT JOIN games_seat AS seat ON seat.game_id = position.game_id AND seat.account_id ="
_TAIL_TABLES = f"""
FROM games_position AS position
JOIN games_game AS game ON game.id = position.game_id {_SEAT} %s"""
_LAST_TABLE = """
JOIN games_move AS move ON move.game_id = position.game_id AND move.number = position.version"""
_TAIL = f"SELECT {_TAIL_COLUMNS} {_TAIL_TABLES} WHERE position.game_id = %s"
_TAIL_AND_LAST = f"""
SELECT {_TAIL_COLUMNS}, {_MOVE_COLUMNS} {_TAIL_TABLES} {_LAST_TABLE} WHERE position.game_id = %s
"""
_TABLES_BESIDE = f"""
LEFT JOIN games_position AS position ON position.game_id = %s
LEFT JOIN games_game AS game ON game.id = position.game_id {_SEAT} token.user_id"""
# What is joined stays as it was when a wait for the lock began, `before` too: so a wait shows.
_TAIL_LOCKED = f"""
SELECT {_TAIL_COLUMNS}, before.version {_TAIL_TABLES}
JOIN games_position AS before ON before.game_id = position.game_id
WHERE position.game_id = %s FOR UPDATE OF position
"""
_READ = f"""
SELECT {_MOVE_COLUMNS} FROM games_move AS move
WHERE move.game_id = %s AND move.number > %s AND move.number <= %s ORDER BY move.number LIMIT %s
"""  # noqa: S608  # of our own words alone
_NO_END = 2**31 - 1


def load(game_id: int, account_id: int | None = None, *, lock: bool = False) -> GameHead:
    """Return the end of the log and the account's seat; ``lock`` keeps other writers out until the commit.

    On SQLite every writing transaction is alone from its BEGIN on, so there is nothing to lock. On PostgreSQL a
    statement that waits for a lock and then goes on has the locked row as it is, but the rows joined to it as they
    were, and the seats may have moved meanwhile: then it reads once more.

    :raises GameNotFound: if there is no such game.
    """
    with connection.cursor() as cursor:
        if lock and connection.features.has_select_for_update:
            cursor.execute(_TAIL_LOCKED, [account_id, game_id])
            row = cursor.fetchone()
            if row is not None and row[-1] == row[0]:
                return _tail(game_id, row[:-1])
        cursor.execute(_TAIL, [account_id, game_id])
        row = cursor.fetchone()
    if row is None:
        raise GameNotFound
    return _tail(game_id, row)


def load_with_last(game_id: int, account_id: int | None) -> tuple[GameHead, LoggedMove]:
    """Return the end of the log, the account's seat, and the last move.

    :raises GameNotFound: if there is no such game.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TAIL_AND_LAST, [account_id, game_id])
        row = cursor.fetchone()
    if row is None:
        raise GameNotFound
    return _tail(game_id, row[:_TAIL_WIDTH]), _move(*row[_TAIL_WIDTH:])


def head_prefetch(game_id: int, *, with_last: bool) -> SqlPrefetch:
    """Return what :func:`load` reads, or :func:`load_with_last`, to be read with the token of who comes."""
    if with_last:
        columns = f"{_TAIL_COLUMNS}, {_MOVE_COLUMNS}"
        return SqlPrefetch(columns, f"{_TABLES_BESIDE} LEFT {_LAST_TABLE}", [game_id])
    return SqlPrefetch(_TAIL_COLUMNS, _TABLES_BESIDE, [game_id])


def head_of_prefetched(
    game_id: int, row: Sequence[Any]
) -> tuple[GameHead, LoggedMove | None] | None:
    """Read what came of :func:`head_prefetch`: the end of the log and the last move, if that was read; or no game."""
    if row[0] is None:
        return None
    last = row[_TAIL_WIDTH:]
    return _tail(game_id, row[:_TAIL_WIDTH]), _move(*last) if last else None


def _tail(game_id: int, row: Sequence[Any]) -> GameHead:
    version, digest, text, rules, seed, seat, is_private, has_spectators, deadline = row
    state = read_position(game_id, version, text, rules)
    return GameHead(
        game_id,
        bytes(seed),
        version,
        bytes(digest),
        state,
        seat,
        bool(is_private),
        bool(has_spectators),
        None if deadline is None else _time(deadline),
    )


def read_position(game_id: int, version: int, text: str, rules: str) -> State:
    """Return the position of a game after the move ``version``, from the text that is stored of it and of its rules.

    A position of another schema is rebuilt from the log. Only the next command stores it.
    """
    try:
        return snapshot.read(orjson.loads(text), codec.rules_from_text(rules))
    except snapshot.OtherSchema:
        return replay(event for move in read(game_id, until=version) for event in move.events)


def next_move(
    tail: GameHead,
    *,
    seat: Seat | None,
    command: Command,
    events: tuple[Event, ...],
    state: State,
    at: datetime,
) -> tuple[GameHead, LoggedMove, StoredMove]:
    """Return the end of the log after one more move, and that move, read and as it is to be stored."""
    number = tail.version + 1
    command_text = codec.canonical(codec.to_json(command))
    events_text = codec.canonical([codec.to_json(event) for event in events])
    text = chain.entry(
        number=number,
        seat=seat,
        at=at,
        schema=codec.SCHEMA_VERSION,
        command=command_text,
        events=events_text,
    )
    digest = chain.next_digest(tail.digest, seed=tail.seed, number=number, entry=text)
    stored = StoredMove(number, seat, at, codec.SCHEMA_VERSION, command_text, events_text, digest)
    move = LoggedMove(number, seat, command, events, at, digest)
    return tail._replace(version=number, digest=digest, state=state), move, stored


def read(
    game_id: int, *, after: int = 0, until: int | None = None, limit: int | None = None
) -> Iterator[LoggedMove]:
    """Yield the moves with a number above ``after`` and up to ``until``, oldest first.

    :raises MalformedEntry: at a row that cannot be read.
    """
    ends = [_NO_END if end is None else end for end in (until, limit)]
    with connection.cursor() as cursor:
        cursor.execute(_READ, [game_id, after, *ends])
        rows = cursor.fetchall()
    for row in rows:
        yield _move(*row)


def last_deal(game_id: int) -> int | None:
    """Return the number of the move in which cards were last dealt; none if they never were."""
    deals = Move.objects.filter(game_id=game_id, events__contains='"type":"dealt"')
    number: int | None = deals.aggregate(last=Max("number"))["last"]
    return number


def versions(game_ids: Collection[int]) -> dict[int, int]:
    """Return the number of the last move of each of these games that exists."""
    found = Position.objects.filter(pk__in=game_ids).values_list("pk", "version")
    return dict(found)


def stored(game_id: int) -> Iterator[StoredMove]:
    """Yield the moves as they are stored, oldest first, to be verified."""
    rows = Move.objects.filter(game_id=game_id).order_by("number")
    columns = ("number", "seat", "at", "schema", "command", "events", "digest")
    for number, seat, at, schema, command, events, digest in rows.values_list(*columns).iterator():
        yield StoredMove(number, seat, at, schema, command, events, bytes(digest))


def _move(
    number: int,
    seat: Seat | None,
    schema: int,
    command: str,
    events: str,
    at: str,
    digest: bytes,
) -> LoggedMove:
    told = _loads(events)
    if not isinstance(told, list):
        raise MalformedEntry(f"The events of move {number} are no list.")
    return LoggedMove(
        number,
        seat,
        codec.command_from_json(_loads(command), schema),
        tuple(codec.event_from_json(event, schema) for event in told),
        _time(at),
        bytes(digest),
    )


def _time(text: str) -> datetime:
    """Read a time of a plain statement; SQLite keeps it without its zone, which is UTC."""
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _loads(text: str) -> Any:
    try:
        return orjson.loads(text)
    except json.JSONDecodeError as error:
        raise MalformedEntry(f"This is no JSON: {error}") from None
