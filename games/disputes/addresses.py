"""Purge the addresses of seats: each is kept for ``ADDRESSES_KEPT_DAYS``."""

from datetime import datetime

from django.conf import settings
from django.db import transaction

from games.disputes.models import SeatAddress


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` rows older than they may be kept; return how many were deleted.

    Skips rows that another process is deleting at the same time.
    """
    with transaction.atomic():
        old = SeatAddress.objects.filter(at__lt=now - settings.ADDRESSES_KEPT).order_by("at")
        locked = old.select_for_update(skip_locked=True)
        chosen = list(locked.values_list("pk", flat=True)[:most])
        return SeatAddress.objects.filter(pk__in=chosen).delete()[0]
