"""Decide commands of players on the head of a log, without writing anything.

The moves that the referee owes after a command are decided with it.
"""

from datetime import datetime
from typing import NamedTuple

from games.engine import commands, referee
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.refusals import AlreadyLeft, GameClosed
from games.engine.transcript import StoredMove
from games.log import deadlines
from games.log.heads import GameHead
from games.log.next_move import next_move, seat_after
from games.log.reader import LoggedMove
from games.queries import visibility
from games.refusals import GamePaused, NotSeated, StaleVersion, VersionNeeded


class GameOverdue(Exception):
    """A move of the referee is due and must be made first (``overdue.enforce``).

    Nothing was decided.
    """

    def __init__(self, game_id: int) -> None:
        super().__init__(game_id)
        self.game_id = game_id


class Outcome(NamedTuple):
    """The result of a command: its move, the referee's moves that followed, and the head after
    them.
    """

    head: GameHead
    moves: tuple[LoggedMove, ...]


class Decision(NamedTuple):
    """An accepted command that is not written yet: the head it was decided on, its outcome and the
    rows to store.
    """

    before: GameHead
    outcome: Outcome
    moves: tuple[StoredMove, ...]
    account_id: int | None
    """The player whose command it was, or None for a bot or the referee."""
    at: datetime


def decide_for(
    head: GameHead,
    account_id: int,
    command: Command,
    *,
    if_version: frozenset[int] | None,
    now: datetime,
) -> Decision:
    """Decide a command of the account that the head was loaded for.

    Check first that the account may give it (:func:`seat_of`), so that the version does not leak. A
    built-in bot that has not moved yet does not delay other commands.

    :raises GameOverdue: if the time of the awaited seat has run out.
    :raises GamePaused: if the game is paused.
    :raises StaleVersion: if no number in ``if_version`` is the last move's.
    :raises VersionNeeded: if a running game is in honour mode and ``if_version`` is None.
    :raises Refusal: if the command is refused.
    """
    if deadlines.is_due(head.deadline, now=now) and not deadlines.awaits_bot(head.state):
        raise GameOverdue(head.game_id)
    if head.is_paused:
        raise GamePaused
    _check_version(head, if_version)
    return decide(head, command, seat=head.seat, account_id=account_id, now=now)


def decide(
    before: GameHead,
    command: Command,
    *,
    seat: Seat | None,
    account_id: int | None,
    now: datetime,
    rated: bool | None = None,
) -> Decision:
    """Decide a command and all moves that the referee owes after it. Does no I/O.

    ``seat`` is the move's author, None for the referee. ``rated`` is what a start says
    (``rated_starts``).

    :raises Refusal: if the command is refused.
    """
    head = before
    moves: list[LoggedMove] = []
    rows: list[StoredMove] = []
    due: Command | None = command
    while due is not None:
        if isinstance(due, commands.Start):
            due = commands.Start(rated)
        events, state = step(head.state, due)
        if isinstance(due, commands.TakeSeat) and due.bot is None:
            seat = due.seat
        head, move, row = next_move(
            head, seat=seat, command=due, events=events, state=state, at=now
        )
        head = head._replace(seat=seat_after(head.seat, events))
        moves.append(move)
        rows.append(row)
        due, seat = referee.next_command(state, head.seed), None
    deadline = None
    if not before.is_paused:
        deadline = deadlines.deadline(
            head.state, now=now, before=before.state, deadline_before=before.deadline
        )
    outcome = Outcome(head._replace(deadline=deadline), tuple(moves))
    return Decision(before, outcome, tuple(rows), account_id, now)


def seat_of(head: GameHead, account_id: int) -> Seat:
    """Return the seat of the account that the head was loaded for.

    :raises GameNotFound: if the account may not see the game.
    :raises GameClosed: if the game was closed in its lobby.
    :raises AlreadyLeft: if it has resigned or was abandoned.
    :raises NotSeated: if it has no seat.
    """
    if head.seat is None:
        visibility.check_watches(head, account_id)
    if head.state.phase == "closed":
        raise GameClosed
    if head.seat is not None and head.state.left >> head.seat & 1:
        raise AlreadyLeft("You have left this game.")
    if head.seat is not None:
        return head.seat
    raise NotSeated("You have no seat in this game.")


def _check_version(head: GameHead, if_version: frozenset[int] | None) -> None:
    if if_version is not None and head.version not in if_version:
        raise StaleVersion(
            f"The game is at version {head.version}, your command was made for {max(if_version)}. "
            "Read the state and decide again."
        )
    if if_version is None and head.state.rules.referee == "honour" and head.state.is_running:
        raise VersionNeeded(
            "In honour mode a late command could be an offence: send If-Match with the state's ETag."
        )
