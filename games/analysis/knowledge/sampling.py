"""Sample deals that fit, by a Markov chain of swaps, where counting takes too long.

Two or three hidden cards exchange their origins if every constraint still holds. All deals that fit
are equally likely in the long run. The chances are shares of the steps; their standard error comes
from the means of batches.
"""

from collections.abc import Callable, Container, Sequence
from random import Random

from games.analysis.knowledge.batch_means import BATCHES, BatchMeans
from games.analysis.knowledge.constraints import Bound, RankPart, SlotSet, groups
from games.analysis.knowledge.deal import Slot
from games.engine.cards import CARD_TEXTS, RANKS, Card

CIRCLES = 0.2
"""How often three cards go round, which some constraints need."""
WARM_UP = 4
"""How many batches are thrown away first."""
MOST_REPAIRS = 20_000
"""How many swaps may be tried to find a first deal that fits."""


class NoDealFound(Exception):
    """The search found no deal that fits what the seat saw."""


class _Deal:
    """An assignment of hidden cards to slots that keeps each slot's size."""

    def __init__(self, slots: Sequence[Slot], parts: Sequence[RankPart]) -> None:
        self.parts = {part.rank: part for part in parts}
        self.cards = [card for part in parts for card in part.cards]
        self.allowed: list[SlotSet] = [0] * len(CARD_TEXTS)
        for part in parts:
            for card, allowed in zip(part.cards, part.allowed, strict=True):
                self.allowed[card] = allowed
        self.bounds: list[tuple[Bound, ...]] = [()] * len(RANKS)
        for part in parts:
            self.bounds[part.rank] = part.bounds
        self.slot_of = [0] * len(CARD_TEXTS)

    def violations(self, rank: int) -> int:
        slot_of = self.slot_of
        return sum(not bound.is_met(slot_of) for bound in self.bounds[rank])


def sample(
    slots: Sequence[Slot],
    parts: Sequence[RankPart],
    *,
    seats: int,
    shown: Container[Card],
    swaps: int,
    random: Random,
) -> BatchMeans:
    """Return the shares over about ``swaps`` tried swaps; ``shown`` cards are left out.

    :raises NoDealFound: if no first deal is found.
    """
    deal = _Deal(slots, parts)
    _fill(deal, slots, random)
    _repair(deal, random)
    place_of = [seats if slot.seat is None else slot.seat for slot in slots]
    alike = [cards for part in parts for cards, _ in groups(part)]
    means = BatchMeans(
        [cards for cards in alike if cards[0] not in shown],
        {card: place_of[deal.slot_of[card]] for card in deal.cards},
        seats + 1,
    )
    pairs = _pairs(deal, alike)
    movable = [card for card in deal.cards if deal.allowed[card].bit_count() > 1]

    def moved(card: Card, slot: int, step: int) -> None:
        means.move(card, place_of[slot], step)

    batch = max(1, -(-swaps // (BATCHES + WARM_UP)))
    for number in range(WARM_UP + BATCHES):
        if len(movable) > 1:
            _run(deal, pairs, movable, batch, random, moved)
        means.end_batch(batch, is_kept=number >= WARM_UP)
    return means


def _pairs(deal: _Deal, alike: Sequence[Sequence[Card]]) -> list[tuple[Card, Card]]:
    """Return the pairs of cards that can ever exchange their slots, and are not alike."""
    return [
        (one, two)
        for number, cards in enumerate(alike)
        for others in alike[number + 1 :]
        if (deal.allowed[cards[0]] & deal.allowed[others[0]]).bit_count() > 1
        for one in cards
        for two in others
    ]


def _fill(deal: _Deal, slots: Sequence[Slot], random: Random) -> None:
    """Give every card an allowed slot with room, by augmenting paths."""
    held: list[list[Card]] = [[] for _ in slots]

    def place(card: Card, tried: set[int]) -> bool:
        options = [n for n in range(len(slots)) if deal.allowed[card] >> n & 1 and n not in tried]
        random.shuffle(options)
        for slot in options:
            if slot in tried:
                continue
            tried.add(slot)
            if len(held[slot]) < slots[slot].size:
                held[slot].append(card)
                return True
            for other in held[slot]:
                if place(other, tried):
                    held[slot][held[slot].index(other)] = card
                    return True
        return False

    for card in sorted(deal.cards, key=lambda card: deal.allowed[card].bit_count()):
        if not place(card, set()):
            raise NoDealFound
    for slot, cards in enumerate(held):
        for card in cards:
            deal.slot_of[card] = slot


def _repair(deal: _Deal, random: Random) -> None:
    """Swap cards until all bounds are met; a swap that makes it worse is taken now and then."""
    slot_of, allowed, cards = deal.slot_of, deal.allowed, deal.cards
    wrong = sum(deal.violations(rank) for rank in deal.parts)
    for _ in range(MOST_REPAIRS):
        if not wrong:
            return
        one, other = random.choice(cards), random.choice(cards)
        mine, theirs = slot_of[one], slot_of[other]
        if mine == theirs or not (allowed[one] >> theirs & 1 and allowed[other] >> mine & 1):
            continue
        ranks = {one // 4, other // 4}
        before = sum(deal.violations(rank) for rank in ranks)
        slot_of[one], slot_of[other] = theirs, mine
        change = sum(deal.violations(rank) for rank in ranks) - before
        if change > 0 and random.random() > 0.02:
            slot_of[one], slot_of[other] = mine, theirs
        else:
            wrong += change
    raise NoDealFound


def _run(
    deal: _Deal,
    pairs: Sequence[tuple[Card, Card]],
    movable: Sequence[Card],
    steps: int,
    random: Random,
    moved: Callable[[Card, int, int], None],
) -> None:
    """Try this many swaps; report each card that moved, its new slot and the step.

    Each swap is as likely to be tried as the one that takes it back.
    """
    slot_of, allowed, bounds = deal.slot_of, deal.allowed, deal.bounds
    number, circle, uniform = len(pairs), len(movable), random.random
    changes: tuple[tuple[Card, int, int], ...]
    for step in range(steps):
        if not pairs or uniform() < CIRCLES:
            one, two, three = (movable[int(uniform() * circle)] for _ in range(3))
            first, second, third = slot_of[one], slot_of[two], slot_of[three]
            if first in (second, third) or second == third:
                continue
            if not (allowed[one] >> second & allowed[two] >> third & allowed[three] >> first & 1):
                continue
            changes = (one, first, second), (two, second, third), (three, third, first)
        else:
            one, two = pairs[int(uniform() * number)]
            first, second = slot_of[one], slot_of[two]
            if first == second or not allowed[one] >> second & allowed[two] >> first & 1:
                continue
            changes = (one, first, second), (two, second, first)
        for card, _, new in changes:
            slot_of[card] = new
        for card, old, new in changes:
            if not all(
                bound.is_met(slot_of)
                for bound in bounds[card // 4]
                # Other bounds count the card as before.
                if (bound.slots >> old ^ bound.slots >> new) & 1
            ):
                for moved_card, old, _ in changes:
                    slot_of[moved_card] = old
                break
        else:
            for card, _, new in changes:
                moved(card, new, step)
