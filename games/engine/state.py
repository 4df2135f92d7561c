"""The whole truth about a game at one moment, frozen. Only ``view`` decides who may see what of it."""

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
    """A position. Tuples ``…, ...`` hold one entry a seat unless said otherwise."""

    rules: Rules
    phase: Phase
    seats: int
    commitment: str
    turn_seconds: int | None
    """Seconds for each action that the game waits for; none without a clock."""
    on_abandon: OnAbandon
    stand_in: Level | None
    """The bot that plays on for who leaves, where ``on_abandon`` wants one; at random if none is named."""
    bots: tuple[Level | None, ...]
    """Which built-in bot plays each seat, from its beginning or as a stand-in; none for people."""

    # The lobby
    taken: int
    """Bit mask of the seats taken."""
    entropy: tuple[tuple[Seat, str], ...]
    """One contribution a seat at most, in the order given, with the lobby's seat numbers."""
    seatings: int
    """How often a seat of the lobby was taken, by people and bots."""

    # The deal
    dealer: Seat | None
    packs: int
    """Packs dealt from so far, misdeals counted: the next one is shuffled under this number plus one."""
    cut: int | None
    """Where the next pack is cut."""
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
    """The ask not settled yet."""
    closing: ClosingReason | None
    drawn: Card | None
    """The card drawn on the miss that is closing (honour mode)."""
    called_illegally: bool
    """Whether the owner of the turn made an illegal call in it."""

    # Honour mode
    barred: tuple[Hand, ...]
    """Every card of the ranks in which each seat can score no book."""
    misses_turns: tuple[int, ...]
    exposed: Hand
    """Cards in hands that a holder has shown; they stay so when they change hands."""
    misdeal_claims: int
    """Bit mask of the seats that claimed a misdeal."""

    # The outcome
    timeouts: tuple[int, ...]
    """How often each seat's time ran out since its last ask."""
    left: int
    """Bit mask of the seats that resigned or were abandoned."""
    deals_scored: int
    totals: tuple[int, ...]
    """Points over the series; zeros until a deal is scored."""
    result: GameOver | None
    """How the last deal ended; none while one is played."""
    series: SeriesOver | None

    rulings: tuple[Ruled, ...]
    """Every ruling in the order given, not by seat; of each case the last one stands (``ruling``)."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen by anybody's play."""
        return self.phase == "over"

    @property
    def has_ended(self) -> bool:
        """Whether no player can do anything more: the game is over, or was closed in its lobby."""
        return self.phase in ("over", "closed")

    def to_act(self) -> Seat | None:
        """Return the seat that the game waits for; none in the lobby, between deals, at the end."""
        return awaited_seat(self)

    def host(self) -> Seat | None:
        """Return the host's seat, the lowest taken by a person; none in an empty lobby."""
        return lowest_person(self)


class _Waiting(Protocol):
    """What tells whom a position waits for; a state or the table it is thawed into."""

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


def awaited_seat(position: _Waiting) -> Seat | None:
    """Return the seat that must act before anything else can happen, if there is one."""
    if position.phase == "answer":
        return position.asked.target if position.asked else None
    if position.phase == "cut":
        return None if position.dealer is None else (position.dealer - 1) % position.seats
    return position.turn


class _Lobby(Protocol):
    """What tells who has sat down; a state or the table it is thawed into."""

    @property
    def seats(self) -> int: ...
    @property
    def taken(self) -> int: ...
    @property
    def bots(self) -> tuple[Level | None, ...]: ...


def lowest_person(position: _Lobby) -> Seat | None:
    """Return the lowest seat of a lobby that a person has taken, if there is one."""
    for seat in range(position.seats):
        if position.taken >> seat & 1 and position.bots[seat] is None:
            return seat
    return None


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
)
"""The position before the first move of any game."""
