"""The loops of the referee's process: overdue games, matches, workers with a queue, its heartbeat.

The heartbeat in the database shows when one of these processes last handled all games.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event

from django.db import DatabaseError, connection, connections
from django.utils import timezone

from games.play import matchmaking
from games.play.models import RefereeRound
from games.ratings import rater
from games.referee.overdue_games import OverdueGames
from games.referee.turns import Origins
from games.reports import worker

INTERVAL = 5.0  # seconds between writes of the one row, for any number of referees

_recorded_at = -INTERVAL


def record(*, now: datetime) -> None:
    """Record a referee heartbeat."""
    global _recorded_at
    if time.monotonic() - _recorded_at < INTERVAL:
        return
    _recorded_at = time.monotonic()
    rounds = RefereeRound.objects.filter(pk=RefereeRound.ONLY)
    if rounds.filter(at__lt=now - timedelta(seconds=INTERVAL)).update(at=now) or rounds.exists():
        return
    RefereeRound.objects.bulk_create([RefereeRound(at=now)], ignore_conflicts=True)


def last() -> datetime | None:
    """Return the time of the last heartbeat, to within ``INTERVAL``, or None."""
    return RefereeRound.objects.values_list("at", flat=True).first()


ROUND_SECONDS = 0.5
"""How long it moves bots before it handles matches, its heartbeat and the rest."""

logger = logging.getLogger(__name__)


def enforce_all() -> int:
    """Make all overdue moves and seat all overdue matches; return the number of steps."""
    games, steps = OverdueGames(), 0
    while matchmaking.settle_next() or games.step():
        steps += 1
    return steps


def run(
    stop: Event,
    *,
    interval: float,
    wanted: Event | None = None,
    origins: Origins | None = None,
    after_games: Callable[[], object] | None = None,
) -> None:
    """Handle all overdue games every ``interval`` seconds, and when ``wanted`` is set, until
    ``stop`` is set.

    ``origins`` looks up who plays the games, for the order of turns. ``after_games`` is called
    about every interval. To stop, set ``stop`` and then ``wanted``.
    """
    wanted = wanted or Event()
    games, is_failing, next_round = OverdueGames(origins), False, time.monotonic()
    while not stop.is_set():
        is_busy = False
        try:
            is_busy = _move_bots(games, stop, until=time.monotonic() + ROUND_SECONDS)
            if time.monotonic() >= next_round:
                next_round = time.monotonic() + interval
                while matchmaking.settle_next():
                    is_busy = True
                record(now=timezone.now())
                if after_games is not None:
                    after_games()
            is_failing = False
        except DatabaseError as error:
            if not is_failing:
                logger.warning("Overdue moves wait for the database: %s", str(error).strip())
            is_busy, is_failing = False, True
            connection.close()
        if not is_busy:
            wanted.wait(max(next_round - time.monotonic(), 0.0) if not is_failing else interval)
            wanted.clear()
    connection.close()


def _move_bots(games: OverdueGames, stop: Event, *, until: float) -> bool:
    """Handle overdue games until none is left, and return False; or until the time is up, and
    return True.
    """
    while games.step():
        if stop.is_set() or time.monotonic() > until:
            return True
    return False


REST_FACTOR = 1.0
"""A loop rests after each step as long as the step took: moves and bots continue during a
replay.
"""
PAUSE_SECONDS = 5.0
"""Pause after a failure."""


def rate(stop: Event, *, interval: float = 0.5) -> None:
    """Rate finished games until ``stop`` is set.

    Sleeps for ``interval`` seconds when there is none.
    """
    repeat("Ratings", lambda: rater.step(now=timezone.now()), stop, interval, REST_FACTOR)


def analyse(stop: Event, *, interval: float = 1.0) -> None:
    """Compute analyses until ``stop`` is set, as :func:`rate` does ratings."""
    repeat("Analyses", lambda: worker.step(stop), stop, interval)


def repeat(
    work: str,
    step: Callable[[], bool],
    stop: Event,
    interval: float,
    rest_factor: float = 0.0,
) -> None:
    """Repeat a step until ``stop`` is set. It returns whether there was work, and rests for
    ``interval`` seconds if there was none. A failed one is tried again.
    """
    wait, is_failing = 0.0, False
    while not stop.wait(wait):
        began = time.monotonic()
        try:
            has_worked = step()
            wait = rest_factor * (time.monotonic() - began) if has_worked else interval
            is_failing = False
        except DatabaseError as error:
            if not is_failing:
                logger.warning("%s wait for the database: %s", work, str(error).strip())
            wait, is_failing = PAUSE_SECONDS, True
            connections.close_all()
        except Exception:
            logger.exception("%s failed", work)
            wait = PAUSE_SECONDS
    connections.close_all()
