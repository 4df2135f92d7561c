"""Carry out one command in a game: load the head of its log, decide, commit; retry on a version
conflict.

``decide_for`` and ``commit`` are the two halves of every change that a player makes. The moves that
the referee owes after a command are decided with it and committed in the same statement.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games import metrics
from games.engine import commands, referee
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.refusals import AlreadyLeft, GameClosed
from games.engine.transcript import StoredMove
from games.log import deadlines, reader
from games.log.reader import GameHead, LoggedMove
from games.log.writer import Row, VersionConflict, write
from games.models import Game, GameStatus
from games.notify.notices import announce
from games.queries import visibility
from games.refusals import GameNotFound, NotSeated, StaleVersion, VersionNeeded
from games.services.moves import seats, statistics


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


def act(
    game_id: int,
    account_id: int,
    command: Callable[[Seat], Command],
    *,
    if_version: int | None = None,
) -> Outcome:
    """Carry out a command of the account's seat, such as an ask or an answer.

    Retries on a version conflict, as :func:`execute` does. Raises as :func:`decide_for_seat`.
    """
    return execute(
        game_id,
        account_id,
        lambda head: command(seat_of(head, account_id)),
        if_version=if_version,
    )


def find(game_id: int) -> Game:
    """Return a game with its seats and their accounts.

    :raises GameNotFound: if there is no such game.
    """
    game = Game.objects.prefetch_related("seats__account").filter(pk=game_id).first()
    if game is None:
        raise GameNotFound
    return game


def execute(
    game_id: int,
    account_id: int,
    command: Callable[[GameHead], Command],
    *,
    if_version: int | None,
) -> Outcome:
    """Carry out one command of an account, built from the head of the log.

    Retries on a version conflict. Terminates because a conflict means that another command was
    committed. Raises as :func:`decide_for`.
    """
    while True:
        head = reader.load(game_id, account_id)
        now = timezone.now()
        decision = decide_for(head, account_id, command, if_version=if_version, now=now)
        with suppress(VersionConflict):
            return commit(decision)


def decide_for_seat(
    head: GameHead,
    account_id: int,
    command: Callable[[Seat], Command],
    *,
    if_version: int | None,
    now: datetime,
) -> Decision:
    """Decide a command of the account's seat. Raises as :func:`seat_of` and :func:`decide_for`."""
    return decide_for(
        head,
        account_id,
        lambda head: command(seat_of(head, account_id)),
        if_version=if_version,
        now=now,
    )


def decide_for(
    head: GameHead,
    account_id: int,
    command: Callable[[GameHead], Command],
    *,
    if_version: int | None,
    now: datetime,
) -> Decision:
    """Decide a command of an account, built from the head of the log.

    A built-in bot that has not moved yet does not delay other commands.

    :raises GameOverdue: if the time of the awaited seat has run out.
    :raises StaleVersion: if ``if_version`` is not the last move's number.
    :raises VersionNeeded: if a running game is in honour mode and ``if_version`` is None.
    :raises Refusal: if the command is refused.
    """
    if deadlines.is_due(head.deadline, now=now) and not deadlines.awaits_bot(head.state):
        raise GameOverdue(head.game_id)
    # Build the command first: it checks visibility, so that the version does not leak.
    built = command(head)
    _check_version(head, if_version)
    return decide(head, built, seat=head.seat, account_id=account_id, now=now)


def decide(
    before: GameHead,
    command: Command,
    *,
    seat: Seat | None,
    account_id: int | None,
    now: datetime,
) -> Decision:
    """Decide a command and all moves that the referee owes after it. Does no I/O.

    ``seat`` is the move's author, None for the referee.

    :raises Refusal: if the command is refused.
    """
    head = before
    moves: list[LoggedMove] = []
    rows: list[StoredMove] = []
    due: Command | None = command
    while due is not None:
        events, state = step(head.state, due)
        if isinstance(due, commands.TakeSeat) and due.bot is None:
            seat = due.seat
        head, move, row = reader.next_move(
            head, seat=seat, command=due, events=events, state=state, at=now
        )
        head = head._replace(seat=seats.seat_after(head.seat, events))
        moves.append(move)
        rows.append(row)
        due, seat = referee.next_command(state, head.seed), None
    deadline = deadlines.deadline(
        head.state, now=now, before=before.state, deadline_before=before.deadline
    )
    outcome = Outcome(head._replace(deadline=deadline), tuple(moves))
    return Decision(before, outcome, tuple(rows), account_id, now)


def commit(decision: Decision, *, kept: Sequence[Row] = ()) -> Outcome:
    """Write a decision's moves, the position and its deadline, and announce them; return the outcome.

    ``kept`` are rows to write atomically with the moves.

    :raises VersionConflict: if another command was committed meanwhile; nothing was written.
    """
    outcome = decision.outcome
    _store(decision, kept)
    author = _author(decision)
    metrics.count(author, outcome.moves)
    # A game that waited for a bot before is at work in the process that moves bots.
    awaits_bot = deadlines.awaits_bot(outcome.head.state) and not deadlines.awaits_bot(
        decision.before.state
    )
    announce(outcome.head.game_id, outcome.head.version, awaits_bot=awaits_bot)
    return outcome


def advance(
    before: GameHead,
    command: Command,
    *,
    seat: Seat | None,
    account_id: int | None,
    now: datetime,
) -> Outcome:
    """Decide and commit a command on a head that was loaded under a lock. Raises as both functions."""
    return commit(decide(before, command, seat=seat, account_id=account_id, now=now))


def _author(decision: Decision) -> metrics.Author:
    if decision.account_id is not None:
        return "person"
    return "referee" if decision.outcome.moves[0].seat is None else "bot"


def _store(decision: Decision, kept: Sequence[Row]) -> None:
    """Write a decision. In a running game, that is only the log and the position."""
    before, after, moves = decision.before, decision.outcome.head, decision.moves
    old, new = GameStatus.of(before.state), GameStatus.of(after.state)
    if old == new == GameStatus.RUNNING:
        write(before, after, moves, kept=kept)
        return
    with transaction.atomic():  # may be nested in the caller's transaction
        write(before, after, moves, kept=kept)
        for move in decision.outcome.moves:
            seats.store(after.game_id, move.events, decision.account_id)
        if old != new and old == GameStatus.LOBBY:
            seats.forget_lobby(after.game_id)
        if old != new or before.state.free_seats != after.state.free_seats:
            _update_game(after, decision.at)
        statistics.count(after.game_id, before.state, after.state)


def _update_game(head: GameHead, now: datetime) -> None:
    """Store what lists of games show and filter by."""
    status = GameStatus.of(head.state)
    finished_at = now if status is GameStatus.OVER else None
    Game.objects.filter(pk=head.game_id).update(
        status=status,
        finished_at=finished_at,
        seat_count=head.state.seats,
        free_seats=head.state.free_seats,
    )


def _check_version(head: GameHead, if_version: int | None) -> None:
    if if_version is not None and if_version != head.version:
        raise StaleVersion(
            f"The game is at version {head.version}, your command was made for {if_version}. "
            "Read the state and decide again."
        )
    if (
        if_version is None
        and head.state.rules.referee == "honour"
        and GameStatus.of(head.state) is GameStatus.RUNNING
    ):
        raise VersionNeeded(
            "In honour mode a late command could be an offence: send If-Match with the state's ETag."
        )


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
