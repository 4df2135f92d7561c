"""Record the address from which each seat is played, as keyed digests: one row per change.

Digests show only that two seats share an address or a network. Without the server's key, an address
cannot be tested against them. ``disputes`` reads the rows; this module writes them on the path of
every move.
"""

from datetime import datetime
from ipaddress import ip_address, ip_network

from django.db import connection
from django.utils.crypto import salted_hmac

from accounts.hot_statements import time_value

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
    made = salted_hmac(f"games.desk.addresses.{what}", text, algorithm="sha256")
    return made.digest()[:_DIGEST_BYTES]
