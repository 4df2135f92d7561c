"""Read the events of a deal as one seat saw them."""

from collections.abc import Sequence
from typing import Any

from games.analysis.knowledge.deal import NEVER, Holding, Lack, SeenDeal, Shown, Slot
from games.engine.cards import (
    CARD_TEXTS,
    RANK_CARDS,
    RANKS,
    Card,
    Hand,
    Rank,
    Seat,
    cards_in,
    full_pack,
    hand_of,
    lowest_cards,
)
from games.engine.events import (
    Asked,
    BookMade,
    CardDrawn,
    CardsGiven,
    Dealt,
    Event,
    GoFish,
    Misdealt,
    SeriesContinues,
)
from games.engine.rules import Rules
from games.engine.view import event_view

Json = dict[str, Any]

_TELLING = (Dealt, Asked, GoFish, CardsGiven, CardDrawn, BookMade)
CARD_OF = {text: card for card, text in enumerate(CARD_TEXTS)}
RANK_OF = {text: rank for rank, text in enumerate(RANKS)}


def seen_since_deal(events: Sequence[Event], rules: Rules, seat: Seat) -> list[Json]:
    """Return the events since the last deal that tell where cards are, as the seat saw them."""
    return [event_view(events[index], seat, rules) for index in telling_since_deal(events)]


def telling_since_deal(events: Sequence[Event]) -> list[int]:
    """Return the indexes of the events since the last deal that tell where cards are."""
    start = None
    for place, event in enumerate(events):
        if isinstance(event, Dealt):
            start = place
        elif isinstance(event, Misdealt | SeriesContinues):
            start = None
    if start is None:
        return []
    return [index for index in range(start, len(events)) if isinstance(events[index], _TELLING)]


def read_deal(seen: Sequence[Json], rules: Rules) -> SeenDeal:
    """Return what these events show; the first is ``dealt``."""
    reader = _Reader(seen[0], rules)
    for time, event in enumerate(seen):
        following = seen[time + 1] if time + 1 < len(seen) else None
        reader.read(time, event, following)
    return reader.result()


_Moment = tuple[int, ...]


