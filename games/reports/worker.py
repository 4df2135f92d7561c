"""The worker of analyses: it takes a job from the queue, computes it and stores the result.

A worker has a job until its lease ends, which is longer than any try takes. A job whose worker was
killed is then taken again. After an upgrade of the models or a failure, games are queued again.
"""

import logging
import time
from datetime import datetime, timedelta
from threading import Event
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Min, QuerySet
from django.utils import timezone

from games.analysis.report import AnalysisUnavailable
from games.analysis.values.weights import VERSION
from games.engine.refusals import MalformedEntry
from games.log import ids
from games.log.metrics import ANALYSES, ANALYSIS_SECONDS
from games.reports import computing, requesting, stored_analyses
from games.reports.computing import WALL_SECONDS, AnalysisFailed, Stopped, TryLost
from games.reports.models import GameAnalysis
from games.reports.stored_analyses import TO_DO

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
                _update(job, status=Status.FAILED, fault=computing.CRASHED, finished_at=now)
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


def waiting_analyses(*, now: datetime) -> WaitingAnalyses:
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


logger = logging.getLogger(__name__)


def step(stop: Event) -> bool:
    """Work on the oldest job that no worker has, and return whether there was one."""
    job = claim(now=timezone.now())
    if job is None:
        return False
    work(job, stop)
    return True


def work(job: GameAnalysis, stop: Event) -> None:
    """Compute a claimed job, and store its result or its fault."""
    began = time.monotonic()
    try:
        text = computing.compute(stored_analyses.of_game(job.game_id), stop=stop)
    except Stopped:
        put_back(job, counts=False)
        return
    except KeyboardInterrupt:  # a command
        put_back(job, counts=False)
        raise
    except TryLost as error:
        logger.warning("analysis of %s: %s", ids.to_text(job.game_id), error)
        put_back(job, counts=True)
        result = "lost"
    except AnalysisUnavailable as error:
        fail(job, error.reason, now=timezone.now())
        result = "unavailable"
    except MalformedEntry:
        fail(job, computing.UNREADABLE, now=timezone.now())
        result = "failed"
    except AnalysisFailed as error:
        fail(job, error.fault, now=timezone.now())
        result = "failed"
    else:
        finish(job, stored_analyses.pack(text), now=timezone.now())
        result = "done"
    ANALYSES.labels(result).inc()
    ANALYSIS_SECONDS.labels(result).inc(time.monotonic() - began)


def rebuild(game_id: int, stop: Event, *, again: bool = False) -> GameAnalysis | None:
    """Queue the analysis of a game by the current models, and work until the queue is empty.

    Returns the job, which another worker may have; None if there is nothing to do: the analysis is
    of the current models, unless ``again``, or a worker has the job.
    """
    job = _queued(game_id, again=again)
    while step(stop):
        pass
    if job is not None:
        job.refresh_from_db()
    return job


def _queued(game_id: int, *, again: bool) -> GameAnalysis | None:
    with transaction.atomic():
        now = timezone.now()
        job = requesting.add(game_id, None, now=now).analysis
        jobs = GameAnalysis.objects.select_for_update().filter(pk=job.pk)
        wanted = (Status.DONE, Status.FAILED) if again else (Status.FAILED,)
        jobs.filter(status__in=wanted).update(
            status=Status.QUEUED, requested_at=now, data=None, fault="", tries=0, finished_at=None
        )
        return jobs.filter(status=Status.QUEUED).first()
