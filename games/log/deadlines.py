"""Until when a game waits for the seat that is to act, or a lobby for its start."""

from datetime import datetime, timedelta

from django.conf import settings

from games.engine.state import State


def deadline(
    state: State, *, now: datetime, before: State, deadline_before: datetime | None
) -> datetime | None:
    """Return the moment at which the referee acts, or none while nobody is waited for.

    A lobby is closed when it has had no move for ``LOBBY_HOURS``.
    The clock runs for each awaited action. What does not change who is waited for, and for what, such as an
    offence of another seat, stops no clock: the deadline before stays.
    """
    if state.phase == "lobby":
        return now + settings.LOBBY_KEPT
    seat = state.to_act()
    if seat is None:
        return None
    if state.bots[seat] is not None:
        return now  # a bot needs no time
    if deadline_before is not None and _awaited(state) == _awaited(before):
        return deadline_before
    if state.turn_seconds is not None:
        return now + timedelta(seconds=state.turn_seconds)
    return now + settings.ABANDONED_AFTER


def is_due(deadline: datetime | None, *, now: datetime) -> bool:
    """Return whether the referee has to act."""
    return deadline is not None and deadline <= now


def awaits_bot(state: State) -> bool:
    """Return whether the game waits for a built-in bot."""
    seat = state.to_act()
    return seat is not None and state.bots[seat] is not None


def _awaited(state: State) -> tuple[object, ...]:
    """Return what tells one awaited action from the next."""
    return state.packs, state.phase, state.to_act(), state.asks, state.timeouts, state.left
