"""Analyse games again, after an upgrade of the models or a failure."""

from threading import Event

from django.db import transaction
from django.utils import timezone

from games.models import GameAnalysis
from games.services.analyses import queue, requesting, worker

Status = GameAnalysis.Status


def rebuild(game_id: int, stop: Event, *, again: bool = False) -> GameAnalysis | None:
    """Analyse a game with the current models, in this process's child; return the finished job.

    Returns None if there is nothing to do: the analysis is of the current models, unless
    ``again``, or the job is the worker's. Computes the requests that wait first: the worker takes
    none while a job of this process has a lease.
    """
    while worker.step(stop):
        pass
    job = _queued(game_id, again=again)
    while job is not None and job.status == Status.QUEUED:
        claimed = queue.claim_one(job, now=timezone.now())
        if claimed is None:
            return None
        worker.work(claimed, stop)
        job.refresh_from_db()
    return job


def _queued(game_id: int, *, again: bool) -> GameAnalysis | None:
    with transaction.atomic():
        job = requesting.add(game_id, None, now=timezone.now()).analysis
        found = GameAnalysis.objects.select_for_update().filter(pk=job.pk)
        wanted = (Status.DONE, Status.FAILED) if again else (Status.FAILED,)
        found.filter(status__in=wanted).update(
            status=Status.QUEUED, data=None, fault="", tries=0, finished_at=None
        )
        return found.filter(status=Status.QUEUED).first()
