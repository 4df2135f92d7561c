"""Heartbeat of referees: the database shows when one of them last handled all games."""

import time
from datetime import datetime, timedelta

from games.referee.models import RefereeRound

INTERVAL = 5.0  # seconds between writes of the one row, for any number of referees

_recorded_at = -INTERVAL


def record(*, now: datetime) -> None:
    """Record a referee heartbeat."""
    global _recorded_at
    if time.monotonic() - _recorded_at < INTERVAL:
        return
    _recorded_at = time.monotonic()
    rounds = RefereeRound.objects.filter(pk=RefereeRound.ONLY)
    if rounds.filter(at__lt=now - timedelta(seconds=INTERVAL)).update(at=now) or rounds.exists():
        return
    RefereeRound.objects.bulk_create([RefereeRound(at=now)], ignore_conflicts=True)


def last() -> datetime | None:
    """Return the time of the last heartbeat, to within ``INTERVAL``, or None."""
    return RefereeRound.objects.values_list("at", flat=True).first()
