"""Deadlines: when the referee acts for the awaited seat, or closes a lobby."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from games.engine.state import State
from games.log.models import Position


def deadline(
    state: State, *, now: datetime, before: State, deadline_before: datetime | None
) -> datetime | None:
    """Return when the referee acts, or None while the game awaits no seat.

    A lobby is closed when it has had no move for ``LOBBY_HOURS``. The clock runs for each awaited
    action: a move that does not change who is awaited and for what keeps the deadline before.
    """
    if state.phase == "lobby":
        return now + longest(None, in_lobby=True)
    seat = state.to_act()
    if seat is None:
        return None
    if state.bots[seat] is not None:
        return now  # a built-in bot acts at once
    if deadline_before is not None and _awaited(state) == _awaited(before):
        return deadline_before
    return now + longest(state.turn_seconds)


def longest(turn_seconds: int | None, *, in_lobby: bool = False) -> timedelta:
    """Return how long a clock runs: of a turn, or of a lobby."""
    if in_lobby:
        return settings.LOBBY_KEPT
    if turn_seconds is None:
        return settings.ABANDONED_AFTER
    return timedelta(seconds=turn_seconds)


def is_due(deadline: datetime | None, *, now: datetime) -> bool:
    """Return whether the referee has to act."""
    return deadline is not None and deadline <= now


def to_check(now: datetime) -> QuerySet[Position]:
    """Return all overdue positions, and some whose deadline is later.

    0.2.0 writes no ``check_at``: the second condition goes with its index, in 0.4.0.
    """
    return Position.objects.filter(Q(check_at__lte=now) | Q(deadline__lte=now))


def awaits_bot(state: State) -> bool:
    """Return whether the game waits for a built-in bot."""
    seat = state.to_act()
    return seat is not None and state.bots[seat] is not None


def _awaited(state: State) -> tuple[object, ...]:
    """Return a value that differs between one awaited action and the next."""
    seat = state.to_act()
    # Who sits on the other seats does not matter, nor whether they have left.
    player = None if seat is None else (state.bots[seat], state.left >> seat & 1)
    return (state.packs, state.phase, seat, player, state.asks, state.timeouts)
