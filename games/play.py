"""The use cases of a game. Each is one transaction: lock, compare the version, decide, append, commit.

``execute`` is the one way in which a game changes; what the referee owes after a command follows as moves of its
own in the same transaction.
"""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games import access, clock, move_log, tally
from games.engine import commands, referee
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.events import SeatLeft, SeatTaken, Started
from games.engine.refusals import AlreadyLeft
from games.live.notices import announce
from games.models import Game, Status
from games.models import Seat as SeatRow
from games.move_log import LoggedMove, Tail
from games.refusals import GameNotFound, NotSeated, StaleVersion, VersionNeeded


class Overdue(Exception):
    """What is due in the game has to be done first (``sweep.enforce``); nothing was judged."""

    def __init__(self, game_id: int) -> None:
        super().__init__(game_id)
        self.game_id = game_id


class Outcome(NamedTuple):
    """What a command led to: its move, then the referee's own that followed, and the game after them."""

    tail: Tail
    moves: tuple[LoggedMove, ...]


def act(
    game_id: int,
    account_id: int,
    command: Callable[[Seat], Command],
    *,
    if_version: int | None = None,
) -> Outcome:
    """Let the account's seat do what the command says: ask, answer, declare, cut and so on."""
    return execute(
        game_id,
        account_id,
        lambda tail: command(seat_of(tail, account_id)),
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
    command: Callable[[Tail], Command],
    *,
    if_version: int | None,
) -> Outcome:
    """Carry out one command of an account, made from the locked end of the log.

    A bot that has not moved yet holds nobody up: it is due, but the command is judged as the game stands.

    :raises Overdue: if the time of the awaited seat has run out.
    :raises StaleVersion: if ``if_version`` is not the last move's number; nothing is judged then.
    :raises VersionNeeded: if the game is in honour mode, runs, and no version was named.
    :raises Refusal: if the command is refused; nothing is recorded then.
    """
    with transaction.atomic(savepoint=False):
        tail = move_log.load(game_id, account_id, lock=True)
        now = timezone.now()
        if clock.is_due(tail.deadline, now=now) and not clock.awaits_bot(tail.state):
            raise Overdue(game_id)
        _compare_version(tail, if_version)
        return advance(tail, command(tail), seat=tail.seat, account_id=account_id, now=now)


def advance(
    tail: Tail,
    command: Command,
    *,
    seat: Seat | None,
    account_id: int | None,
    now: datetime,
    is_new: bool = False,
) -> Outcome:
    """Append the command's move and all that the referee owes after it; keep the position and its clock.

    ``seat`` is the move's author, none for the referee.

    :raises Refusal: if the command is refused.
    """
    before = tail
    moves: list[LoggedMove] = []
    due: Command | None = command
    while due is not None:
        events, state = step(tail.state, due)
        if isinstance(due, commands.TakeSeat) and due.bot is None:
            seat = due.seat
        tail, move = move_log.append(
            tail, seat=seat, command=due, events=events, state=state, at=now
        )
        tail = _reseat(tail, move, account_id)
        moves.append(move)
        due, seat = referee.next_command(state, tail.seed), None
    deadline = clock.deadline(
        tail.state, now=now, before=before.state, deadline_before=before.deadline
    )
    tail = tail._replace(deadline=deadline)
    move_log.store_position(tail, is_new=is_new)
    if Status.of(tail.state) != Status.of(before.state):
        _change_status(tail, now)
    author: tally.Author = (
        "person" if account_id is not None else "referee" if moves[0].seat is None else "bot"
    )
    tally.count(author, moves)
    announce(tail.game_id, tail.version)
    return Outcome(tail, tuple(moves))


def _reseat(tail: Tail, move: LoggedMove, account_id: int | None) -> Tail:
    """Keep the table of seats in step with the lobby's events."""
    for event in move.events:
        match event:
            case SeatTaken(seat, bot=None):
                assert account_id is not None
                SeatRow.objects.create(game_id=tail.game_id, number=seat, account_id=account_id)
                tail = tail._replace(seat=seat)
            case SeatTaken(seat, bot=level):
                SeatRow.objects.create(game_id=tail.game_id, number=seat, bot=level or "")
            case SeatLeft(seat):
                SeatRow.objects.filter(game_id=tail.game_id, number=seat).delete()
                tail = tail._replace(seat=None if seat == tail.seat else tail.seat)
            case Started(seats):
                rows = SeatRow.objects.filter(game_id=tail.game_id)
                # Seats move down only, so that going upwards never meets one still taken.
                for new, old in enumerate(seats):
                    if new != old:
                        rows.filter(number=old).update(number=new)
                if tail.seat is not None:
                    tail = tail._replace(seat=seats.index(tail.seat))
            case _:
                pass
    return tail


def _change_status(tail: Tail, now: datetime) -> None:
    status = Status.of(tail.state)
    finished_at = now if status is Status.OVER else None
    Game.objects.filter(pk=tail.game_id).update(
        status=status, finished_at=finished_at, seat_count=tail.state.seats
    )


def _compare_version(tail: Tail, if_version: int | None) -> None:
    if if_version is not None and if_version != tail.version:
        raise StaleVersion(
            f"The game is at version {tail.version}, your command was made for {if_version}. "
            "Read the state and decide again."
        )
    if (
        if_version is None
        and tail.state.rules.referee == "honour"
        and Status.of(tail.state) is Status.RUNNING
    ):
        raise VersionNeeded(
            "In honour mode a late command could be an offence: send If-Match with the state's ETag."
        )


def seat_of(tail: Tail, account_id: int) -> Seat:
    """Return the seat of the account that the tail was loaded for.

    :raises GameNotFound: if it may not even know of the game.
    :raises AlreadyLeft: if it has resigned or was abandoned.
    :raises NotSeated: if it has none.
    """
    if tail.seat is not None and tail.state.left >> tail.seat & 1:
        raise AlreadyLeft("You have left this game.")
    if tail.seat is not None:
        return tail.seat
    access.check_watches(tail, account_id)
    raise NotSeated("You have no seat in this game.")
