"""The queue of analyses, in the database: what a killed process had begun is taken again.

A worker holds a job by a lease that it renews. One job runs at a time in all processes.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Count, Min, QuerySet

from games.analysis.values.weights import VERSION
from games.models import GameAnalysis
from games.queries.analyses.stored import TO_DO
from games.services.analyses import faults

LEASE = timedelta(seconds=30)
"""How long a worker that was killed keeps its job."""
MOST_TRIES = 3

_TRY_LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended('analyses', 0))"

Status = GameAnalysis.Status


class WaitingAnalyses(NamedTuple):
    """What waits for the worker."""

    queue: int
    lag: float
    """Seconds since the oldest request; 0 if none waits."""


def claim(*, now: datetime) -> GameAnalysis | None:
    """Take the oldest job, or None if there is none, or if a worker is busy.

    The row of a job that code with other models queued gets the version of these models, which
    compute it.
    """
    to_do = GameAnalysis.objects.filter(status__in=TO_DO)
    if not to_do.exists():
        return None
    with transaction.atomic():
        if not _lock() or to_do.filter(lease_until__gt=now).exists():
            return None
        for job in to_do.order_by("requested_at", "pk"):
            if job.tries >= MOST_TRIES:
                _end(job, now=now, status=Status.FAILED, fault=faults.CRASHED)
            elif _others(job).filter(model=VERSION).exists():
                job.delete()  # these models have a job of this game, or its analysis
            else:
                job.model = VERSION
                return _begin(job, now=now)
    return None


def claim_one(job: GameAnalysis, *, now: datetime) -> GameAnalysis | None:
    """Take this job next to the worker's, or None if the worker has it or did it."""
    with transaction.atomic():
        rows = GameAnalysis.objects.select_for_update().filter(pk=job.pk, status=Status.QUEUED)
        found = rows.first()
        return None if found is None else _begin(found, now=now)


def renew(job: GameAnalysis, *, now: datetime) -> bool:
    """Extend the lease, and return whether the worker still has the job."""
    return bool(_held(job).update(lease_until=now + LEASE))


def finish(job: GameAnalysis, data: bytes, *, now: datetime) -> None:
    """Store the result, and delete those of other models."""
    with transaction.atomic():
        if _end(job, now=now, status=Status.DONE, data=data):
            _others(job).delete()


def fail(job: GameAnalysis, fault: str, *, now: datetime) -> None:
    """Give a job up."""
    _end(job, now=now, status=Status.FAILED, fault=fault)


def retry(job: GameAnalysis, *, now: datetime) -> None:
    """Put a job back whose try ended without a result; after ``MOST_TRIES``, give it up."""
    if job.tries >= MOST_TRIES:
        fail(job, faults.CRASHED, now=now)
    else:
        _held(job).update(status=Status.QUEUED, lease_until=None)


def release(job: GameAnalysis) -> None:
    """Put a job back that its worker stopped in good order: the try does not count."""
    _held(job).update(status=Status.QUEUED, lease_until=None, tries=job.tries - 1)


def look(*, now: datetime) -> WaitingAnalyses:
    """Read what waits, from an index of a few rows."""
    to_do = GameAnalysis.objects.filter(status__in=TO_DO)
    found = to_do.aggregate(count=Count("pk"), oldest=Min("requested_at"))
    oldest = found["oldest"]
    lag = 0.0 if oldest is None else max((now - oldest).total_seconds(), 0.0)
    return WaitingAnalyses(found["count"], lag)


def _begin(job: GameAnalysis, *, now: datetime) -> GameAnalysis:
    job.status, job.started_at, job.lease_until = Status.RUNNING, now, now + LEASE
    job.tries += 1
    job.save(update_fields=["model", "status", "started_at", "lease_until", "tries"])
    return job


def _end(job: GameAnalysis, *, now: datetime, **values: object) -> bool:
    rows = GameAnalysis.objects.filter(pk=job.pk, status=job.status, tries=job.tries)
    return bool(rows.update(finished_at=now, lease_until=None, **values))


def _others(job: GameAnalysis) -> QuerySet[GameAnalysis]:
    """Return the other rows of the job's game, which are of other models."""
    return GameAnalysis.objects.filter(game=job.game_id).exclude(pk=job.pk)


def _held(job: GameAnalysis) -> QuerySet[GameAnalysis]:
    """Return the row of the job if the worker still has this try."""
    return GameAnalysis.objects.filter(pk=job.pk, status=Status.RUNNING, tries=job.tries)


def _lock() -> bool:
    """Take the lock of workers until the commit; return whether it was free.

    SQLite needs none: it has one writing transaction at a time.
    """
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute(_TRY_LOCK)
        return bool(cursor.fetchone()[0])
