"""Read the moves of logs, which may be archived, and the texts of stored positions.

Positions are rebuilt from the log where that is needed. Texts of errors are left out of the
service's own log: one can name a card.
"""

import json
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache, reduce
from itertools import islice
from operator import or_
from typing import Any, NamedTuple

import orjson
from django.db import connection
from django.db.models import Max, Q

from games.engine import codec, move_texts, snapshot
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.evolve import replay
from games.engine.refusals import MalformedEntry
from games.engine.state import State
from games.engine.transcript import StoredMove
from games.log import archive_rows
from games.log.models import Move


class LoggedMove(NamedTuple):
    """A move as it is read from the log, in the current schema."""

    number: int
    seat: Seat | None
    command: Command
    events: tuple[Event, ...]
    at: datetime
    digest: bytes


# Times are read as text: Django's own loader for them is Python code, which costs 5 % of a state.
MOVE_COLUMNS = """
    move.number, move.seat, move.schema, move.command, move.events, CAST(move.at AS text), move.digest"""
READ = f"""
SELECT {MOVE_COLUMNS} FROM games_move AS move
WHERE move.game_id = %s AND move.number > %s AND move.number <= %s ORDER BY move.number LIMIT %s
"""  # noqa: S608  # only constants
NO_END = 2**31 - 1
# In moves as arrays, and as objects. In a text of a player the quotes are escaped.
_DEALT = ('["dealt",', '"type":"dealt"')


def read(
    game_id: int,
    *,
    after: int = 0,
    until: int | None = None,
    limit: int | None = None,
) -> Iterator[LoggedMove]:
    """Yield the moves with a number above ``after`` and up to ``until``, oldest first.

    The moves of a game are all in the log or all in the archive.

    :raises MalformedEntry: at a row that cannot be read.
    """
    if until is not None and after >= until:
        return
    ends = [NO_END if end is None else end for end in (until, limit)]
    with connection.cursor() as cursor:
        cursor.execute(READ, [game_id, after, *ends])
        fetched = cursor.fetchall()
    for row in fetched:
        yield move_of_row(*row)
    if not fetched:
        for move in islice(archive_rows.moves(game_id, after=after, until=until), limit):
            yield logged(move)


def since_last_deal(game_id: int, *, until: int) -> Iterator[LoggedMove]:
    """Yield the moves up to ``until`` from the last deal before its end, or from the first move if
    there is none.

    :raises MalformedEntry: at a row that cannot be read.
    """
    deal = last_deal(game_id, until=until)
    if deal is not None:
        yield from read(game_id, after=deal - 1, until=until)
        return
    archived: list[StoredMove] = []
    for move in archive_rows.moves(game_id, until=until):
        if any(each in move.events for each in _DEALT):
            archived.clear()
        archived.append(move)
    if archived:
        yield from map(logged, archived)
    else:
        yield from read(game_id, until=until)


def last_deal(game_id: int, *, until: int = NO_END) -> int | None:
    """Return the number of the move with the last deal up to ``until``, or None."""
    is_deal = reduce(or_, (Q(events__contains=each) for each in _DEALT))
    moves = Move.objects.filter(game_id=game_id, number__lte=until)
    deals = moves.filter(is_deal)
    number: int | None = deals.aggregate(last=Max("number"))["last"]
    return number


def has_move_of_a_seat(game_id: int, *, after: int) -> bool:
    """Return whether a seat has made a move with a number above ``after``."""
    return any(move.seat is not None for move in stored(game_id, after=after))


def stored(game_id: int, *, after: int = 0) -> Iterator[StoredMove]:
    """Yield the moves with a number above ``after`` as they are stored, oldest first.

    :raises ArchiveUnreadable: if they are archived and cannot be read.
    """
    is_archived = True
    for move in stored_in_log(game_id, after=after):
        is_archived = False
        yield move
    if is_archived:
        yield from archive_rows.moves(game_id, after=after)


def stored_in_log(game_id: int, *, after: int = 0) -> Iterator[StoredMove]:
    """Yield the moves as :func:`stored` does, but none of an archived game."""
    found = Move.objects.filter(game_id=game_id, number__gt=after).order_by("number")
    columns = ("number", "seat", "at", "schema", "command", "events", "digest")
    for number, seat, at, schema, command, events, digest in found.values_list(*columns).iterator():
        yield StoredMove(number, seat, at, schema, command, events, bytes(digest))


def move_of_row(
    number: int,
    seat: Seat | None,
    schema: int,
    command: str,
    events: str,
    at: str,
    digest: bytes,
) -> LoggedMove:
    """Return the move of a row of ``MOVE_COLUMNS``. Raises as :func:`logged`."""
    return logged(
        StoredMove(number, seat, time_of_text(at), schema, command, events, bytes(digest))
    )


def logged(move: StoredMove) -> LoggedMove:
    """Read the texts of a stored move.

    :raises MalformedEntry: if they cannot be read.
    """
    number, seat, at, schema, command, events, digest = move
    try:
        read_command, read_events = _entries(command, events, schema)
        return LoggedMove(number, seat, read_command, read_events, at, digest)
    except MalformedEntry as error:
        error.add_note(f"move {number}")
        raise


def time_of_text(text: str) -> datetime:
    """Parse a time read as text. SQLite stores it without the zone, which is UTC."""
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


@lru_cache(maxsize=1024)
def _entries(command: str, events: str, schema: int) -> tuple[Command, tuple[Event, ...]]:
    """Return what the texts of a move say. Cached, because every seat and stream reads the last
    move.
    """
    return move_texts.read(_loads(command), _loads(events), schema)


def _loads(text: str) -> Any:
    try:
        return orjson.loads(text)
    except json.JSONDecodeError as error:
        raise MalformedEntry(f"This is not JSON: {error}") from None


_UNREADABLE = (
    snapshot.OtherSchema,
    MalformedEntry,
    AttributeError,
    KeyError,
    TypeError,
    ValueError,
)


class DamagedPosition(MalformedEntry):
    """The text of a stored position cannot be read. `manage.py rebuild_positions` restores it."""


def read_position(game_id: int, version: int, text: str, rules: str) -> State:
    """Return the state after the move ``version`` from the stored texts of the position and the
    rules.

    Rebuilds a position of another schema from the log. Only the next command stores it.

    :raises DamagedPosition: if its text cannot be read.
    :raises MalformedEntry: if the rules, or moves that are needed, cannot be read.
    """
    codec.rules_from_text(rules)
    try:
        return _state(text, rules)
    except snapshot.OtherSchema:
        return replay(event for move in read(game_id, until=version) for event in move.events)
    except _UNREADABLE as error:
        damaged = DamagedPosition(f"The position after move {version} cannot be read.")
        damaged.add_note(type(error).__name__)
        raise damaged from None


def can_read(text: str, rules: str) -> bool:
    """Return whether :func:`read_position` needs no log for these texts, and raises nothing."""
    try:
        _state(text, rules)
    except _UNREADABLE:
        return False
    return True


@lru_cache(maxsize=1024)
def _state(text: str, rules: str) -> State:
    """Return the state of a position; the same value for all readers of the same texts."""
    return snapshot.read(orjson.loads(text), codec.rules_from_text(rules))


def error_summary(error: BaseException) -> str:
    """Return the class of an error, its notes, and the line of code that raised it."""
    what = ", ".join([type(error).__name__, *getattr(error, "__notes__", ())])
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return what
    return f"{what}, in {frames[-1].filename}, line {frames[-1].lineno}"
