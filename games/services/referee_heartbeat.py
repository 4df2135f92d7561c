"""When a referee last went round all games: whoever looks at the database knows that one is at work somewhere."""

import time
from datetime import datetime, timedelta

from games.models import RefereeRound

INTERVAL = 5.0  # seconds; however many referees there are, one row is written no more often

_noted_at = -INTERVAL


def note(*, now: datetime) -> None:
    """Note that a round was gone."""
    global _noted_at
    if time.monotonic() - _noted_at < INTERVAL:
        return
    _noted_at = time.monotonic()
    rounds = RefereeRound.objects.filter(pk=RefereeRound.ONLY)
    if rounds.filter(at__lt=now - timedelta(seconds=INTERVAL)).update(at=now) or rounds.exists():
        return
    RefereeRound.objects.bulk_create([RefereeRound(at=now)], ignore_conflicts=True)


def last() -> datetime | None:
    """Return when the last round was gone, to within ``INTERVAL``; none if there never was one."""
    return RefereeRound.objects.values_list("at", flat=True).first()
