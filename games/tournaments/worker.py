"""The worker of tournaments, in a thread of the referee's process: one small step after the other.

It skips tournaments with nothing to do. Processes on PostgreSQL may work at the same time, each on
another tournament.
"""

from datetime import datetime, timedelta
from threading import Event
from typing import Protocol

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.statements import small_batch
from games.referee import loop
from games.tournaments import progress
from games.tournaments.models import Tournament

LEFT_ALONE = timedelta(seconds=60)
"""How long a tournament in which a step fails waits."""
MOST_LOOKED_AT = 100
"""Tournaments that one step reads."""

_resting: dict[int, datetime] = {}
"""Tournaments in which there was nothing to do (:func:`progress.has_work`), and when to look
again.
"""


class Work(Protocol):
    """A step of a locked tournament."""

    def __call__(self, tournament: Tournament, *, now: datetime) -> None: ...


def work(stop: Event, *, interval: float = 0.5) -> None:
    """Do all steps that are due until ``stop`` is set."""
    loop.repeat("Tournaments", step, stop, interval, loop.REST_FACTOR)


def step(*, now: datetime | None = None) -> bool:
    """Do the next step of the tournament that is due first; return whether there was one."""
    now = now or timezone.now()
    if not Tournament.objects.filter(Q(due_at__lte=now) | Q(check_at__lte=now)).exists():
        return False  # most of the time
    return _step("due_at", progress.advance, now) or _step("check_at", progress.take_rulings, now)


def _step(column: str, work: Work, now: datetime) -> bool:
    """Do some work for the tournament whose time in a column came first, if there is one.

    One in which the work fails is left alone for a while, so that the others go on.
    """
    due = Tournament.objects.filter(**{f"{column}__lte": now}).order_by(column)
    for found in _with_work(due, now=now) if column == "due_at" else due[:MOST_LOOKED_AT]:
        try:
            if column == "due_at" and _rests(found, now=now):
                continue
            with small_batch():
                # Waits in turn: requests that are refused may hold the lock most of the time.
                tournament = due.select_for_update().filter(pk=found.pk).first()
                if tournament is None:
                    continue  # another process has done it
                work(tournament, now=now)
        except Exception:
            Tournament.objects.filter(pk=found.pk).update(**{column: now + LEFT_ALONE})
            raise
        return True
    return False


def _with_work(due: QuerySet[Tournament], *, now: datetime) -> QuerySet[Tournament]:
    """Return the first tournaments in which there is something to do, by one statement: most of
    the time, games are played.
    """
    for pk in [pk for pk, until in _resting.items() if until <= now]:
        del _resting[pk]
    return progress.with_work(due).exclude(pk__in=_resting)[:MOST_LOOKED_AT]


def _rests(tournament: Tournament, *, now: datetime) -> bool:
    """Return whether there is nothing to do in a tournament, and let it rest then."""
    if progress.has_work(tournament, now=now):
        return False
    _resting[tournament.pk] = now + progress.rest_of(tournament)
    return True
