"""The worker of tournaments, in a thread of the referee's process: one small step after the other.

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


class Work(Protocol):
    """A step of a locked tournament."""

    def __call__(self, tournament: Tournament, *, now: datetime) -> None: ...


def work(stop: Event, *, interval: float = 0.5) -> None:
    """Do all steps that are due until ``stop`` is set."""
    queue_loops.repeat("Tournaments", step, stop, interval, queue_loops.REST_FACTOR)


def step(*, now: datetime | None = None) -> bool:
    """Do the next step of the tournament that is due first; return whether there was one."""
    now = now or timezone.now()
    return _step("due_at", progress.advance, now) or _step("check_at", progress.take_rulings, now)


def _step(column: str, work: Work, now: datetime) -> bool:
    """Do some work for the tournament whose time in a column came first, if there is one.

    One in which the work fails is left alone for a while, so that the others go on.
    """
    due = Tournament.objects.filter(**{f"{column}__lte": now}).order_by(column)
    if not due.exists():
        return False
    tournament = None
    try:
        with transaction.atomic():
            tournament = due.select_for_update(skip_locked=True).first()
            if tournament is None:
                return False
            work(tournament, now=now)
    except Exception:
        if tournament is not None:
            Tournament.objects.filter(pk=tournament.pk).update(**{column: now + LEFT_ALONE})
        raise
    return True
