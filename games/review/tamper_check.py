"""What no table can have seen, and only a log that was meddled with tells of: it can be neither drawn nor counted."""

from games.engine.events import (
    Asked,
    BookMade,
    BookVoided,
    CardDrawn,
    CardExposed,
    CardsGiven,
    Created,
    Dealt,
    Event,
    SeriesContinues,
    SeriesOver,
    Started,
    TurnClosing,
    TurnContinues,
    TurnPassed,
)
from games.engine.options import MAX_SEATS
from games.engine.table import Table

_OF_PLAY = (
    Asked,
    BookMade,
    BookVoided,
    CardDrawn,
    CardExposed,
    CardsGiven,
    TurnClosing,
    TurnContinues,
    TurnPassed,
)
_SEATS = ("seat", "to", "target", "dealer")


def check(table: Table, event: Event) -> None:
    """Check that there are the seats and cards of which an event tells, before it is recorded on the table.

    Cards in the wrong place pass: they can be shown, and that the rules forbid them is for ``engine.verify`` to say.

    :raises ValueError: if there are not.
    """
    seats = event.seats if isinstance(event, Created) else table.seats
    named = (getattr(event, name, None) for name in _SEATS)
    if not all(0 <= seat < seats for seat in named if seat is not None):
        raise ValueError("it tells of a seat that there is not.")
    match event:
        case Created() if table.phase != "new":
            raise ValueError("the game was opened before.")
        case Created() if not 1 < seats <= MAX_SEATS:
            raise ValueError(f"there is no table of {seats} seats.")
        case Started(kept) if not 1 < len(kept) <= seats or not set(kept) <= set(range(seats)):
            raise ValueError("the seats that start are not those of the lobby.")
        case Dealt(_, pack, counts) if (
            len(counts) != seats or min(counts) < 0 or sum(counts) > len(pack)
        ):
            raise ValueError("the pack cannot be dealt so.")
        case SeriesContinues(_, totals) | SeriesOver(totals) if len(totals) != seats:
            raise ValueError("the totals are not those of the seats.")
        case _ if isinstance(event, _OF_PLAY) and not table.packs:
            raise ValueError("no card was dealt yet.")
        case _:
            pass
