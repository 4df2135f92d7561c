"""How different in strength the opponents of quick match may be, and how that widens with time."""

from datetime import datetime
from typing import NamedTuple

from games.log import ids
from games.play.models import Match

STEPS = ((0.0, 5.0), (1 / 3, 10.0))
"""The widest difference of ratings from a part of the wait on. From ``ANYONE_FROM`` on, all fit.

There are 5 points between the built-in levels ``memory`` and ``expert``.
"""
ANYONE_FROM = 2 / 3


class MatchWindow(NamedTuple):
    """Which opponents fit now."""

    width: float | None
    """The widest difference of ratings; None for anyone."""
    widens_at: datetime | None
    """When that changes; None if it will not."""


def window(match: Match, *, now: datetime) -> MatchWindow:
    """Return the window of a match. A player without a certain rating fits anyone."""
    if match.mu is None:
        return MatchWindow(None, None)
    entered = ids.time_of(match.pk)
    starts = [(entered + part * (match.until - entered), width) for part, width in STEPS]
    ends = [start for start, _ in starts[1:]] + [entered + ANYONE_FROM * (match.until - entered)]
    for (_, width), end in zip(starts, ends, strict=True):
        if now < end:
            return MatchWindow(width, end)
    return MatchWindow(None, None)


def fits(match: Match, other: Match, *, now: datetime) -> bool:
    """Return whether two players are similar enough: the wider window of the two decides."""
    if match.mu is None or other.mu is None:
        return True
    widths = [window(waiting, now=now).width for waiting in (match, other)]
    return any(width is None or abs(match.mu - other.mu) <= width for width in widths)
