"""Carry out one command in a game: load the head of its log, decide, commit; retry on a conflict.

``decide_for`` is pure, ``commit`` writes: the two halves of every change that a player makes. The
moves that the referee owes after a command are decided with it, and committed in one statement.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games.engine import commands, referee
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.refusals import AlreadyLeft, GameClosed
from games.engine.transcript import StoredMove
from games.log import head_reader, heads, metrics
from games.log.heads import GameHead
from games.log.models import Game, GameStatus
from games.log.notify.notifications import announce
from games.log.reader import LoggedMove
from games.log.refusals import GameNotFound, NotSeated
from games.log.writer import Row, next_move, seat_after, write
from games.play import consequences, seats, statistics, visibility
from games.play.refusals import GamePaused, StaleVersion, VersionNeeded


class GameOverdue(Exception):
    """A move of the referee is due and must be made first (``overdue.enforce``).

    Nothing was decided.
    """

    def __init__(self, game_id: int) -> None:
        super().__init__(game_id)
        self.game_id = game_id


class Outcome(NamedTuple):
    """The result of a command: its move, the referee's moves that followed, and the head after."""

    head: GameHead
    moves: tuple[LoggedMove, ...]


class Decision(NamedTuple):
    """An accepted command, not written yet: its outcome after a head, and the rows to store."""

    before: GameHead
    outcome: Outcome
    moves: tuple[StoredMove, ...]
    account_id: int | None
    """The player whose command it was, or None for a bot or the referee."""
    at: datetime


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
    if_version: frozenset[int] | None = None,
) -> Outcome:
    """Carry out one command of an account, built from the head of the log.

    For commands that do more than move at the table. Retries on a conflict. Terminates because a
    conflict means that another command was committed.

    :raises Refusal: as ``command`` or :func:`decide_for` refuses.
    """
    while True:
        head = head_reader.load(game_id, account_id)
        decision = decide_for(
            head, account_id, command(head), if_version=if_version, now=timezone.now()
        )
        if (outcome := commit(decision)) is not None:
            return outcome


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
    if heads.is_due(head.deadline, now=now) and not heads.awaits_bot(head.state):
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

    ``seat`` is the move's author, None for the referee. ``rated`` is what a start records about
    ratings.

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
        deadline = heads.deadline(
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


def commit(
    decision: Decision, *, answer_rows: Sequence[Row] = (), token: bytes | None = None
) -> Outcome | None:
    """Write a decision's moves, the position and its deadline, and announce them; return the
    outcome.

    ``answer_rows`` store the answer for retries, atomically with the moves. The digest of a
    ``token`` is checked with them. Return None on a conflict, with nothing written: another command
    was committed meanwhile, or the token is not valid any more.
    """
    if stays_running(decision):
        before, (after, _) = decision.before, decision.outcome
        if not write(before, after, decision.moves, answer_rows=answer_rows, token=token):
            return None
    else:
        settled = _store_change(decision, answer_rows, token)
        if settled is None:
            return None
        decision = settled
    head, moves = decision.outcome
    metrics.count(_author(decision), moves)
    # A game that waited for a bot before is at work in the process that moves bots.
    awaits_bot = heads.awaits_bot(head.state) and not heads.awaits_bot(decision.before.state)
    announce(head.game_id, head.version, awaits_bot=awaits_bot)
    return decision.outcome


def advance(
    before: GameHead,
    command: Command,
    *,
    seat: Seat | None,
    account_id: int | None,
    now: datetime,
) -> Outcome:
    """Decide and commit a command on a head that was loaded under a lock.

    :raises Refusal: if the command is refused.
    """
    outcome = commit(decide(before, command, seat=seat, account_id=account_id, now=now))
    assert outcome is not None, "the lock keeps other writers out"
    return outcome


def _author(decision: Decision) -> metrics.Author:
    if decision.account_id is not None:
        return "person"
    return "referee" if decision.outcome.moves[0].seat is None else "bot"


def stays_running(decision: Decision) -> bool:
    """Return whether a game was running and still is: only its log and position change."""
    return decision.before.state.is_running and decision.outcome.head.state.is_running


def _store_change(
    decision: Decision, answer_rows: Sequence[Row], token: bytes | None
) -> Decision | None:
    """Write a decision of a lobby, or that ends a game, and return it; None on a conflict.

    A start is settled first.
    """
    before, after = decision.before, decision.outcome.head
    old, new = GameStatus.of_state(before.state), GameStatus.of_state(after.state)
    with transaction.atomic():  # may be nested in the caller's transaction
        is_closed = old == GameStatus.LOBBY and new == GameStatus.CLOSED
        waiting = consequences.lock_waiting(before.game_id) if is_closed else set()
        if old == GameStatus.LOBBY and new not in (GameStatus.LOBBY, GameStatus.CLOSED):
            decision = _settled(decision)
            after = decision.outcome.head
        if not write(before, after, decision.moves, answer_rows=answer_rows, token=token):
            transaction.set_rollback(True)
            return None
        for move in decision.outcome.moves:
            seats.store(after.game_id, move.events, decision.account_id)
        if old != new and old == GameStatus.LOBBY:
            seats.forget_lobby(after.game_id)
        if is_closed:
            notified = waiting - {decision.account_id}
            consequences.notify_closed(after.game_id, notified, now=decision.at)
        if old != new or before.state.free_seats != after.state.free_seats:
            _update_game(after, decision.at)
        statistics.count(after.game_id, before.state, after.state)
        if new == GameStatus.OVER:
            consequences.queue_for_rating(after.game_id, version=after.version, now=decision.at)
    return decision


def _settled(decision: Decision) -> Decision:
    """Return the decision of a start with ``rated`` in it, if the game was opened as rated."""
    before, account_id, at = decision.before, decision.account_id, decision.at
    rated = consequences.count_rated_start(before.game_id, account_id, day=at.date())
    if rated is None:
        return decision
    first = decision.outcome.moves[0]
    return decide(
        before, first.command, seat=first.seat, account_id=account_id, now=at, rated=rated
    )


def _update_game(head: GameHead, now: datetime) -> None:
    """Store what lists of games show and use as filters."""
    status = GameStatus.of_state(head.state)
    finished_at = now if status is GameStatus.OVER else None
    Game.objects.filter(pk=head.game_id).update(
        status=status,
        finished_at=finished_at,
        seat_count=head.state.seats,
        free_seats=head.state.free_seats,
    )
