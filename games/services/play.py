"""The use cases of a game: read its end, compare the version, decide, write; once more if somebody was faster.

``execute`` is the one way in which a player changes a game; what the referee owes after a command follows as moves of
its own, written with it.
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
from games.services import seats


class Overdue(Exception):
    """Something is due in the game and comes first (``sweep.enforce_and_retry``); nothing was judged."""

    def __init__(self, game_id: int) -> None:
        super().__init__(game_id)
        self.game_id = game_id


class Outcome(NamedTuple):
    """What a command led to: its move, then the referee's own that followed, and the game after them."""

    tail: GameHead
    moves: tuple[LoggedMove, ...]


Along = Callable[[Outcome], Sequence[Row]]
"""Makes the rows that are written with an outcome."""


def nothing_along(outcome: Outcome) -> Sequence[Row]:
    """Return no rows."""
    return ()


def act(
    game_id: int,
    account_id: int,
    command: Callable[[Seat], Command],
    *,
    if_version: int | None = None,
    along: Along = nothing_along,
    seen: GameHead | None = None,
) -> Outcome:
    """Let the account's seat do what the command says: ask, answer, declare, cut and so on.

    ``seen`` is the end of the log for this account where it was just read.
    """
    return execute(
        game_id,
        account_id,
        lambda tail: command(seat_of(tail, account_id)),
        if_version=if_version,
        along=along,
        seen=seen,
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
    along: Along = nothing_along,
    seen: GameHead | None = None,
) -> Outcome:
    """Carry out one command of an account, made from the end of the log once it is clear that it may give one.

    A bot that has not moved yet holds nobody up: it is due, but the command is judged as the game stands.

    :raises Overdue: if the time of the awaited seat has run out.
    :raises StaleVersion: if ``if_version`` is not the last move's number; nothing is judged then.
    :raises VersionNeeded: if the game is in honour mode, runs, and no version was named.
    :raises Refusal: if the command is refused; nothing is recorded then.
    """
    tail = seen or reader.load(game_id, account_id)
    while True:  # whoever is overtaken judges anew; that somebody was faster brought the game on
        now = timezone.now()
        if deadlines.is_due(tail.deadline, now=now) and not deadlines.awaits_bot(tail.state):
            raise Overdue(game_id)
        # First: who may not know of the game is told so, and not its version.
        made = command(tail)
        _compare_version(tail, if_version)
        with suppress(VersionConflict):
            return advance(tail, made, seat=tail.seat, account_id=account_id, now=now, along=along)
        tail = reader.load(game_id, account_id)


def advance(
    before: GameHead,
    command: Command,
    *,
    seat: Seat | None,
    account_id: int | None,
    now: datetime,
    along: Along = nothing_along,
) -> Outcome:
    """Write the command's move and all that the referee owes after it, with the position and its clock.

    ``seat`` is the move's author, none for the referee.

    :raises Refusal: if the command is refused.
    :raises VersionConflict: if somebody else has moved meanwhile; nothing was written.
    """
    tail = before
    moves: list[LoggedMove] = []
    rows: list[StoredMove] = []
    due: Command | None = command
    while due is not None:
        events, state = step(tail.state, due)
        if isinstance(due, commands.TakeSeat) and due.bot is None:
            seat = due.seat
        tail, move, row = reader.next_move(
            tail, seat=seat, command=due, events=events, state=state, at=now
        )
        tail = tail._replace(seat=seats.follow(tail.seat, events))
        moves.append(move)
        rows.append(row)
        due, seat = referee.next_command(state, tail.seed), None
    deadline = deadlines.deadline(
        tail.state, now=now, before=before.state, deadline_before=before.deadline
    )
    outcome = Outcome(tail._replace(deadline=deadline), tuple(moves))
    _store(before, outcome, rows, account_id, along(outcome), now)
    author: metrics.Author = (
        "person" if account_id is not None else "referee" if moves[0].seat is None else "bot"
    )
    metrics.count(author, moves)
    announce(tail.game_id, tail.version)
    return outcome


def _store(
    before: GameHead,
    outcome: Outcome,
    moves: Sequence[StoredMove],
    account_id: int | None,
    along: Sequence[Row],
    now: datetime,
) -> None:
    """Write the outcome; while a game is played that is its log and nothing else."""
    old, new = GameStatus.of(before.state), GameStatus.of(outcome.tail.state)
    if old == new == GameStatus.RUNNING:
        write(before, outcome.tail, moves, along=along)
        return
    with transaction.atomic():  # within another: whoever is overtaken goes on in that
        write(before, outcome.tail, moves, along=along)
        for move in outcome.moves:
            seats.store(outcome.tail.game_id, move.events, account_id)
        if old != new and old == GameStatus.LOBBY:
            seats.forget_lobby(outcome.tail.game_id)
        if old != new:
            _change_status(outcome.tail, now)


def _change_status(tail: GameHead, now: datetime) -> None:
    status = GameStatus.of(tail.state)
    finished_at = now if status is GameStatus.OVER else None
    Game.objects.filter(pk=tail.game_id).update(
        status=status, finished_at=finished_at, seat_count=tail.state.seats
    )


def _compare_version(tail: GameHead, if_version: int | None) -> None:
    if if_version is not None and if_version != tail.version:
        raise StaleVersion(
            f"The game is at version {tail.version}, your command was made for {if_version}. "
            "Read the state and decide again."
        )
    if (
        if_version is None
        and tail.state.rules.referee == "honour"
        and GameStatus.of(tail.state) is GameStatus.RUNNING
    ):
        raise VersionNeeded(
            "In honour mode a late command could be an offence: send If-Match with the state's ETag."
        )


def seat_of(tail: GameHead, account_id: int) -> Seat:
    """Return the seat of the account that the tail was loaded for.

    :raises GameNotFound: if it may not even know of the game.
    :raises GameClosed: if the game was closed in its lobby.
    :raises AlreadyLeft: if it has resigned or was abandoned.
    :raises NotSeated: if it has none.
    """
    if tail.seat is None:
        visibility.check_watches(tail, account_id)
    if tail.state.phase == "closed":
        raise GameClosed
    if tail.seat is not None and tail.state.left >> tail.seat & 1:
        raise AlreadyLeft("You have left this game.")
    if tail.seat is not None:
        return tail.seat
    raise NotSeated("You have no seat in this game.")
