"""Games with known cards: stored through the move log, as the service stores them, from a pack that
a test names.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import repeat
from typing import NamedTuple

from django.db.models import F

from games.engine import codec, commands, shuffle
from games.engine.cards import Pack, Seat, full_pack
from games.engine.commands import Command, OnAbandon
from games.engine.decide import step
from games.engine.events import Event
from games.engine.evolve import replay
from games.engine.rules import Rules
from games.engine.state import NEW, State
from games.log import head_reader, ids, reader, writer
from games.log.heads import GameHead
from games.log.models import Game, GameStatus, Position
from games.log.models import Seat as SeatRow
from games.log.writer import next_move
from games.play import play
from games.play.play import Outcome, seat_of
from tests import builders
from tests.players import Player

SEED = bytes(range(shuffle.SEED_BYTES))
BEGIN = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)

TWO_HANDS = "AH 2C AS 2H 3C 4C 5H 6C 7C 8C 9C TC JC QC 3D"
"""For two seats: the first holds AH AS 3C 5H 7C 9C JC, the other 2C 2H 4C 6C 8C TC QC, the stock
begins with 3D.
"""

Script = Sequence[tuple[Seat | None, Command]]
"""Commands in order, each with the seat that gives it; none for the referee."""


def script(
    rules: Rules, seats: int, pack: Pack, *played: Command, on_abandon: OnAbandon = "end"
) -> Script:
    """Return a whole game so far, dealt from this pack; the last seat deals where chance
    decides.
    """
    opening: list[tuple[Seat | None, Command]] = [
        (
            None,
            commands.Create(rules, seats, shuffle.commitment(SEED), on_abandon=on_abandon),
        ),
        *((seat, commands.TakeSeat(seat)) for seat in range(seats)),
        (None, commands.Start()),
    ]
    if rules.dealer_selection == "random":
        opening.append((None, commands.DrawDealer(dealer=seats - 1)))
    else:
        opening.append((None, commands.DrawDealer(pack=full_pack(rules.joker_count))))
    if rules.cut_by_right:
        dealer = position(opening).dealer
        assert dealer is not None
        cutter = (dealer - 1) % seats
        opening.append((cutter, commands.Cut(cutter, 1)))
    opening.append((None, commands.Deal(pack)))
    return [*opening, *((_seat(command), command) for command in played)]


def position(script: Script) -> State:
    """Return the position after a script."""
    state = NEW
    for _, command in script:
        _, state = step(state, command)
    return state


def events(script: Script) -> list[tuple[Event, ...]]:
    """Return the events of each command of a script."""
    state, found = NEW, []
    for _, command in script:
        caused, state = step(state, command)
        found.append(caused)
    return found


def store(
    script: Script,
    players: Sequence[Player],
    *,
    preset: str = "classic",
    seconds: Iterable[float] = repeat(0.0),
    begin: datetime = BEGIN,
) -> str:
    """Store a game as it stands after a script and return its id; each move takes some seconds."""
    creation = script[0][1]
    assert isinstance(creation, commands.Create)
    game = Game.objects.create(
        id=ids.new_id(datetime.now(UTC)),
        preset=preset,
        rules=codec.rules_to_text(creation.rules),
        seat_count=creation.seats,
        seed=SEED,
        commitment=creation.commitment,
        created_at=begin,
    )
    for number, player in enumerate(players):
        SeatRow.objects.create(game=game, number=number, account_id=player.account)
    head = start = GameHead(game.pk, SEED, 0, bytes.fromhex(creation.commitment), NEW, None)
    rows = []
    at = begin
    for (seat, command), wait in zip(script, seconds, strict=False):
        at += timedelta(seconds=wait)
        caused, state = step(head.state, command)
        head, _, row = next_move(
            head, seat=seat, command=command, events=caused, state=state, at=at
        )
        rows.append(row)
    writer.write(start, head, rows)
    if head.state.phase != "lobby":
        is_over = head.state.is_over
        game.status = GameStatus.OVER if is_over else GameStatus.RUNNING
        game.finished_at = at if is_over else None
        game.save()
    return game.public_id


def dealt(
    *players: Player, pack: str, rules: Rules | None = None, played: Iterable[Command] = ()
) -> str:
    """Store a game dealt from a pack that begins with these cards, one to each seat in turn from
    seat 0.
    """
    rules = rules or Rules()
    whole = builders.pack(pack, joker_count=rules.joker_count)
    return store(script(rules, len(players), whole, *played), players)


def act(game_id: int, account_id: int, command: Callable[[Seat], Command]) -> Outcome:
    """Carry out a command of the account's seat."""
    return play.execute(game_id, account_id, lambda head: command(seat_of(head, account_id)))


def number_of(game: str) -> int:
    """Return the number behind a public id."""
    number = ids.from_text(game)
    assert number is not None
    return number


class Log(NamedTuple):
    """A game as it is stored."""

    position: State
    replayed: State
    numbers: list[int]


def log_of(game: str) -> Log:
    """Read a game's stored position, and replay its moves to a position."""
    game_id = number_of(game)
    moves = list(reader.read(game_id))
    events = [event for move in moves for event in move.events]
    stored = Position.objects.get(pk=game_id)
    assert stored.version == moves[-1].number
    return Log(
        position=head_reader.load(game_id).state,
        replayed=replay(events),
        numbers=[move.number for move in moves],
    )


def unchecked() -> bool:
    """Return whether a stored deadline passes before the referee looks at it."""
    timed = Position.objects.filter(deadline__isnull=False)
    return timed.exclude(check_at__lte=F("deadline")).exists()


def _seat(command: Command) -> Seat | None:
    seat: Seat | None = getattr(command, "seat", None)
    return seat
