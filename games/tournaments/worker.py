"""The worker of tournaments, in a thread of the referee's process: one small step after the other.

Processes on PostgreSQL may work at the same time, each on another tournament.
"""

from datetime import datetime
from threading import Event

from django.db import transaction
from django.utils import timezone

from games.services import queue_loops
from games.tournaments import progress
from games.tournaments.models import Tournament


def work(stop: Event, *, interval: float = 0.5) -> None:
    """Do all steps that are due until ``stop`` is set."""
    queue_loops.repeat("Tournaments", step, stop, interval, queue_loops.REST_FACTOR)


def step(*, now: datetime | None = None) -> bool:
    """Do the next step of the tournament that is due first; return whether there was one."""
    now = now or timezone.now()
    if Tournament.objects.filter(due_at__lte=now).exists():
        with transaction.atomic():
            due = Tournament.objects.filter(due_at__lte=now).order_by("due_at")
            tournament = due.select_for_update(skip_locked=True).first()
            if tournament is not None:
                progress.advance(tournament, now=now)
                return True
    if Tournament.objects.filter(check_at__lte=now).exists():
        with transaction.atomic():
            to_check = Tournament.objects.filter(check_at__lte=now).order_by("check_at")
            tournament = to_check.select_for_update(skip_locked=True).first()
            if tournament is not None:
                progress.take_rulings(tournament, now=now)
                return True
    return False
