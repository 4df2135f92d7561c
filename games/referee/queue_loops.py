"""The loops of workers with a queue, in threads of the referee's process."""

import logging
import time
from collections.abc import Callable
from threading import Event

from django.db import DatabaseError, connections
from django.utils import timezone

from games.ratings import rater
from games.reports import worker

REST_FACTOR = 1.0
"""A loop rests after each step as long as the step took: moves and bots continue during a
replay.
"""
PAUSE_SECONDS = 5.0
"""Pause after a failure."""

logger = logging.getLogger(__name__)


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
