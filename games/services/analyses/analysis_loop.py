"""The loop of the worker of analyses, in a thread of the referee's process."""

import logging
from threading import Event

from django.db import DatabaseError, connection, connections

from games.services.analyses import worker

INTERVAL = 1.0
"""Seconds between looks at an empty queue."""
PAUSE_SECONDS = 5.0
"""Pause after a failure."""

logger = logging.getLogger(__name__)


def run(stop: Event, *, interval: float = INTERVAL) -> None:
    """Compute analyses until ``stop`` is set."""
    wait, is_failing = 0.0, False
    while not stop.wait(wait):
        try:
            wait = 0.0 if worker.step(stop) else interval
            is_failing = False
        except DatabaseError as error:
            if not is_failing:
                logger.warning("Analyses wait for the database: %s", str(error).strip())
            wait, is_failing = PAUSE_SECONDS, True
            connection.close()
        except Exception:  # the lease ends, and the job is tried again
            logger.exception("analysis failed")
            wait = PAUSE_SECONDS
    connections.close_all()
