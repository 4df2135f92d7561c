"""Who sits where, as events have it: the seat of the player who acts, who has left, and the table of seats."""

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
from games.models import Invitation, LobbyExit
from games.models import Seat as SeatRow


def follow(seat: Seat | None, events: Iterable[Event]) -> Seat | None:
    """Return which seat a player has, who had this one, after what his own command caused."""
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


def departures(events: Iterable[Event]) -> Iterator[tuple[Seat, bool]]:
    """Yield each seat that its player left in these events, with True, or was given back on appeal, with False."""
    for event in events:
        match event:
            case Resigned(seat) | Abandoned(seat) | Ruled(_, "seat_removed", int(seat)):
                yield seat, True
            case SeatRestored(seat):
                yield seat, False
            case _:
                pass


def store(game_id: int, events: Iterable[Event], account_id: int | None) -> None:
    """Keep the table of seats in step; ``account_id`` is whoever sat down."""
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
                # Seats move down only, so that going upwards never meets one still taken.
                for new, old in enumerate(seats):
                    if new != old:
                        rows.filter(number=old).update(number=new)
            case _:
                pass


def forget_lobby(game_id: int) -> None:
    """Delete what a game needs in its lobby only: counts of exits, and invitations, which are void from then on."""
    LobbyExit.objects.filter(game_id=game_id).delete()
    Invitation.objects.filter(game_id=game_id).delete()


def exits(game_id: int, account_id: int) -> int:
    """Return how often an account has left a seat of a lobby, or was removed."""
    found = LobbyExit.objects.filter(game_id=game_id, account_id=account_id)
    return found.values_list("count", flat=True).first() or 0


def _count_exit(game_id: int, account_id: int) -> None:
    """Count one more exit; the write of the position before keeps others from counting meanwhile."""
    counts = LobbyExit.objects.filter(game_id=game_id, account_id=account_id)
    if not counts.update(count=F("count") + 1):
        LobbyExit.objects.create(game_id=game_id, account_id=account_id)
