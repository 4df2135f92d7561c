"""What a player who forgets nothing knows of the others' hands, from what all have seen and heard.

Cards that came into a hand face up are known as long as they stay; the rest of a hand lies face down. A card that a
seat was found not to have may only be among those that the seat has drawn since; and who asks for a rank holds it.

The bots have a memory of their own (``games.bots.knowledge``), and the two are kept apart: that one reads what a seat
is shown as JSON, as a program elsewhere would, and is tuned for strength; this one reads the log's events and must not
change with the players that it is used to judge.
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
    """What is known of a hand besides its size."""

    cards: Hand
    """Cards that are surely in it."""
    holds: tuple[Rank, ...]
    """Ranks of which it surely has a card, nobody else knows which."""
    lacks: tuple[Rank, ...]
    """Ranks of which it surely has none."""


class Memory:
    """The table's memory: fed with every event, oldest first, and asked between moves."""

    def __init__(self) -> None:
        self._sizes: list[int] = []
        self._known: list[Hand] = []
        self._holds: list[Hand] = []
        self._drawn: list[int] = []
        self._denied: list[dict[Card, int]] = []
        self._asked: Asked | None = None

    def apply(self, event: Event, rules: Rules) -> None:
        """Remember what the event shows to all."""
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

    def of(self, seat: Seat) -> Known:
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
        """Return the cards that are surely in a hand."""
        return self._known[seat]

    def surely_holds(self, seat: Seat, rank: Rank) -> bool:
        """Return whether the hand surely has a card of the rank, face down."""
        return bool(self._holds[seat] & RANK_CARDS[rank])

    def places(self, seat: Seat, card: Card) -> int:
        """Return how many cards of the hand, face down, may be this one."""
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
        """Note that the seat has nothing more of what it was asked for."""
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
            # What was known of the rank may have been this very card.
            for rank in ranks_in(unknown):
                self._holds[seat] &= ~RANK_CARDS[rank]
        self._known[seat] &= ~cards
        self._sizes[seat] -= cards.bit_count()
