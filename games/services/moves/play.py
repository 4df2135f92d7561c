"""Carry out one command in a game: load the head of its log, decide, commit; retry on a conflict.

``decisions.decide_for`` and ``commit`` are the two halves of every change that a player makes. All
moves of a decision are committed in the same statement.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import metrics
from games.engine.cards import Seat
from games.engine.commands import Command
from games.log import archiving, deadlines, heads
from games.log.heads import GameHead
from games.log.writer import Row, write
from games.models import Game, GameStatus
from games.notify.notifications import announce
from games.refusals import GameNotFound
from games.services.moves import closed_lobbies, rated_starts, rating_queue, seats, statistics
from games.services.moves.decisions import Decision, Outcome, decide, decide_for


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

    For what is more than a move at the table. Retries on a conflict. Terminates because a conflict
    means that another command was committed.

    :raises Refusal: as ``command`` or :func:`decide_for` refuses.
    """
    while True:
        head = heads.load(game_id, account_id)
        decision = decide_for(
            head, account_id, command(head), if_version=if_version, now=timezone.now()
        )
        if (outcome := commit(decision)) is not None:
            return outcome


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
    awaits_bot = deadlines.awaits_bot(head.state) and not deadlines.awaits_bot(
        decision.before.state
    )
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

    A start is settled first (``rated_starts``). A game that is over may be archived. It is
    restored, so that its moves stay in one place.
    """
    before, after = decision.before, decision.outcome.head
    old, new = GameStatus.of(before.state), GameStatus.of(after.state)
    with transaction.atomic():  # may be nested in the caller's transaction
        is_closed = old == GameStatus.LOBBY and new == GameStatus.CLOSED
        waiting = closed_lobbies.lock_waiting(before.game_id) if is_closed else set()
        if old == GameStatus.LOBBY and new not in (GameStatus.LOBBY, GameStatus.CLOSED):
            decision = rated_starts.settle(decision)
            after = decision.outcome.head
        if before.state.has_ended:
            archiving.restore(before.game_id)
        if not write(before, after, decision.moves, answer_rows=answer_rows, token=token):
            transaction.set_rollback(True)
            return None
        for move in decision.outcome.moves:
            seats.store(after.game_id, move.events, decision.account_id)
        if old != new and old == GameStatus.LOBBY:
            seats.forget_lobby(after.game_id)
        if is_closed:
            notified = waiting - {decision.account_id}
            closed_lobbies.notify(after.game_id, notified, now=decision.at)
        if old != new or before.state.free_seats != after.state.free_seats:
            _update_game(after, decision.at)
        statistics.count(after.game_id, before.state, after.state)
        if new == GameStatus.OVER:
            rating_queue.add(after.game_id, version=after.version, now=decision.at)
    return decision


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
