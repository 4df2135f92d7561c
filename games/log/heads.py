"""The head of a game's log, and when the referee acts on it."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.engine.cards import Seat
from games.engine.refusals import GameClosed
from games.engine.state import State
from games.log.models import Position
from games.log.refusals import NotOverYet

LOBBY_KEPT = timedelta(hours=24)
"""How long after its last move a lobby is closed."""
ABANDONED_AFTER = timedelta(days=7)
"""How long a game without a clock waits for a player; then their seat is given up."""


def deadline(
    state: State, *, now: datetime, before: State, deadline_before: datetime | None
) -> datetime | None:
    """Return when the referee acts, or None while the game awaits no seat.

    A lobby is closed when it has had no move for ``LOBBY_KEPT``. The clock runs for each awaited
    action: a move that does not change who is awaited and for what keeps the earlier deadline.
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
        return LOBBY_KEPT
    if turn_seconds is None:
        return ABANDONED_AFTER
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


class GameHead(NamedTuple):
    """The head of a game's log: version, digest and position, with the seat of one account."""

    game_id: int
    seed: bytes
    version: int
    digest: bytes
    state: State
    seat: Seat | None
    is_private: bool = False
    has_spectators: bool = True
    deadline: datetime | None = None
    revision: int = 0
    """How often the clock was changed without a move, or the game paused or resumed."""
    is_paused: bool = False

    @property
    def viewer(self) -> Seat | None:
        """The seat whose view the account reads.

        None for a spectator, and for a player who has left (§4.20).
        """
        seat = self.seat
        return None if seat is None or self.state.left >> seat & 1 else seat


def check_over(head: GameHead, detail: str) -> None:
    """Check that a game is over, so that its hands may be shown.

    :raises GameClosed: if the game was closed in its lobby.
    :raises NotOverYet: while hands are secret, with ``detail``.
    """
    if head.state.phase == "closed":
        raise GameClosed
    if not head.state.is_over:
        raise NotOverYet(detail)
