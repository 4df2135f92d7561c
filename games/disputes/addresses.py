"""From where seats are played: keyed digests of addresses and networks, a row when a seat's address changes.

They tell that two seats share an address or a network, and nothing else; without the server's key nobody can try out
which address it was. A row is forgotten after ``ADDRESSES_KEPT_DAYS``, or with its account.
"""

from collections.abc import Hashable
from datetime import datetime
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.disputes.models import SeatAddress
from games.models import Seat as SeatRow

PREFIXES = {4: 24, 6: 48}
_DIGEST_BYTES = 16
_MOST_NOTED = 50_000
_noted: dict[Hashable, bytes] = {}


def note(game_id: int, account_id: int, address: str | None, *, now: datetime) -> None:
    """Note from where an account plays its seat, if that is new."""
    if address is None:
        return
    key, whole = (game_id, account_id), _digest("address", address)
    if _noted.get(key) == whole:
        return
    seat = SeatRow.objects.filter(game_id=game_id, account_id=account_id).first()
    if seat is None:
        return
    last = SeatAddress.objects.filter(seat=seat).last()
    if last is None or bytes(last.address) != whole:
        network = _digest("network", _network(address))
        SeatAddress.objects.create(seat=seat, address=whole, network=network, at=now)
    if len(_noted) >= _MOST_NOTED:
        _noted.clear()
    _noted[key] = whole


def purge(*, now: datetime) -> int:
    """Forget what is older than it may be kept; return how many rows that were."""
    return SeatAddress.objects.filter(at__lt=now - settings.ADDRESSES_KEPT).delete()[0]


def _network(address: str) -> str:
    parsed = ip_address(address)
    return str(ip_network((parsed, PREFIXES[parsed.version]), strict=False))


def _digest(what: str, text: str) -> bytes:
    """Return a digest under a key of its own, derived from ``SECRET_KEY``."""
    made = salted_hmac(f"games.disputes.addresses.{what}", text, algorithm="sha256")
    return made.digest()[:_DIGEST_BYTES]
