"""Find events that only a log that was tampered with can have, and that cannot be replayed."""

from games.engine import events
from games.engine.events import Event
from games.engine.options import MAX_SEATS
from games.engine.table import Table

_OF_PLAY = (
    events.Asked,
    events.BookMade,
    events.BookVoided,
    events.CardDrawn,
    events.CardExposed,
    events.CardsGiven,
    events.TurnClosing,
    events.TurnContinues,
    events.TurnPassed,
)
_SEATS = ("seat", "to", "target", "dealer")


def check(table: Table, event: Event) -> None:
    """Check that the seats and cards of an event exist, before it is recorded on the table.

    Cards in the wrong place pass: they can be shown, and ``engine.verify`` finds them.

    :raises ValueError: if a seat or a card does not exist.
    """
    seats = event.seats if isinstance(event, events.Created) else table.seats
    named = (getattr(event, name, None) for name in _SEATS)
    if not all(0 <= seat < seats for seat in named if seat is not None):
        raise ValueError("it names a seat that does not exist.")
    match event:
        case events.Created() if table.phase != "new":
            raise ValueError("the game was already opened.")
        case events.Created() if not 1 < seats <= MAX_SEATS:
            raise ValueError(f"a game cannot have {seats} seats.")
        case events.Started(kept) if not 1 < len(kept) <= seats or not set(kept) <= set(
            range(seats)
        ):
            raise ValueError("the seats that start are not those of the lobby.")
        case events.Started() if table.barred:
            raise ValueError("the game was already started.")
        case events.Dealt() if not table.barred:
            raise ValueError("the game has not started.")
        case events.Dealt(_, pack, counts) if (
            len(counts) != seats or min(counts) < 0 or sum(counts) > len(pack)
        ):
            raise ValueError("the pack cannot be dealt to these counts.")
        case events.SeriesContinues(_, totals) | events.SeriesOver(totals) if len(totals) != seats:
            raise ValueError("the number of totals is not the number of seats.")
        case _ if isinstance(event, _OF_PLAY) and not table.packs:
            raise ValueError("no cards have been dealt.")
        case _:
            pass
