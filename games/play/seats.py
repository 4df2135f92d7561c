"""Derive seats from events: the acting player's seat, departures, and the table of seats."""

from collections.abc import Iterable, Iterator

from django.db.models import F

from games.engine.cards import Seat
from games.engine.events import (
    Abandoned,
    Event,
    Resigned,
    Ruled,
    SeatLeft,
    SeatRestored,
    SeatTaken,
    Started,
)
from games.log.models import Seat as SeatRow
from games.play.models import Invitation, LobbyExit


def departures(events: Iterable[Event]) -> Iterator[tuple[Seat, bool]]:
    """Yield each seat whose player left in these events, with True, or was restored, with False."""
    for event in events:
        match event:
            case Resigned(seat) | Abandoned(seat) | Ruled(_, "seat_removed", int(seat)):
                yield seat, True
            case SeatRestored(seat):
                yield seat, False
            case _:
                pass


def store(game_id: int, events: Iterable[Event], account_id: int | None) -> None:
    """Update the table of seats; ``account_id`` is the player who took a seat."""
    for event in events:
        match event:
            case SeatTaken(seat, bot=None):
                assert account_id is not None
                SeatRow.objects.create(game_id=game_id, number=seat, account_id=account_id)
            case SeatTaken(seat, bot=level):
                SeatRow.objects.create(game_id=game_id, number=seat, bot=level or "")
            case SeatLeft(seat):
                row = SeatRow.objects.get(game_id=game_id, number=seat)
                row.delete()
                if row.account_id is not None:
                    _count_exit(game_id, row.account_id)
            case Started(seats):
                rows = SeatRow.objects.filter(game_id=game_id)
                # Seats only move down, so in ascending order the new number is always free.
                for new, old in enumerate(seats):
                    if new != old:
                        rows.filter(number=old).update(number=new)
            case _:
                pass


def forget_lobby(game_id: int) -> None:
    """Delete what only a lobby needs: invitations and counts of exits."""
    LobbyExit.objects.filter(game_id=game_id).delete()
    Invitation.objects.filter(game_id=game_id).delete()


def exits(game_id: int, account_id: int) -> int:
    """Return how often an account has left a seat of a lobby, or was removed."""
    exits = LobbyExit.objects.filter(game_id=game_id, account_id=account_id)
    return exits.values_list("count", flat=True).first() or 0


def _count_exit(game_id: int, account_id: int) -> None:
    """Count one more exit. The write of the position before serialises concurrent counts."""
    counts = LobbyExit.objects.filter(game_id=game_id, account_id=account_id)
    if not counts.update(count=F("count") + 1):
        LobbyExit.objects.create(game_id=game_id, account_id=account_id)
