"""Analyse games again, after an upgrade of the models or a failure."""

from threading import Event

from django.db import transaction
from django.utils import timezone

from games.reports import requesting, worker
from games.reports.models import GameAnalysis

Status = GameAnalysis.Status


def rebuild(game_id: int, stop: Event, *, again: bool = False) -> GameAnalysis | None:
    """Queue the analysis of a game by the current models, and work until the queue is empty.

    Returns the job, which another worker may have; None if there is nothing to do: the analysis is
    of the current models, unless ``again``, or a worker has the job.
    """
    job = _queued(game_id, again=again)
    while worker.step(stop):
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
