"""What the rater has to do, for metrics."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min

from games.ratings.models import RatingGeneration, RatingTask


class WaitingRatings(NamedTuple):
    """What waits for the rater."""

    lag: float
    """Seconds since the oldest game of the queue ended or was ruled on; 0 if none waits."""
    queue: int
    generation: int
    """Number of the live generation; 0 before the first rated game."""
    replay: int
    """Games that the generation being built has not gone through."""


def look(*, now: datetime) -> WaitingRatings:
    """Read what waits, from tables of a few rows."""
    queue = RatingTask.objects.aggregate(oldest=Min("at"), count=Count("pk"))
    lag = 0.0 if queue["oldest"] is None else max((now - queue["oldest"]).total_seconds(), 0.0)
    rows = {row.status: row for row in RatingGeneration.objects.order_by("number")}
    live = rows.get(RatingGeneration.Status.LIVE)
    built = rows.get(RatingGeneration.Status.BUILDING)
    return WaitingRatings(
        lag=lag,
        queue=queue["count"],
        generation=0 if live is None else live.number,
        replay=0 if live is None or built is None else live.through - built.through,
    )
