"""Compare a log with what can be computed again: its replay, its seed, its pack, times, addresses.

These show events that only a log that was tampered with can have, draws that are not the top of the
pack, the pace of each seat, and seats that were played from one address or network.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from statistics import median
from typing import Literal, NamedTuple

from games.engine import events, referee
from games.engine.cards import Card, Seat
from games.engine.commands import Deal, DrawDealer
from games.engine.events import CardDrawn, Dealt, Event, TimedOut
from games.engine.evolve import record
from games.engine.options import MAX_SEATS
from games.engine.refusals import MalformedEntry
from games.engine.state import NEW, State
from games.engine.table import Table
from games.log.reader import LoggedMove

_OF_PLAY = (
    events.Asked,
    events.BookMade,
    events.BookVoided,
    events.CardDrawn,
    events.CardExposed,
    events.CardsGiven,
    events.TurnClosing,
    events.TurnContinues,
    events.TurnPassed,
)
_SEATS = ("seat", "to", "target", "dealer")


def check(table: Table, event: Event) -> None:
    """Check that the seats and cards of an event exist, before it is recorded on the table.

    Cards in the wrong place pass: they can be shown, and ``engine.verify`` finds them.

    :raises ValueError: if a seat or a card does not exist.
    """
    seats = event.seats if isinstance(event, events.Created) else table.seats
    named = (getattr(event, name, None) for name in _SEATS)
    if not all(0 <= seat < seats for seat in named if seat is not None):
        raise ValueError("it names a seat that does not exist.")
    match event:
        case events.Created() if table.phase != "new":
            raise ValueError("the game was already opened.")
        case events.Created() if not 1 < seats <= MAX_SEATS:
            raise ValueError(f"a game cannot have {seats} seats.")
        case events.Started(kept) if not 1 < len(kept) <= seats or not set(kept) <= set(
            range(seats)
        ):
            raise ValueError("the seats that start are not those of the lobby.")
        case events.Started() if table.barred:
            raise ValueError("the game was already started.")
        case events.Dealt() if not table.barred:
            raise ValueError("the game has not started.")
        case events.Dealt(_, pack, counts) if (
            len(counts) != seats or min(counts) < 0 or sum(counts) > len(pack)
        ):
            raise ValueError("the pack cannot be dealt to these counts.")
        case events.SeriesContinues(_, totals) | events.SeriesOver(totals) if len(totals) != seats:
            raise ValueError("the number of totals is not the number of seats.")
        case _ if isinstance(event, _OF_PLAY) and not table.packs:
            raise ValueError("no cards have been dealt.")
        case _:
            pass


class Step(NamedTuple):
    """A move and the states around it."""

    move: LoggedMove
    before: State
    after: State


class ReplayedGame(NamedTuple):
    """The steps of a game, oldest first, and why they end before the log does, or None."""

    steps: tuple[Step, ...]
    obstacle: str | None = None

    @property
    def last(self) -> int:
        """The number of the last move that was replayed."""
        return len(self.steps)


def replayed(moves: Iterable[LoggedMove]) -> ReplayedGame:
    """Replay moves, oldest first, up to the first that is missing, cannot be read or is impossible.

    Only ``engine.verify`` checks whether the moves are valid.
    """
    steps: list[Step] = []
    table = Table(NEW)
    before = NEW
    try:
        for number, move in enumerate(moves, 1):
            if move.number != number:
                return ReplayedGame(tuple(steps), f"Move {number} is missing.")
            for event in move.events:
                check(table, event)
                record(table, event)
            table.take_events()
            after = table.freeze()
            steps.append(Step(move, before, after))
            before = after
    except (MalformedEntry, LookupError, TypeError, ValueError) as error:
        return ReplayedGame(tuple(steps), f"Move {len(steps) + 1} cannot be replayed: {error}")
    return ReplayedGame(tuple(steps))


class Recomputed(NamedTuple):
    """A move that the seed decides, and whether the seed gives the same."""

    move: int
    what: str
    holds: bool


class Misdrawn(NamedTuple):
    """A card that was drawn according to the log, and the one on top of the pack."""

    move: int
    drawn: Card
    on_top: Card


def recompute(steps: Iterable[Step], seed: bytes) -> Iterator[Recomputed]:
    """Yield each move that the seed decides, oldest first."""
    for move, before, after in steps:
        command = move.command
        if isinstance(command, Deal | DrawDealer):
            dealt = f"Deal {after.packs}" if isinstance(command, Deal) else "The draw for dealer"
            yield Recomputed(move.number, dealt, referee.next_command(before, seed) == command)


def misdrawn(steps: Iterable[Step]) -> Iterator[Misdrawn]:
    """Yield the draws that do not match the pack, oldest first."""
    for move, before, _ in steps:
        stock = before.stock
        for event in move.events:
            match event:
                case Dealt(_, pack, counts):
                    stock = pack[sum(counts) :]
                case CardDrawn(_, card) if stock:
                    if card != stock[0]:
                        yield Misdrawn(move.number, card, stock[0])
                    stock = stock[1:]
                case _:
                    pass


INSTANT = 0.3
"""Seconds; too short for a person to read the table, choose and click."""


class Pace(NamedTuple):
    """The times of a seat in seconds, from when the game waited for it; zeros without moves."""

    seat: Seat
    moves: int
    median: float
    fastest: float
    slowest: float
    instant: int
    """Moves made within ``INSTANT``."""
    timed_out: int


def by_seat(steps: Iterable[Step], *, seats: int) -> list[Pace]:
    """Return the pace of each seat."""
    times: list[list[float]] = [[] for _ in range(seats)]
    timed_out = [0] * seats
    previous = None
    for move, before, _ in steps:
        seat = move.seat
        if seat is not None and previous is not None and before.to_act() == seat:
            times[seat].append(max((move.at - previous).total_seconds(), 0.0))
        for event in move.events:
            if isinstance(event, TimedOut):
                timed_out[event.seat] += 1
        previous = move.at
    return [_pace(seat, times[seat], timed_out[seat]) for seat in range(seats)]


def _pace(seat: Seat, times: list[float], timed_out: int) -> Pace:
    if not times:
        return Pace(seat, 0, 0.0, 0.0, 0.0, 0, timed_out)
    instant = sum(time < INSTANT for time in times)
    return Pace(seat, len(times), median(times), min(times), max(times), instant, timed_out)


class SeatOrigin(NamedTuple):
    """The digests of an address and its network, from which a seat was played."""

    seat: Seat
    address: bytes
    network: bytes


class SharedAddress(NamedTuple):
    """Two seats that share an address, or only a network."""

    seats: tuple[Seat, Seat]
    what: Literal["address", "network"]


def shared(origins: Iterable[SeatOrigin]) -> list[SharedAddress]:
    """Return the pairs of seats that share an address or a network."""
    addresses: dict[Seat, set[bytes]] = {}
    networks: dict[Seat, set[bytes]] = {}
    for seat, address, network in origins:
        addresses.setdefault(seat, set()).add(address)
        networks.setdefault(seat, set()).add(network)
    pairs = []
    for pair in combinations(sorted(networks), 2):
        one, other = pair
        if addresses[one] & addresses[other]:
            pairs.append(SharedAddress(pair, "address"))
        elif networks[one] & networks[other]:
            pairs.append(SharedAddress(pair, "network"))
    return pairs
