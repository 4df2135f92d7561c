"""Measure how long each seat took for its moves."""

from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from games.desk.review.record import Step
from games.engine.cards import Seat
from games.engine.events import TimedOut

INSTANT = 0.3
"""Seconds; too short for a person to read the table, choose and click."""


class Pace(NamedTuple):
    """The times of a seat in seconds, from the moment the game waited for it; zeros without
    moves.
    """

    seat: Seat
    moves: int
    median: float
    fastest: float
    slowest: float
    instant: int
    """Moves made within ``INSTANT``."""
    timed_out: int


def by_seat(steps: Iterable[Step], *, seats: int) -> list[Pace]:
    """Return the pace of each seat."""
    times: list[list[float]] = [[] for _ in range(seats)]
    timed_out = [0] * seats
    previous = None
    for move, before, _ in steps:
        seat = move.seat
        if seat is not None and previous is not None and before.to_act() == seat:
            times[seat].append(max((move.at - previous).total_seconds(), 0.0))
        for event in move.events:
            if isinstance(event, TimedOut):
                timed_out[event.seat] += 1
        previous = move.at
    return [_pace(seat, times[seat], timed_out[seat]) for seat in range(seats)]


def _pace(seat: Seat, times: list[float], timed_out: int) -> Pace:
    if not times:
        return Pace(seat, 0, 0.0, 0.0, 0.0, 0, timed_out)
    instant = sum(time < INSTANT for time in times)
    return Pace(seat, len(times), median(times), min(times), max(times), instant, timed_out)
