"""Make the next move of a log, which ``writer`` can append: its texts and its digest."""

from datetime import datetime

from games.engine import chain, codec
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.state import State
from games.engine.transcript import StoredMove
from games.log.reader import GameHead, LoggedMove


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
    digest = chain.next_digest(head.digest, seed=head.seed, number=number, entry=text)
    stored = StoredMove(number, seat, at, codec.SCHEMA_VERSION, command_text, events_text, digest)
    move = LoggedMove(number, seat, command, events, at, digest)
    return head._replace(version=number, digest=digest, state=state), move, stored
