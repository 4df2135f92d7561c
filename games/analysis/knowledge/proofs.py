"""Name the events that prove what is certain: that a seat holds a rank, or lacks it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from games.analysis.knowledge.reading import CARD_OF, RANK_OF, Json, below, hand_of_texts, wanted
from games.engine.cards import RANK_CARDS, RANKS, Card, Hand, Rank, Seat, cards_in
from games.engine.rules import Rules

Proof = tuple[int, ...]
"""Indexes of events, ascending: together they prove a fact, without any one of them they do not."""

_BOOKS = -1
"""The place of the cards of all books."""


def proofs(seen: Sequence[Json], rules: Rules) -> Mapping[tuple[Rank, Seat], Proof]:
    """Return by rank and seat the events that prove whether the seat holds a card of the rank.

    ``seen`` are the events that a seat saw since the deal, oldest first. Facts that its own cards
    show, that follow from the number of cards only, or that take several steps of thought, are
    missing.
    """
    evidence = _Evidence(seen[0], rules)
    for index, event in enumerate(seen):
        evidence.read(index, event)
    return dict(evidence.proofs())


class _Evidence:
    """The events that show where cards are, and which events made them wrong since."""

    def __init__(self, dealt: Json, rules: Rules) -> None:
        self.rules = rules
        self.is_open = [hand is not None for hand in dealt["hands"]]
        self.seats = range(len(self.is_open))
        self.place: dict[Card, Seat] = {}
        """The seat of each card that was seen, or ``_BOOKS``."""
        self.seen_by: dict[Card, int] = {}
        """The event that showed a card at its place; missing for cards in open hands."""
        self.asked_for: dict[tuple[Rank, Seat], int] = {}
        """The ask that shows a hidden card of the rank, which has not left the hand since."""
        self.lacked: list[dict[Card, int]] = [{} for _ in self.seats]
        """The first event since the seat's last hidden draw that shows that it lacks a card."""
        self.asked: Json = {}
        for seat, hand in enumerate(dealt["hands"]):
            for card in cards_in(hand_of_texts(hand or ())):
                self.place[card] = seat

    def read(self, index: int, event: Json) -> None:
        match event["type"]:
            case "asked":
                self._asks(index, event)
            case "go_fish":
                self._lacks(index, event["seat"], wanted(self.asked))
            case "cards_given":
                self._gives(index, event)
            case "card_drawn" if event["card"] is None:
                self.lacked[event["seat"]].clear()
            case "card_drawn":
                self._shows(index, event["seat"], 1 << CARD_OF[event["card"]])
            case "book_made":
                self.asked_for.pop((RANK_OF[event["rank"]], event["seat"]), None)
                self._shows(index, _BOOKS, hand_of_texts(event["cards"]))
            case _:
                pass

    def proofs(self) -> Iterator[tuple[tuple[Rank, Seat], Proof]]:
        for rank in range(len(RANKS)):
            for seat in self.seats:
                proof = None if self.is_open[seat] else self._proof(rank, seat)
                if proof:
                    yield (rank, seat), proof

    def _asks(self, index: int, event: Json) -> None:
        self.asked = event
        seat, rank = event["seat"], RANK_OF[event["rank"]]
        if not self._held(rank, seat):
            self.asked_for.setdefault((rank, seat), index)
        card = event.get("card")
        if card is not None and self.rules.ask_held_card == "forbid":
            self._lacks(index, seat, 1 << CARD_OF[card])

    def _gives(self, index: int, event: Json) -> None:
        seat, cards = event["seat"], hand_of_texts(event["cards"])
        rank = RANK_OF[self.asked["rank"]]
        if any(self.place.get(card) != seat for card in cards_in(cards)):
            self.asked_for.pop((rank, seat), None)
        self._shows(index, event["to"], cards)
        if self.asked.get("card") is None:
            is_all = self.rules.transfer == "all"
            # One card is given: the lowest suit.
            self._lacks(index, seat, RANK_CARDS[rank] if is_all else below(cards, rank))

    def _shows(self, index: int, place: Seat, cards: Hand) -> None:
        for card in cards_in(cards):
            self.place[card] = place
            self.seen_by.pop(card, None)
            if place == _BOOKS or not self.is_open[place]:
                self.seen_by[card] = index
                for lacked in self.lacked[place : place + 1]:
                    lacked.pop(card, None)

    def _lacks(self, index: int, seat: Seat, cards: Hand) -> None:
        for card in cards_in(cards):
            self.lacked[seat].setdefault(card, index)

    def _held(self, rank: Rank, seat: Seat) -> list[Card]:
        return [card for card in cards_in(RANK_CARDS[rank]) if self.place.get(card) == seat]

    def _proof(self, rank: Rank, seat: Seat) -> Proof | None:
        held = self._held(rank, seat)
        if held:
            return (max(self.seen_by[card] for card in held),)
        if (rank, seat) in self.asked_for:
            return (self.asked_for[rank, seat],)
        return self._absence(rank, seat)

    def _absence(self, rank: Rank, seat: Seat) -> Proof | None:
        """Return the fewest events that show each card of the rank elsewhere, if all are."""
        doubts = []
        for card in cards_in(RANK_CARDS[rank]):
            if card in self.place and card not in self.seen_by:
                continue  # in an open hand
            events = {self.seen_by.get(card), self.lacked[seat].get(card)} - {None}
            if not events:
                return None
            doubts.append(events)
        named = sorted({index for events in doubts for index in events if index is not None})
        for size in range(len(doubts) + 1):
            for proof in combinations(named, size):
                if all(events & {*proof} for events in doubts):
                    return proof
        return None
