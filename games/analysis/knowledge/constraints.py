"""What the events say about the origins of hidden cards: allowed slots, and bounds by rank."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.analysis.knowledge.deal import NEVER, Holding, SeenDeal
from games.engine.cards import RANK_CARDS, RANKS, Card, Rank, Seat, cards_in

SlotSet = int
"""A bit mask of slots, by their index."""


class Bound(NamedTuple):
    """At least ``least`` and at most ``most`` of these cards come from these slots of a seat."""

    seat: Seat
    cards: frozenset[Card]
    slots: SlotSet
    least: int
    most: int

    def is_met(self, slot_of: Sequence[int]) -> bool:
        """Return whether the bound holds; ``slot_of`` has the slot of each card."""
        count = 0
        for card in self.cards:
            count += self.slots >> slot_of[card] & 1
        return self.least <= count <= self.most


class RankPart(NamedTuple):
    """What concerns the hidden cards of one rank."""

    rank: Rank
    cards: tuple[Card, ...]
    allowed: tuple[SlotSet, ...]
    """For each of the cards, the slots that it can have come from."""
    bounds: tuple[Bound, ...]
    shown: frozenset[Card]
    """Those of the cards that were shown later: their place now is known."""


def rank_parts(deal: SeenDeal) -> list[RankPart]:
    """Return one part for each rank with hidden cards."""
    parts = []
    for rank in range(len(RANKS)):
        cards = tuple(cards_in(deal.hidden & RANK_CARDS[rank]))
        if not cards:
            continue
        allowed = tuple(_allowed(deal, card) for card in cards)
        holdings = [check for check in deal.holdings if check.rank == rank]
        bounds = _bounds(deal, dict(zip(cards, allowed, strict=True)), holdings)
        shown = frozenset(deal.shown.keys() & {*cards})
        parts.append(RankPart(rank, cards, allowed, bounds, shown))
    return parts


def _allowed(deal: SeenDeal, card: Card) -> SlotSet:
    """Return the slots that the card can have come from."""
    shown = deal.shown.get(card)
    lacks = [lack for lack in deal.lacks if lack.cards >> card & 1]
    found = 0
    for index, slot in enumerate(deal.slots):
        if not slot.size or not slot.candidates >> card & 1:
            continue
        if shown is not None and (slot.seat != shown.seat or slot.time >= shown.time):
            continue
        until = NEVER if shown is None else shown.time
        if any(lack.seat == slot.seat and slot.time < lack.time <= until for lack in lacks):
            continue
        found |= 1 << index
    return found


def _bounds(
    deal: SeenDeal, allowed: dict[Card, SlotSet], holdings: Iterable[Holding]
) -> tuple[Bound, ...]:
    """Return the bounds that the allowed slots do not imply already."""
    found: dict[Bound, None] = {}
    for check in holdings:
        slots = 0
        for index, slot in enumerate(deal.slots):
            if slot.seat == check.seat and slot.time < check.time:
                slots |= 1 << index
        cards = []
        for card, places in allowed.items():
            shown = deal.shown.get(card)
            if places & slots and (shown is None or shown.time >= check.time):
                cards.append(card)
        sure = sum(not allowed[card] & ~slots for card in cards)
        if sure < check.least or len(cards) > check.most:
            found[Bound(check.seat, frozenset(cards), slots, check.least, check.most)] = None
    return tuple(bound for bound in found if not any(_implies(other, bound) for other in found))


def _implies(other: Bound, bound: Bound) -> bool:
    """Return whether a different bound makes this one unnecessary."""
    if other == bound:
        return False
    if bound.least:
        return (
            other.least >= bound.least
            and other.cards <= bound.cards
            and not other.slots & ~bound.slots
        )
    return (
        not other.least
        and other.most <= bound.most
        and other.cards >= bound.cards
        and not bound.slots & ~other.slots
    )


Groups = list[tuple[tuple[Card, ...], SlotSet]]
"""Interchangeable cards of a rank, and the slots that they can have come from."""


def groups(part: RankPart) -> Groups:
    """Return the cards of a rank, grouped by how its constraints treat them."""
    found: dict[tuple[int, ...], list[Card]] = {}
    for card, allowed in zip(part.cards, part.allowed, strict=True):
        alike = (card in part.shown, *(card in bound.cards for bound in part.bounds))
        key = (allowed, *alike)
        found.setdefault(key, []).append(card)
    return [(tuple(cards), key[0]) for key, cards in found.items()]
