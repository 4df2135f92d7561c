"""Make the next move of a log, which ``writer`` can append: its texts and its digest."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings

from games.engine import chain, move_texts
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.events import Event, SeatLeft, SeatTaken, Started
from games.engine.state import State
from games.engine.transcript import StoredMove
from games.log.heads import GameHead
from games.log.reader import LoggedMove


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
    schema: int = settings.MOVE_SCHEMA
    if schema < move_texts.NEWEST:
        schema = max(schema, move_texts.oldest_schema(events))
    written = number, seat, at, schema, *move_texts.write(command, events, schema)
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
