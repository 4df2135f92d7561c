"""The complete state of a game, frozen. ``view`` decides which viewer may see what of it."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

from games.engine.cards import Card, Hand, Pack, Rank, Seat
from games.engine.commands import Level, OnAbandon
from games.engine.events import Asked, ClosingReason, GameOver, Ruled, SeriesOver
from games.engine.rules import Rules

Phase = Literal[
    "new", "lobby", "closed", "dealer", "cut", "deal", "ask", "answer", "closing", "over"
]


class Book(NamedTuple):
    """A book as it lies on the table."""

    rank: Rank
    cards: Hand


class VoidBook(NamedTuple):
    """A book that left play without scoring."""

    seat: Seat
    rank: Rank
    cards: Hand


class State(NamedTuple):
    """The state of a game.

    A tuple ``tuple[…, ...]`` has one entry per seat, if its comment states nothing else.
    """

    rules: Rules
    phase: Phase
    seats: int
    commitment: str
    turn_seconds: int | None
    """Seconds for each action that the game waits for; None for no time limit."""
    on_abandon: OnAbandon
    stand_in: Level | None
    """The bot that replaces a leaver where ``on_abandon`` is ``stand_in``; None for the random one.
    """
    bots: tuple[Level | None, ...]
    """The built-in bot that plays each seat, from the lobby on or as a stand-in; None for people.
    """

    # The lobby
    taken: int
    """Bit mask of the seats taken."""
    entropy: tuple[tuple[Seat, str], ...]
    """At most one contribution per seat, in the order given, with the lobby's seat numbers; not by
    seat.
    """
    seatings: int
    """How often seats of the lobby were taken, by people and bots."""

    # The deal
    dealer: Seat | None
    packs: int
    """Packs dealt so far, including misdeals.

    The label of the next shuffle has this number plus one.
    """
    cut: int | None
    """The position of the cut of the next pack; None without a cut."""
    hands: tuple[Hand, ...]
    stock: Pack
    """Top card first."""
    in_play: Hand
    """Every card in a hand or in the stock."""
    books: tuple[tuple[Book, ...], ...]
    """Each seat's books, oldest first."""
    void: tuple[VoidBook, ...]
    """In the order laid, not by seat."""
    discards: tuple[Book, ...]
    """Books lost to the fish penalty, in the order lost, not by seat."""
    asks: int
    """Asks made in this deal."""
    idle_asks: int
    """Asks since the last draw or book (§4.17)."""

    # The turn
    turn: Seat | None
    asked: Asked | None
    """The last ask of the turn, until the turn continues or passes."""
    closing: ClosingReason | None
    drawn: Card | None
    """The card drawn on the miss of this turn, while the turn is closing (honour mode)."""
    called_illegally: bool
    """Whether the turn had an illegal call."""

    # Honour mode
    barred: tuple[Hand, ...]
    """For each seat, all cards of the ranks in which it can score no book."""
    misses_turns: tuple[int, ...]
    exposed: Hand
    """Cards in hands that were exposed; they stay exposed when they change hands."""
    misdeal_claims: int
    """Bit mask of the seats that claimed a misdeal since the last finished deal."""

    # The outcome
    timeouts: tuple[int, ...]
    """How often the time of each seat ran out since its last ask."""
    left: int
    """Bit mask of the seats that resigned or were abandoned."""
    deals_scored: int
    totals: tuple[int, ...]
    """Points in the series; zeros until a deal is scored."""
    result: GameOver | None
    """How the last deal ended; None while one is played."""
    series: SeriesOver | None

    rulings: tuple[Ruled, ...]
    """Every ruling in the order given, not by seat; the last one of each case counts (``ruling``).
    """
    rated: bool | None
    """Whether the result changes ratings, decided at the start; None before, in games that were not
    opened as rated, and in those that started before ``started`` had it.
    """

    @property
    def is_over(self) -> bool:
        """Whether the game was played, and no seat can act any more."""
        return self.phase == "over"

    @property
    def is_running(self) -> bool:
        """Whether the game has started and is not over."""
        return self.phase not in ("new", "lobby", "over", "closed")

    @property
    def has_ended(self) -> bool:
        """Whether no player can act any more: the game is over, or was closed in its lobby."""
        return self.phase in ("over", "closed")

    @property
    def free_seats(self) -> int:
        """The number of empty seats of a lobby; 0 after its end."""
        return self.seats - self.taken.bit_count() if self.phase == "lobby" else 0

    def to_act(self) -> Seat | None:
        """Return the seat that the game waits for; None in the lobby, between deals and at the
        end.
        """
        return awaited_seat(self)

    def host(self) -> Seat | None:
        """Return the host's seat; None if no person is left."""
        return host_of(people_of(self))


class _Waiting(Protocol):
    """The fields that decide which seat must act; of a ``State`` or a ``Table``."""

    @property
    def phase(self) -> Phase: ...
    @property
    def seats(self) -> int: ...
    @property
    def dealer(self) -> Seat | None: ...
    @property
    def turn(self) -> Seat | None: ...
    @property
    def asked(self) -> Asked | None: ...


def awaited_seat(state: _Waiting) -> Seat | None:
    """Return the seat that the game waits for, or None."""
    if state.phase == "answer":
        return state.asked.target if state.asked else None
    if state.phase == "cut":
        return None if state.dealer is None else (state.dealer - 1) % state.seats
    return state.turn


class _Seats(Protocol):
    """The fields that decide which seats people have; of a ``State`` or a ``Table``."""

    @property
    def seats(self) -> int: ...
    @property
    def taken(self) -> int: ...
    @property
    def bots(self) -> tuple[Level | None, ...]: ...
    @property
    def left(self) -> int: ...


def people_of(state: _Seats) -> list[Seat]:
    """Return the seats of the people who have not left, in order."""
    present = state.taken & ~state.left
    return [seat for seat in range(state.seats) if present >> seat & 1 and state.bots[seat] is None]


def host_of(people: Iterable[Seat]) -> Seat | None:
    """Return the host's seat: the lowest of people who have not left, or None."""
    return min(people, default=None)


NEW = State(
    rules=Rules(),
    phase="new",
    seats=0,
    commitment="",
    turn_seconds=None,
    on_abandon="end",
    stand_in=None,
    bots=(),
    taken=0,
    entropy=(),
    seatings=0,
    dealer=None,
    packs=0,
    cut=None,
    hands=(),
    stock=(),
    in_play=0,
    books=(),
    void=(),
    discards=(),
    asks=0,
    idle_asks=0,
    turn=None,
    asked=None,
    closing=None,
    drawn=None,
    called_illegally=False,
    barred=(),
    misses_turns=(),
    exposed=0,
    misdeal_claims=0,
    timeouts=(),
    left=0,
    deals_scored=0,
    totals=(),
    result=None,
    series=None,
    rulings=(),
    rated=None,
)
"""The state before the first move of any game."""
