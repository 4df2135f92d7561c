"""What the rater has to do, for metrics.

The rater: one at a time in all processes, it numbers finished games and computes ratings.

Each step is one transaction under a lock of the database. A process that is killed at any instant
has done a step completely or not at all, and the next process continues.
"""

from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Count, Min
from django.utils import timezone

from accounts.small_batches import small_batch
from games.ratings import generations, order, results
from games.ratings.models import RatedPair, RatingGeneration, RatingTask


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


MOST_PURGED = 500
"""Counts of past days that one step deletes."""

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('ratings', 0))"
_TRY_LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended('ratings', 0))"


def step(*, now: datetime | None = None, wait: bool = False) -> bool:
    """Do some of what is due, and return whether there was something to do.

    Returns False if another process holds the lock, unless ``wait``.
    """
    now = now or timezone.now()
    tasks = RatingTask.objects.filter(order.due(now))
    if not tasks.exists() and not generations.has_work(now=now):
        return False
    with small_batch():
        if not _lock(wait=wait):
            return False
        has_rated = _rate_queue(now)
        generations.start_if_wanted(now=now)
        has_built = generations.advance(now=now)
        return generations.delete_retired(now=now) or has_built or has_rated


def catch_up() -> int:
    """Do all steps that are due; return their number."""
    count = 0
    while step(wait=True):
        count += 1
    return count


def rebuild(*, now: datetime | None = None) -> RatingGeneration:
    """Start a generation that also reads every result from its log; the next steps build it."""
    with transaction.atomic():
        _lock(wait=True)
        return generations.start(from_log=True, now=now or timezone.now())


def _rate_queue(now: datetime) -> bool:
    live = generations.live()
    taken = order.take(after=0 if live is None else live.through, now=now)
    if taken is None:
        return False
    numbered, changed = taken
    results.apply(generations.live_or_first(now=now), numbered)
    if changed:
        generations.note_rulings(changed, now=now)
    if numbered:
        next_one = generations.building()
        scopes = {RatedPair.STARTS, RatedPair.ORDER}
        if next_one is not None:
            scopes.add(next_one.number)
        order.purge(scopes=scopes, today=numbered[-1].day, most=MOST_PURGED)
    return True


def _lock(*, wait: bool) -> bool:
    """Take the lock of the rater until the commit; return whether it was free.

    SQLite needs none: it has one writing transaction at a time.
    """
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute(_LOCK if wait else _TRY_LOCK)
        return wait or bool(cursor.fetchone()[0])
