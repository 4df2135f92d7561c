"""The queue of analyses, in the database. Each worker computes one job at a time.

A worker has a job until its lease ends, which is longer than any try takes. A job whose worker was
killed is then taken again.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Min, QuerySet

from games.analysis.values.weights import VERSION
from games.reports import faults
from games.reports.computing import WALL_SECONDS
from games.reports.models import GameAnalysis
from games.reports.stored import TO_DO

LEASE = timedelta(seconds=WALL_SECONDS + 60)
MOST_TRIES = 3

Status = GameAnalysis.Status


class WaitingAnalyses(NamedTuple):
    """What waits for the workers."""

    queue: int
    lag: float
    """Seconds since the oldest request; 0 if none waits."""


def claim(*, now: datetime) -> GameAnalysis | None:
    """Take the oldest job that no worker has, or None.

    The row of a job that code with other models queued gets the version of these models, which
    compute it. The try counts until it is put back.
    """
    free = GameAnalysis.objects.filter(status__in=TO_DO).exclude(lease_until__gt=now)
    if not free.exists():
        return None
    free = free.select_for_update(skip_locked=True).order_by("requested_at", "pk")
    with transaction.atomic():
        while job := free.first():
            if job.tries >= MOST_TRIES:
                _update(job, status=Status.FAILED, fault=faults.CRASHED, finished_at=now)
            elif _others(job).filter(model=VERSION).exists():
                job.delete()  # these models have a job of this game, or its analysis
            else:
                job.model, job.status, job.tries = VERSION, Status.RUNNING, job.tries + 1
                job.started_at, job.lease_until = now, now + LEASE
                job.save()
                return job
    return None


def finish(job: GameAnalysis, data: bytes, *, now: datetime) -> None:
    """Store the result, and delete those of other models."""
    with transaction.atomic():
        if _update(job, status=Status.DONE, data=data, finished_at=now):
            _others(job).delete()


def fail(job: GameAnalysis, fault: str, *, now: datetime) -> None:
    """Give a job up."""
    _update(job, status=Status.FAILED, fault=fault, finished_at=now)


def put_back(job: GameAnalysis, *, counts: bool) -> None:
    """Put a job back whose try ended without a result. After ``MOST_TRIES`` that count, the next
    claim gives it up.
    """
    _update(job, status=Status.QUEUED, tries=job.tries if counts else job.tries - 1)


def look(*, now: datetime) -> WaitingAnalyses:
    """Read what waits, from an index of a few rows."""
    to_do = GameAnalysis.objects.filter(status__in=TO_DO)
    waiting = to_do.aggregate(count=Count("pk"), oldest=Min("requested_at"))
    oldest = waiting["oldest"]
    lag = 0.0 if oldest is None else max((now - oldest).total_seconds(), 0.0)
    return WaitingAnalyses(waiting["count"], lag)


def _update(job: GameAnalysis, **values: object) -> bool:
    """Change the row of a job if no other worker has taken it; return whether it was changed."""
    rows = GameAnalysis.objects.filter(pk=job.pk, status=job.status, tries=job.tries)
    return bool(rows.update(lease_until=None, **values))


def _others(job: GameAnalysis) -> QuerySet[GameAnalysis]:
    """Return the other rows of the job's game, which are of other models."""
    return GameAnalysis.objects.filter(game=job.game_id).exclude(pk=job.pk)
