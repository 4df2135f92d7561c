"""Purge the addresses of seats that are older than ``ADDRESSES_KEPT_DAYS``."""

from datetime import datetime

from django.conf import settings

from accounts import purging
from games.disputes.models import SeatAddress


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` rows older than they may be kept; return how many were deleted."""
    old = SeatAddress.objects.filter(at__lt=now - settings.ADDRESSES_KEPT)
    return purging.delete_first(old, by="at", most=most)
