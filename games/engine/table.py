"""The mutable copy of a state, for ``decide`` and ``evolve`` only.

A ``Table`` is made from a ``State``, events are recorded on it, and it is frozen into a ``State``
again. Self-play is fast because it keeps one table and never freezes it.
"""

from games.engine.cards import (
    JOKERS,
    NATURALS,
    RANK_CARDS,
    Card,
    Hand,
    Pack,
    Rank,
    Seat,
    book_ranks,
    cards_in,
    lowest_cards,
    ranks_with,
)
from games.engine.commands import Level, OnAbandon
from games.engine.events import Asked, ClosingReason, Event, GameOver, Ruled, SeriesOver
from games.engine.rules import Rules
from games.engine.state import Book, Phase, State, VoidBook, awaited_seat


class Table:
    """The fields of :class:`~games.engine.state.State`, some with lists for tuples.

    ``events`` has the events recorded since the table was made or :meth:`take_events` was called.
    """

    __slots__ = (*State._fields, "events", "open_ranks")

    rules: Rules
    phase: Phase
    seats: int
    commitment: str
    turn_seconds: int | None
    on_abandon: OnAbandon
    stand_in: Level | None
    bots: tuple[Level | None, ...]
    taken: int
    entropy: tuple[tuple[Seat, str], ...]
    seatings: int
    dealer: Seat | None
    packs: int
    cut: int | None
    hands: list[Hand]
    stock: Pack
    in_play: Hand
    books: list[tuple[Book, ...]]
    void: tuple[VoidBook, ...]
    discards: tuple[Book, ...]
    asks: int
    idle_asks: int
    turn: Seat | None
    asked: Asked | None
    closing: ClosingReason | None
    drawn: Card | None
    called_illegally: bool
    barred: list[Hand]
    misses_turns: list[int]
    exposed: Hand
    misdeal_claims: int
    timeouts: list[int]
    left: int
    deals_scored: int
    totals: tuple[int, ...]
    result: GameOver | None
    series: SeriesOver | None
    rulings: tuple[Ruled, ...]
    rated: bool | None
    events: list[Event]
    open_ranks: Hand
    """Every card of the ranks of which a book is in play, all jokers counted."""

    def __init__(self, state: State) -> None:
        # Field by field: a loop over the names takes three times as long.
        (
            self.rules,
            self.phase,
            self.seats,
            self.commitment,
            self.turn_seconds,
            self.on_abandon,
            self.stand_in,
            self.bots,
            self.taken,
            self.entropy,
            self.seatings,
            self.dealer,
            self.packs,
            self.cut,
            hands,
            self.stock,
            in_play,
            books,
            self.void,
            self.discards,
            self.asks,
            self.idle_asks,
            self.turn,
            self.asked,
            self.closing,
            self.drawn,
            self.called_illegally,
            barred,
            misses_turns,
            self.exposed,
            self.misdeal_claims,
            timeouts,
            self.left,
            self.deals_scored,
            self.totals,
            self.result,
            self.series,
            self.rulings,
            self.rated,
        ) = state
        self.hands = list(hands)
        self.books = list(books)
        self.barred = list(barred)
        self.misses_turns = list(misses_turns)
        self.timeouts = list(timeouts)
        self.events = []
        self.set_in_play(in_play)

    def freeze(self) -> State:
        """Return the table as a ``State``."""
        return State(
            self.rules,
            self.phase,
            self.seats,
            self.commitment,
            self.turn_seconds,
            self.on_abandon,
            self.stand_in,
            self.bots,
            self.taken,
            self.entropy,
            self.seatings,
            self.dealer,
            self.packs,
            self.cut,
            tuple(self.hands),
            self.stock,
            self.in_play,
            tuple(self.books),
            self.void,
            self.discards,
            self.asks,
            self.idle_asks,
            self.turn,
            self.asked,
            self.closing,
            self.drawn,
            self.called_illegally,
            tuple(self.barred),
            tuple(self.misses_turns),
            self.exposed,
            self.misdeal_claims,
            tuple(self.timeouts),
            self.left,
            self.deals_scored,
            self.totals,
            self.result,
            self.series,
            self.rulings,
            self.rated,
        )

    def set_in_play(self, cards: Hand) -> None:
        """Set the cards in play and the ranks that follow from them, which each ask needs often."""
        self.in_play = cards
        self.open_ranks = book_ranks(cards, self.rules.book_size)

    def take_events(self) -> tuple[Event, ...]:
        """Return and remove the recorded events, oldest first."""
        events = tuple(self.events)
        self.events.clear()
        return events

    @property
    def owner(self) -> Seat:
        """The seat whose turn it is; only valid during a turn."""
        assert self.turn is not None
        return self.turn

    @property
    def is_honour(self) -> bool:
        """Whether players answer and declare by hand (§5)."""
        return self.rules.referee == "honour"

    def to_act(self) -> Seat | None:
        """Return the seat that the game waits for, as :meth:`State.to_act` does."""
        return awaited_seat(self)

    def left_of(self, seat: Seat) -> Seat:
        """Return the next seat clockwise."""
        return (seat + 1) % self.seats

    def has_people(self) -> bool:
        """Return whether a person still plays."""
        return any(bot is None and not self.left >> seat & 1 for seat, bot in enumerate(self.bots))

    def has_target(self, seat: Seat) -> bool:
        """Return whether another seat has cards."""
        hands = self.hands
        return len(hands) - hands.count(0) > (hands[seat] != 0)

    def askable_cards(self, seat: Seat) -> Hand:
        """Return all cards of the ranks for which the seat may ask if it holds one of them (§1).

        While stock remains, every joker counts towards a book; afterwards only those in the seat's
        hand count. In a game that asks by card, another card of the rank must be in play elsewhere,
        or the seat must hold a book.
        """
        rules = self.rules
        hand = self.hands[seat]
        open_ranks = self.open_ranks
        if not self.stock and self.in_play & JOKERS:
            open_ranks = book_ranks(self.in_play & (NATURALS | hand), rules.book_size)
        if rules.ask_by == "rank":
            return open_ranks
        elsewhere = ranks_with(self.in_play & ~hand, 1)
        return open_ranks & (elsewhere | book_ranks(hand, rules.book_size))

    def can_ask_with(self, seat: Seat) -> Hand:
        """Return the naturals of the seat's hand that it can ask with; empty if the hand counts as
        empty.
        """
        return self.hands[seat] & self.askable_cards(seat)

    def has_open_rank(self) -> bool:
        """Return whether any book can still be made (§4.11)."""
        in_play = self.in_play
        if self.stock or not in_play & JOKERS:
            return self.open_ranks != 0
        size = self.rules.book_size
        return any(hand & book_ranks(in_play & (NATURALS | hand), size) for hand in self.hands)

    def natural_book(self, seat: Seat, rank: Rank) -> Hand:
        """Return the lowest cards of the rank that make a book; empty if it is not complete."""
        held, size = self.hands[seat] & RANK_CARDS[rank], self.rules.book_size
        excess = held.bit_count() - size
        if excess < 0:
            return 0
        return lowest_cards(held, size) if excess else held

    def cards_due(self) -> Hand:
        """Return the cards that the referee hands over for the open ask.

        Where ``transfer`` is ``one``, this is the card of the lowest suit (§2).
        """
        asked = self.asked
        assert asked is not None
        hand = self.hands[asked.target]
        if asked.card is not None:
            return hand & 1 << asked.card
        held = hand & RANK_CARDS[asked.rank]
        return held if self.rules.transfer == "all" else lowest_cards(held, 1)

    def truthful_answers(self) -> tuple[Hand, ...]:
        """Return each truthful answer to the open ask.

        Where ``transfer`` is ``one``, any card of the rank is one (002).
        """
        due = self.cards_due()
        asked = self.asked
        assert asked is not None
        if not due or asked.card is not None or self.rules.transfer == "all":
            return (due,)
        held = self.hands[asked.target] & RANK_CARDS[asked.rank]
        return tuple(1 << card for card in cards_in(held))
