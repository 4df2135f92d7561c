"""The worker of tournaments, in a thread of the referee's process: one small step after the other.
A tournament in which nothing is to be done is read, and not written.

Processes on PostgreSQL may work at the same time, each on another tournament.
"""

from datetime import datetime, timedelta
from threading import Event
from typing import Protocol

from django.db import transaction
from django.utils import timezone

from games.services import queue_loops
from games.tournaments import progress
from games.tournaments.models import Tournament

LEFT_ALONE = timedelta(seconds=60)
"""How long a tournament in which a step fails waits."""
MOST_IDLE = 10_000
"""Tournaments that a process remembers to have nothing to do."""

_idle: dict[int, tuple[datetime | None, datetime]] = {}
"""Tournaments in which nothing was to be done: when they were due, and when to look again."""


class Work(Protocol):
    """A step of a locked tournament."""

    def __call__(self, tournament: Tournament, *, now: datetime) -> None: ...


def work(stop: Event, *, interval: float = 0.5) -> None:
    """Do all steps that are due until ``stop`` is set."""
    queue_loops.repeat("Tournaments", step, stop, interval, queue_loops.REST_FACTOR)


def step(*, now: datetime | None = None) -> bool:
    """Do the next step of the tournament that is due first; return whether there was one."""
    now = now or timezone.now()
    if len(_idle) > MOST_IDLE:
        _idle.clear()  # also those that have ended since
    return _step("due_at", progress.advance, now) or _step("check_at", progress.take_rulings, now)


def _step(column: str, work: Work, now: datetime) -> bool:
    """Do some work for the tournament whose time in a column came first, if there is one.

    One in which the work fails is left alone for a while, so that the others go on.
    """
    due = Tournament.objects.filter(**{f"{column}__lte": now}).order_by(column)
    for found in due:
        try:
            if column == "due_at" and not _has_work(found, now):
                continue
            with transaction.atomic():
                tournament = due.select_for_update(skip_locked=True).filter(pk=found.pk).first()
                if tournament is None:
                    continue  # another process is at it
                work(tournament, now=now)
        except Exception:
            Tournament.objects.filter(pk=found.pk).update(**{column: now + LEFT_ALONE})
            raise
        return True
    return False


def _has_work(tournament: Tournament, now: datetime) -> bool:
    """Return whether there is something to do. If there was nothing, and the tournament is due no
    sooner since, it is not looked at again for a while: most of the time, games are played.
    """
    due_at, look_at = _idle.pop(tournament.pk, (None, now))
    if due_at != tournament.due_at or look_at <= now:
        if progress.has_work(tournament, now=now):
            return True
        due_at, look_at = tournament.due_at, now + progress.pause_of(tournament)
    _idle[tournament.pk] = due_at, look_at
    return False
