"""Read and purge the addresses of seats, which are kept for ``ADDRESSES_KEPT_DAYS``."""

from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.db.models import OuterRef, Subquery

from accounts import purging
from games.desk.models import SeatAddress
from games.log.models import Seat
from games.referee.turns import Origin


def origins(game_ids: Collection[int]) -> dict[int, Origin]:
    """Return the account on the lowest seat of each game, with its last address digest, by game
    id.
    """
    last = SeatAddress.objects.filter(seat=OuterRef("pk")).order_by("-pk").values("address")[:1]
    rows = Seat.objects.filter(game__in=game_ids, account__isnull=False).order_by("-number")
    addresses = rows.annotate(address=Subquery(last)).values_list(
        "game_id", "account_id", "address"
    )
    return {
        game_id: Origin(account_id, None if address is None else bytes(address))
        for game_id, account_id, address in addresses
    }


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` rows older than they may be kept; return how many were deleted."""
    old = SeatAddress.objects.filter(at__lt=now - settings.ADDRESSES_KEPT)
    return purging.delete_first(old, by="at", most=most)
