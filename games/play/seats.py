"""Keep the rows of seats in step with a game's events, and record the addresses they play from.

An address is stored as keyed digests, one row per change, which show only that two seats share an
address or a network. Without the server's key, an address cannot be tested against them.
``games.desk`` reads the rows; this module writes them on the path of every move.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from ipaddress import ip_address, ip_network

from django.db import connection
from django.db.models import F
from django.utils.crypto import salted_hmac

from accounts.statements import time_value
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


PREFIXES = {4: 24, 6: 48}
_DIGEST_BYTES = 16

_RECORD = """
INSERT INTO disputes_seataddress (seat_id, address, network, at)
SELECT seat.id, %s, %s, %s FROM games_seat AS seat
WHERE seat.game_id = %s AND seat.account_id = %s AND COALESCE(%s <> (
    SELECT last.address FROM disputes_seataddress AS last
    WHERE last.seat_id = seat.id ORDER BY last.id DESC LIMIT 1
), TRUE)"""


def record(game_id: int, account_id: int, address: str | None, *, now: datetime) -> None:
    """Record the address from which an account plays its seat, if it changed, in one statement."""
    if address is None:
        return
    whole, network = _digest("address", address), _digest("network", _network(address))
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, [whole, network, time_value(now), game_id, account_id, whole])


def _network(address: str) -> str:
    parsed = ip_address(address)
    return str(ip_network((parsed, PREFIXES[parsed.version]), strict=False))


def _digest(what: str, text: str) -> bytes:
    """Return a digest under a key derived from ``SECRET_KEY``.

    The salt never changes: stored rows depend on it.
    """
    made = salted_hmac(f"games.disputes.addresses.{what}", text, algorithm="sha256")
    return made.digest()[:_DIGEST_BYTES]
