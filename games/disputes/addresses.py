"""From where seats are played: keyed digests of addresses and networks, a row when a seat's address changes.

They tell that two seats share an address or a network, and nothing else; without the server's key nobody can try out
which address it was. A row is forgotten after ``ADDRESSES_KEPT_DAYS``, or with its account.
"""

from datetime import datetime
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from accounts.plain_sql import time_value
from games.disputes.models import SeatAddress

PREFIXES = {4: 24, 6: 48}
_DIGEST_BYTES = 16

_NOTE = """
INSERT INTO disputes_seataddress (seat_id, address, network, at)
SELECT seat.id, %s, %s, %s FROM games_seat AS seat
WHERE seat.game_id = %s AND seat.account_id = %s AND COALESCE(%s <> (
    SELECT last.address FROM disputes_seataddress AS last
    WHERE last.seat_id = seat.id ORDER BY last.id DESC LIMIT 1
), TRUE)"""


def note(game_id: int, account_id: int, address: str | None, *, now: datetime) -> None:
    """Note from where an account plays its seat, if that is new; in one statement, for requests wait for it."""
    if address is None:
        return
    whole, network = _digest("address", address), _digest("network", _network(address))
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [whole, network, time_value(now), game_id, account_id, whole])


def purge(*, now: datetime, most: int) -> int:
    """Forget so many of the rows that are older than they may be kept; return how many there were.

    Those that another process forgets at the same time are passed over.
    """
    with transaction.atomic():
        old = SeatAddress.objects.filter(at__lt=now - settings.ADDRESSES_KEPT).order_by("at")
        locked = old.select_for_update(skip_locked=True)
        chosen = list(locked.values_list("pk", flat=True)[:most])
        return SeatAddress.objects.filter(pk__in=chosen).delete()[0]


def _network(address: str) -> str:
    parsed = ip_address(address)
    return str(ip_network((parsed, PREFIXES[parsed.version]), strict=False))


def _digest(what: str, text: str) -> bytes:
    """Return a digest under a key of its own, derived from ``SECRET_KEY``."""
    made = salted_hmac(f"games.disputes.addresses.{what}", text, algorithm="sha256")
    return made.digest()[:_DIGEST_BYTES]
