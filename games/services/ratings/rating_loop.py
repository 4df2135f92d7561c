"""The loop of the rater, in a thread of the referee's process."""

import logging
import time
from threading import Event

from django.db import DatabaseError, connection
from django.utils import timezone

from games.services.ratings import rater

INTERVAL = 0.5
"""Seconds between looks at an empty queue."""
REST_FACTOR = 1.0
"""After each step it rests as long as the step took: moves and bots continue during a replay."""
PAUSE_SECONDS = 5.0
"""Pause after a failure."""

logger = logging.getLogger(__name__)


def run(stop: Event, *, interval: float = INTERVAL) -> None:
    """Rate finished games until ``stop`` is set."""
    wait, is_failing = 0.0, False
    while not stop.wait(wait):
        began = time.monotonic()
        try:
            has_worked = rater.step(now=timezone.now())
            wait = REST_FACTOR * (time.monotonic() - began) if has_worked else interval
            is_failing = False
        except DatabaseError as error:
            if not is_failing:
                logger.warning("Ratings wait for the database: %s", str(error).strip())
            wait, is_failing = PAUSE_SECONDS, True
            connection.close()
        except Exception:  # the next step tries again
            logger.exception("rating failed")
            wait = PAUSE_SECONDS
    connection.close()
