"""The use cases of a game. Each is one transaction: lock, compare the version, decide, append, commit.

``execute`` is the one way in which a game changes; what the referee owes after a command follows as moves of its
own in the same transaction.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from games import ids, move_log
from games.engine import codec, commands, referee, shuffle
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.events import SeatLeft, SeatTaken, Started
from games.engine.presets import compose
from games.engine.state import NEW
from games.models import Game, Status
from games.models import Seat as SeatRow
from games.move_log import LoggedMove, Tail
from games.refusals import AlreadySeated, NotHost, NotSeated, StaleVersion, VersionNeeded


class Outcome(NamedTuple):
    """What a command led to: its move, then the referee's own that followed, and the game after them."""

    tail: Tail
    moves: tuple[LoggedMove, ...]


def create(
    account_id: int,
    *,
    preset: str,
    overlays: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seats: int,
) -> Outcome:
    """Open a game and take its first seat.

    :raises RulesRefused: if the rules cannot be played, or not by this number of seats.
    """
    rules = compose(preset, overlays, options)
    seed = secrets.token_bytes(shuffle.SEED_BYTES)
    opening = commands.Create(rules, seats, shuffle.commitment(seed))
    events, state = step(NEW, opening)
    now = timezone.now()
    with transaction.atomic(savepoint=False):
        game = Game.objects.create(
            id=ids.new_id(now),
            preset=preset,
            overlays=list(overlays),
            rules=codec.canonical(codec.rules_to_json(rules)),
            seat_count=seats,
            seed=seed,
            commitment=opening.commitment,
            created_at=now,
        )
        commitment = bytes.fromhex(state.commitment)
        tail = Tail(game.pk, seed, 0, commitment, NEW, None)
        tail, first = move_log.append(
            tail, seat=None, command=opening, events=events, state=state, at=now
        )
        outcome = _carry_out(tail, commands.TakeSeat(0), seat=0, account_id=account_id, now=now)
        move_log.store_position(outcome.tail, is_new=True)
    return Outcome(outcome.tail, (first, *outcome.moves))


def join(
    game_id: int,
    account_id: int,
    *,
    seat: Seat | None = None,
    entropy: str | None = None,
    if_version: int | None = None,
) -> Outcome:
    """Take a seat, the lowest empty one unless another is named.

    :raises AlreadySeated: if the account sits in this game.
    """

    def take_seat(tail: Tail) -> Command:
        if tail.seat is not None:
            raise AlreadySeated(f"You sit on seat {tail.seat} of this game already.")
        empty = (n for n in range(tail.state.seats) if not tail.state.taken >> n & 1)
        return commands.TakeSeat(next(empty, 0) if seat is None else seat, entropy)

    return execute(game_id, account_id, take_seat, if_version=if_version)


def leave(game_id: int, account_id: int, *, if_version: int | None = None) -> Outcome:
    """Leave the lobby."""
    return act(game_id, account_id, commands.LeaveSeat, if_version=if_version)


def add_entropy(
    game_id: int, account_id: int, *, entropy: str, if_version: int | None = None
) -> Outcome:
    """Mix entropy of the account's own into every deal of the game."""
    return act(
        game_id, account_id, lambda seat: commands.AddEntropy(seat, entropy), if_version=if_version
    )


def start(game_id: int, account_id: int, *, if_version: int | None = None) -> Outcome:
    """Start with the seats taken so far, at the host's wish.

    :raises NotHost: unless the account sits on the lowest seat taken.
    """

    def start_game(tail: Tail) -> Command:
        if tail.state.phase == "lobby" and tail.state.taken & (1 << _seat(tail)) - 1:
            raise NotHost("The host, on the lowest seat, starts the game.")
        return commands.Start()

    return execute(game_id, account_id, start_game, if_version=if_version)


def act(
    game_id: int,
    account_id: int,
    command: Callable[[Seat], Command],
    *,
    if_version: int | None = None,
) -> Outcome:
    """Let the account's seat do what the command says: ask, answer, declare, cut and so on."""
    return execute(game_id, account_id, lambda tail: command(_seat(tail)), if_version=if_version)


def execute(
    game_id: int,
    account_id: int,
    command: Callable[[Tail], Command],
    *,
    if_version: int | None,
) -> Outcome:
    """Carry out one command of an account, made from the locked end of the log.

    :raises StaleVersion: if ``if_version`` is not the last move's number; nothing is judged then.
    :raises VersionNeeded: if the game is in honour mode, runs, and no version was named.
    :raises Refusal: if the command is refused; nothing is recorded then.
    """
    with transaction.atomic(savepoint=False):
        tail = move_log.load(game_id, account_id, lock=True)
        _compare_version(tail, if_version)
        outcome = _carry_out(
            tail, command(tail), seat=tail.seat, account_id=account_id, now=timezone.now()
        )
        move_log.store_position(outcome.tail)
    return outcome


def _carry_out(
    tail: Tail, command: Command | None, *, seat: Seat | None, account_id: int, now: datetime
) -> Outcome:
    """Append the command's move, then all that the referee owes after it."""
    moves = []
    status = _status(tail)
    while command is not None:
        events, state = step(tail.state, command)
        if isinstance(command, commands.TakeSeat):
            seat = command.seat
        tail, move = move_log.append(
            tail, seat=seat, command=command, events=events, state=state, at=now
        )
        tail = _reseat(tail, move, account_id)
        moves.append(move)
        command, seat = referee.next_command(state, tail.seed), None
    if _status(tail) != status:
        _change_status(tail, now)
    return Outcome(tail, tuple(moves))


def _reseat(tail: Tail, move: LoggedMove, account_id: int) -> Tail:
    """Keep the table of seats in step with the lobby's events."""
    rows = SeatRow.objects.filter(game_id=tail.game_id)
    for event in move.events:
        match event:
            case SeatTaken(seat):
                SeatRow.objects.create(game_id=tail.game_id, number=seat, account_id=account_id)
                tail = tail._replace(seat=seat)
            case SeatLeft(seat):
                rows.filter(number=seat).delete()
                tail = tail._replace(seat=None)
            case Started(seats):
                # Seats move down only, so that going upwards never meets one still taken.
                for new, old in enumerate(seats):
                    if new != old:
                        rows.filter(number=old).update(number=new)
                if tail.seat is not None:
                    tail = tail._replace(seat=seats.index(tail.seat))
            case _:
                pass
    return tail


def _status(tail: Tail) -> Status:
    if tail.state.phase in ("new", "lobby"):
        return Status.LOBBY
    return Status.OVER if tail.state.is_over else Status.RUNNING


def _change_status(tail: Tail, now: datetime) -> None:
    status = _status(tail)
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
    if if_version is None and tail.state.rules.referee == "honour" and _is_played(tail):
        raise VersionNeeded(
            "In honour mode a late command could be an offence: send If-Match with the state's ETag."
        )


def _is_played(tail: Tail) -> bool:
    return _status(tail) is Status.RUNNING


def _seat(tail: Tail) -> Seat:
    if tail.seat is None:
        raise NotSeated("You have no seat in this game.")
    return tail.seat
