"""What is certain about each hand from public events: the memory of a player.

Only public events count, so that it also shows what the others know of the player's own hand.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.engine.cards import CARD_TEXTS, RANK_CARDS, RANKS, Card, Hand, Seat

Json = dict[str, Any]

CARD_OF: Mapping[str, Card] = {text: card for card, text in enumerate(CARD_TEXTS)}
RANK_OF: Mapping[str, int] = {text: rank for rank, text in enumerate(RANKS)}
NEVER = -1


def hand_in(cards: Iterable[str]) -> Hand:
    """Return the hand of these cards, from their texts."""
    return sum(1 << CARD_OF[card] for card in cards)


class Knowledge:
    """What is certain in one deal, by seat.

    ``seen`` are cards that the seat certainly holds. ``holds`` marks ranks of which it holds at
    least one more natural. ``draws`` is the number of cards it has drawn face down. ``lacked`` has
    for each card the value of ``draws`` when the seat certainly did not hold it.
    """

    __slots__ = (
        "_are_all_given",
        "_asked",
        "_is_by_rank",
        "_is_lowest_given",
        "_is_truth_shown",
        "draws",
        "gone",
        "holds",
        "lacked",
        "seen",
    )

    def __init__(self, rules: Json, seats: int) -> None:
        self.gone: Hand = 0
        self.seen: list[Hand] = [0] * seats
        self.holds: list[list[bool]] = [[False] * len(RANKS) for _ in range(seats)]
        self.draws: list[int] = [0] * seats
        self.lacked: list[list[int]] = [[NEVER] * len(CARD_TEXTS) for _ in range(seats)]
        self._asked: Json = {}
        self._is_by_rank = rules["ask_by"] == "rank"
        self._is_lowest_given = self._is_by_rank and rules["referee"] == "auto"
        self._are_all_given = self._is_by_rank and rules["transfer"] == "all"
        # A seat lacks the card it asks for, unless bluffs are allowed.
        self._is_truth_shown = not self._is_by_rank and rules["ask_held_card"] == "forbid"

    def learn(self, events: Iterable[Json]) -> None:
        """Apply the next events, oldest first."""
        handlers = _HANDLERS
        for event in events:
            handler = handlers.get(event["type"])
            if handler is not None:
                handler(self, event)

    def may_hold(self, seat: Seat, card: Card, hidden: int) -> int:
        """Return how many of the seat's ``hidden`` cards can be this one."""
        lacked = self.lacked[seat][card]
        return hidden if lacked == NEVER else min(hidden, self.draws[seat] - lacked)

    def _lacks(self, seat: Seat, rank: int) -> None:
        self.lacked[seat][4 * rank : 4 * rank + 4] = [self.draws[seat]] * 4
        self.holds[seat][rank] = False

    def _asks(self, event: Json) -> None:
        self._asked = event
        seat, rank = event["seat"], RANK_OF[event["rank"]]
        if self._is_truth_shown:
            self.lacked[seat][CARD_OF[event["card"]]] = self.draws[seat]
        if not self.seen[seat] & RANK_CARDS[rank]:
            self.holds[seat][rank] = True

    def _goes_fish(self, event: Json) -> None:
        seat = event["seat"]
        if self._is_by_rank:
            self._lacks(seat, RANK_OF[self._asked["rank"]])
        else:
            self.lacked[seat][CARD_OF[self._asked["card"]]] = self.draws[seat]

    def _gives(self, event: Json) -> None:
        giver, cards = event["seat"], [CARD_OF[card] for card in event["cards"]]
        given = hand_in(event["cards"])
        rank = cards[0] // 4
        if given & ~self.seen[giver]:
            self.holds[giver][rank] = False
        self.seen[giver] &= ~given
        self.seen[event["to"]] |= given
        if self._are_all_given:
            self._lacks(giver, rank)
        # The referee gives the lowest suit, so that the seat had no lower one. In honour mode, the
        # seat chooses.
        first = 4 * rank if self._is_lowest_given else cards[0]
        for card in range(first, cards[-1] + 1):
            self.lacked[giver][card] = self.draws[giver]

    def _draws(self, event: Json) -> None:
        seat = event["seat"]
        if event["public"]:
            self.seen[seat] |= 1 << CARD_OF[event["card"]]
            return
        self.draws[seat] += 1
        if event["reason"] == "fish" and self._is_truth_shown:
            self.lacked[seat][CARD_OF[self._asked["card"]]] = self.draws[seat]

    def _lays(self, event: Json) -> None:
        seat, laid = event["seat"], hand_in(event["cards"])
        self.gone |= laid
        self.seen[seat] &= ~laid
        self.holds[seat][RANK_OF[event["rank"]]] = False

    def _calls_illegally(self, event: Json) -> None:
        if event["kind"] == "illegal_call" and self._is_by_rank:
            self._lacks(event["seat"], RANK_OF[event["rank"]])

    def _shows(self, event: Json) -> None:
        seat, card = event["seat"], CARD_OF[event["card"]]
        self.seen[seat] |= 1 << card
        if card // 4 < len(RANKS):
            self.holds[seat][card // 4] = False


def recall(history: Sequence[Json], *, seats: int, span: int | None = None) -> Knowledge:
    """Return what is certain from the events since the last deal, or from the last ``span`` asks of
    it.

    ``history`` begins with ``created``, which has the rules.
    """
    knowledge = Knowledge(history[0]["rules"], seats)
    knowledge.learn(history[memory_start(history, span=span) :])
    return knowledge


def memory_start(history: Sequence[Json], *, span: int | None = None) -> int:
    """Return the index of the last deal or the first of the last ``span`` asks, if later."""
    if span == 0:
        return len(history)
    asks = 0
    for place in range(len(history) - 1, -1, -1):
        kind = history[place]["type"]
        if kind == "dealt":
            return place
        if kind == "asked" and span is not None:
            asks += 1
            if asks == span:
                return place
    return 0


_HANDLERS: dict[str, Callable[[Knowledge, Json], None]] = {
    "asked": Knowledge._asks,
    "go_fish": Knowledge._goes_fish,
    "cards_given": Knowledge._gives,
    "card_drawn": Knowledge._draws,
    "book_made": Knowledge._lays,
    "book_voided": Knowledge._lays,
    "irregularity": Knowledge._calls_illegally,
    "card_exposed": Knowledge._shows,
}
