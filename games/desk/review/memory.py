"""What a player with perfect memory knows of the hands, from public events.

A card that came into a hand face up is known while it stays there; the other cards of a hand are
face down. A card that a seat did not have can only be among the cards that it has drawn since. A
seat that asks for a rank holds it.

The bots have a memory of their own (``games.bots.knowledge``). It reads views as JSON and is tuned
for strength. This one reads events of the log, and must not change with the players that it is used
to judge.
"""

from typing import NamedTuple

from games.engine.cards import RANK_CARDS, RANKS, Card, Hand, Rank, Seat, cards_in, ranks_in
from games.engine.events import (
    Asked,
    BookMade,
    BookVoided,
    CardDrawn,
    CardExposed,
    CardsGiven,
    Dealt,
    Event,
    GoFish,
)
from games.engine.rules import Rules


class Known(NamedTuple):
    """What is known of a hand, except its size."""

    cards: Hand
    """Cards that are certainly in it."""
    holds: tuple[Rank, ...]
    """Ranks of which it certainly has a card, not known which."""
    lacks: tuple[Rank, ...]
    """Ranks of which it certainly has none."""


class Memory:
    """The memory of one game. Apply every event, oldest first; query it between moves."""

    def __init__(self) -> None:
        self._sizes: list[int] = []
        self._known: list[Hand] = []
        self._holds: list[Hand] = []
        self._drawn: list[int] = []
        self._denied: list[dict[Card, int]] = []
        self._asked: Asked | None = None

    def apply(self, event: Event, rules: Rules) -> None:
        """Apply what the event shows to all."""
        match event:
            case Dealt():
                self._reset(event)
            case Asked():
                self._note_ask(event, rules)
            case CardsGiven(seat, to, cards):
                self._lose(seat, cards)
                self._known[to] |= cards
                self._sizes[to] += cards.bit_count()
                if rules.transfer == "all":
                    self._deny_asked(seat)
            case GoFish(seat):
                self._deny_asked(seat)
            case CardDrawn(seat, card, _, is_public):
                self._sizes[seat] += 1
                if is_public:
                    self._known[seat] |= 1 << card
                else:
                    self._drawn[seat] += 1
            case BookMade(seat, _, cards) | BookVoided(seat, _, cards):
                self._lose(seat, cards)
            case CardExposed(seat, card):
                self._holds[seat] &= ~RANK_CARDS[card // 4]
                self._known[seat] |= 1 << card
            case _:
                pass

    def known_of(self, seat: Seat) -> Known:
        """Return what is known of a hand."""
        if not self._sizes:
            return Known(0, (), ())
        lacks = (
            rank
            for rank in range(len(RANKS))
            if not any(self.places(seat, card) for card in cards_in(RANK_CARDS[rank]))
            and not self._known[seat] & RANK_CARDS[rank]
        )
        return Known(self._known[seat], ranks_in(self._holds[seat]), tuple(lacks))

    def known(self, seat: Seat) -> Hand:
        """Return the cards that are certainly in a hand."""
        return self._known[seat]

    def surely_holds(self, seat: Seat, rank: Rank) -> bool:
        """Return whether the hand certainly has a card of the rank, face down."""
        return bool(self._holds[seat] & RANK_CARDS[rank])

    def places(self, seat: Seat, card: Card) -> int:
        """Return how many face-down cards of the hand can be this card."""
        hidden = self._sizes[seat] - self._known[seat].bit_count()
        return max(min(hidden, self._drawn[seat] - self._denied[seat].get(card, 0)), 0)

    def _reset(self, deal: Dealt) -> None:
        seats = len(deal.counts)
        self._sizes = list(deal.counts)
        self._drawn = list(deal.counts)
        self._known = [0] * seats
        self._holds = [0] * seats
        self._denied = [{} for _ in range(seats)]
        self._asked = None

    def _note_ask(self, ask: Asked, rules: Rules) -> None:
        self._asked = ask
        if ask.card is not None and rules.ask_held_card == "forbid":
            self._deny(ask.seat, 1 << ask.card)
        if not self._known[ask.seat] & RANK_CARDS[ask.rank]:
            self._holds[ask.seat] |= RANK_CARDS[ask.rank]

    def _deny_asked(self, seat: Seat) -> None:
        """Record that the seat has no more cards of the rank that it was asked for."""
        if self._asked is None:
            return
        rank, card = self._asked.rank, self._asked.card
        if card is None:
            self._holds[seat] &= ~RANK_CARDS[rank]
        self._deny(seat, RANK_CARDS[rank] if card is None else 1 << card)

    def _deny(self, seat: Seat, cards: Hand) -> None:
        for card in cards_in(cards):
            self._denied[seat][card] = self._drawn[seat]

    def _lose(self, seat: Seat, cards: Hand) -> None:
        if unknown := cards & ~self._known[seat]:
            # The card known to be of this rank can have been this one.
            for rank in ranks_in(unknown):
                self._holds[seat] &= ~RANK_CARDS[rank]
        self._known[seat] &= ~cards
        self._sizes[seat] -= cards.bit_count()
