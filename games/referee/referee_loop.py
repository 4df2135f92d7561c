"""The loop of the referee's process: overdue games, matches, and its heartbeat."""

import logging
import time
from collections.abc import Callable
from threading import Event

from django.db import DatabaseError, connection
from django.utils import timezone

from games.play import matchmaking
from games.referee import referee_heartbeat
from games.referee.overdue_games import OverdueGames
from games.referee.turns import Origins

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
                referee_heartbeat.record(now=timezone.now())
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