class _Reader:
    """Collects what events show, one after the other."""

    def __init__(self, dealt: Json, rules: Rules) -> None:
        self.rules = rules
        seats = len(dealt["counts"])
        self.pack = hand_of(full_pack(0))
        self.stock: int = dealt["stock"]
        self.seats = range(seats)
        self.known = [0] * seats
        self.slots: list[Slot] = []
        self.lacks: dict[_Moment, Lack] = {}
        self.holdings: dict[_Moment, Holding] = {}
        self.shown: dict[Card, Shown] = {}
        self.seen_origins: Hand = 0
        self.gone: Hand = 0
        self.asked: Json | None = None
        self.asked_at = -1
        self.known_when_asked = list(self.known)
        for seat, (count, hand) in enumerate(zip(dealt["counts"], dealt["hands"], strict=True)):
            if hand is None:
                self.slots.append(Slot(seat, 0, count, self.pack))
            else:
                self._add(seat, hand_of_texts(hand))

    def read(self, time: int, event: Json, following: Json | None) -> None:
        match event["type"]:
            case "asked":
                self._asks(time, event)
            case "go_fish":
                assert self.asked is not None
                self._lacks(time, event["seat"], wanted(self.asked))
            case "cards_given":
                self._gives(time, event)
            case "card_drawn":
                self._draws(time, event, following)
            case "book_made":
                self._lays(time, event)
            case _:
                pass

    def result(self) -> SeenDeal:
        for seat in self.seats:
            for rank in range(len(RANKS)):
                self._below_book(NEVER, seat, rank, self.known)
        stock = Slot(None, NEVER, self.stock, self.pack)
        hidden = self.pack & ~self.seen_origins
        return SeenDeal(
            (*self.slots, stock),
            tuple(self.known),
            self.gone,
            hidden,
            self.shown,
            tuple(self.lacks.values()),
            tuple(self.holdings.values()),
        )

    def _asks(self, time: int, event: Json) -> None:
        self.asked, self.asked_at, self.known_when_asked = event, time, list(self.known)
        seat, rank = event["seat"], RANK_OF[event["rank"]]
        if not self.known[seat] & RANK_CARDS[rank]:
            self._holds(Holding(seat, time, rank, 1, 4))
        card = event.get("card")
        if card is not None and self.rules.ask_held_card == "forbid":
            self._lacks(time, seat, 1 << CARD_OF[card])

    def _gives(self, time: int, event: Json) -> None:
        assert self.asked is not None
        seat, cards = event["seat"], hand_of_texts(event["cards"])
        rank = RANK_OF[self.asked["rank"]]
        self._below_book(time, seat, rank, self.known)
        if self.asked.get("card") is None:
            if self.rules.transfer == "all":
                self._lacks(time, seat, RANK_CARDS[rank] & ~cards)
            else:  # the lowest suit is given
                self._lacks(time, seat, below(cards, rank))
        self._show(time, seat, cards)
        self.known[seat] &= ~cards
        self.known[event["to"]] |= cards

    def _draws(self, time: int, event: Json, following: Json | None) -> None:
        self.stock -= 1
        seat = event["seat"]
        if event["card"] is not None:
            self._add(seat, 1 << CARD_OF[event["card"]])
            return
        candidates = self.pack
        if event["reason"] == "fish":
            assert self.asked is not None
            candidates &= ~wanted(self.asked)
            if following is not None and following["type"] == "book_made":
                # The draw completed this book, which was not asked for.
                candidates &= hand_of_texts(following["cards"])
        self.slots.append(Slot(seat, time, 1, candidates))

    def _lays(self, time: int, event: Json) -> None:
        seat, cards, rank = event["seat"], hand_of_texts(event["cards"]), RANK_OF[event["rank"]]
        if self.asked is not None:
            self._below_book(self.asked_at, seat, rank, self.known_when_asked)
        # The lowest suits make the book.
        self._lacks(time, seat, below(1 << max(cards_in(cards)), rank) & ~cards)
        self._show(time, seat, cards)
        self.known[seat] &= ~cards
        self.gone |= cards

    def _below_book(self, time: int, seat: Seat, rank: Rank, known: Sequence[Hand]) -> None:
        """Note that a seat had no whole book: it would have been laid at once."""
        held = (known[seat] & RANK_CARDS[rank]).bit_count()
        self._holds(Holding(seat, time, rank, 0, self.rules.book_size - 1 - held))

    def _holds(self, holding: Holding) -> None:
        seat, time, *rest = holding
        late = time == self.asked_at  # a fact of the time before the last draw
        self.holdings.setdefault(self._moment(seat, late, *rest), holding)

    def _lacks(self, time: int, seat: Seat, cards: Hand) -> None:
        if cards:
            self.lacks.setdefault(self._moment(seat, cards), Lack(seat, time, cards))

    def _moment(self, *what: int) -> _Moment:
        """Return what tells two facts apart: nothing does if no hidden card moved in between."""
        return (len(self.slots), len(self.shown), *what)

    def _add(self, seat: Seat, cards: Hand) -> None:
        self.known[seat] |= cards
        self.seen_origins |= cards

    def _show(self, time: int, seat: Seat, cards: Hand) -> None:
        for card in cards_in(cards & ~self.known[seat]):
            self.shown[card] = Shown(seat, time)


def wanted(asked: Json) -> Hand:
    """Return the cards that an ask names."""
    card = asked.get("card")
    return RANK_CARDS[RANK_OF[asked["rank"]]] if card is None else 1 << CARD_OF[card]


def below(cards: Hand, rank: Rank) -> Hand:
    """Return the cards of the rank in lower suits than the lowest of these cards."""
    return RANK_CARDS[rank] & (lowest_cards(cards, 1) - 1)


def hand_of_texts(texts: Sequence[str]) -> Hand:
    """Return the hand of these cards."""
    return hand_of([CARD_OF[text] for text in texts])
