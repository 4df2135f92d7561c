"""Record from which address each seat is played, as keyed digests: one row when a seat's address changes.

Digests show that two seats share an address or a network, and nothing else. Without the server's key an
address cannot be tested against them. ``disputes`` reads the rows; this module writes them on the path of every move.
"""

from datetime import datetime
from ipaddress import ip_address, ip_network

from django.db import connection
from django.utils.crypto import salted_hmac

from accounts.plain_sql import time_value

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
    """Record the address that an account plays its seat from, if it is new: one statement."""
    if address is None:
        return
    whole, network = _digest("address", address), _digest("network", _network(address))
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [whole, network, time_value(now), game_id, account_id, whole])


def _network(address: str) -> str:
    parsed = ip_address(address)
    return str(ip_network((parsed, PREFIXES[parsed.version]), strict=False))


def _digest(what: str, text: str) -> bytes:
    """Return a digest under a key derived from ``SECRET_KEY``. Stored rows depend on the salt: it never changes."""
    made = salted_hmac(f"games.disputes.addresses.{what}", text, algorithm="sha256")
    return made.digest()[:_DIGEST_BYTES]
