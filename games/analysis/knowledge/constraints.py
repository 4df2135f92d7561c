"""What the events say about the origins of hidden cards: allowed slots, and bounds by rank."""

from collections.abc import Iterable, Mapping, Sequence
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
    allowed = {card: _allowed(deal, card) for card in cards_in(deal.hidden)}
    while True:
        parts = _parts(deal, allowed)
        excluded = _full_hands(deal, parts)
        if all(not slots & excluded.get(card, 0) for card, slots in allowed.items()):
            return parts
        allowed = {card: slots & ~excluded.get(card, 0) for card, slots in allowed.items()}


def _parts(deal: SeenDeal, allowed: Mapping[Card, SlotSet]) -> list[RankPart]:
    parts = []
    for rank in range(len(RANKS)):
        of_rank = {card: allowed[card] for card in cards_in(deal.hidden & RANK_CARDS[rank])}
        if of_rank:
            holdings = [check for check in deal.holdings if check.rank == rank]
            bounds = _bounds(deal, of_rank, holdings)
            shown_cards = frozenset(deal.shown.keys() & of_rank.keys())
            parts.append(
                RankPart(rank, tuple(of_rank), tuple(of_rank.values()), bounds, shown_cards)
            )
    return parts


def _full_hands(deal: SeenDeal, parts: Sequence[RankPart]) -> dict[Card, SlotSet]:
    """Return by card the slots that it cannot have come from because of full hands.

    If the ranks that a seat certainly holds need all its hidden cards, it holds no other rank.
    """
    excluded: dict[Card, SlotSet] = {}
    for seat in range(len(deal.known)):
        slots = _slots_of(deal, seat, NEVER)
        free = sum(slot.size for slot in deal.slots if slot.seat == seat)
        free -= sum(sighting.seat == seat for sighting in deal.shown.values())
        needed = [_least_hidden(part, seat, slots) for part in parts]
        if sum(needed) < free:
            continue
        for part, least in zip(parts, needed, strict=True):
            if not least:
                for card in {*part.cards} - part.shown:
                    excluded[card] = excluded.get(card, 0) | slots
    return excluded


def _least_hidden(part: RankPart, seat: Seat, slots: SlotSet) -> int:
    """Return how many cards of the rank the seat certainly holds that were not shown."""
    sure = sum(
        card not in part.shown and not places & ~slots
        for card, places in zip(part.cards, part.allowed, strict=True)
    )
    holds = any(
        bound.least and bound.seat == seat and not bound.cards & part.shown for bound in part.bounds
    )
    return max(sure, holds)


def _slots_of(deal: SeenDeal, seat: Seat, until: int) -> SlotSet:
    """Return the slots of a seat before this time."""
    slots = 0
    for index, slot in enumerate(deal.slots):
        if slot.seat == seat and slot.time < until:
            slots |= 1 << index
    return slots


def _allowed(deal: SeenDeal, card: Card) -> SlotSet:
    """Return the slots that the card can have come from."""
    proof = deal.shown.get(card)
    lacks = [lack for lack in deal.lacks if lack.cards >> card & 1]
    allowed = 0
    for index, slot in enumerate(deal.slots):
        if not slot.size or not slot.candidates >> card & 1:
            continue
        if proof is not None and (slot.seat != proof.seat or slot.time >= proof.time):
            continue
        until = NEVER if proof is None else proof.time
        if any(lack.seat == slot.seat and slot.time < lack.time <= until for lack in lacks):
            continue
        allowed |= 1 << index
    return allowed


def _bounds(
    deal: SeenDeal, allowed: Mapping[Card, SlotSet], holdings: Iterable[Holding]
) -> tuple[Bound, ...]:
    """Return the bounds that the allowed slots do not imply already."""
    bounds: dict[Bound, None] = {}
    for check in holdings:
        slots = _slots_of(deal, check.seat, check.time)
        cards = []
        for card, places in allowed.items():
            sighting = deal.shown.get(card)
            if places & slots and (sighting is None or sighting.time >= check.time):
                cards.append(card)
        sure = sum(not allowed[card] & ~slots for card in cards)
        if sure < check.least or len(cards) > check.most:
            bounds[Bound(check.seat, frozenset(cards), slots, check.least, check.most)] = None
    return tuple(bound for bound in bounds if not any(_implies(other, bound) for other in bounds))


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
    cards_by_slots: dict[tuple[int, ...], list[Card]] = {}
    for card, allowed in zip(part.cards, part.allowed, strict=True):
        alike = (card in part.shown, *(card in bound.cards for bound in part.bounds))
        key = (allowed, *alike)
        cards_by_slots.setdefault(key, []).append(card)
    return [(tuple(cards), key[0]) for key, cards in cards_by_slots.items()]
