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
MOST_REPAIRS = 2_000
"""How many cards may be moved to find a first deal that fits."""
WORSE = 0.1
"""How often a move is kept that breaks more bounds than before."""


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
    _Filling(deal, slots, random).fill()
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


def sample_deal(
    slots: Sequence[Slot], parts: Sequence[RankPart], *, swaps: int, random: Random
) -> list[list[Card]]:
    """Return by slot the cards of one deal that fits, after about ``swaps`` tried swaps.

    :raises NoDealFound: if no first deal is found.
    """
    deal = _Deal(slots, parts)
    _Filling(deal, slots, random).fill()
    movable = [card for card in deal.cards if deal.allowed[card].bit_count() > 1]
    if len(movable) > 1:
        alike = [cards for part in parts for cards, _ in groups(part)]
        _run(deal, _pairs(deal, alike), movable, swaps, random, lambda *moved: None)
    cards: list[list[Card]] = [[] for _ in slots]
    for card in deal.cards:
        cards[deal.slot_of[card]].append(card)
    return cards


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


class _Filling:
    """Finds a first deal: gives every card an allowed slot, then repairs the bounds."""

    def __init__(self, deal: _Deal, slots: Sequence[Slot], random: Random) -> None:
        self.deal = deal
        self.sizes = [slot.size for slot in slots]
        self.held: list[list[Card]] = [[] for _ in slots]
        self.random = random

    def fill(self) -> None:
        """Fill the deal.

        :raises NoDealFound: if it finds none.
        """
        allowed = self.deal.allowed
        for card in sorted(self.deal.cards, key=lambda card: allowed[card].bit_count()):
            if not self._place(card, set()):
                raise NoDealFound
        for _ in range(MOST_REPAIRS):
            self._write()
            broken = self._broken()
            if not broken:
                return
            self._repair(self.random.choice(broken), len(broken))
        raise NoDealFound

    def _place(self, card: Card, tried: set[int]) -> bool:
        """Give the card an allowed slot that was not tried; others may have to move on."""
        options = [n for n in range(len(self.held)) if self.deal.allowed[card] >> n & 1]
        self.random.shuffle(options)
        for slot in options:
            if slot in tried:
                continue
            tried.add(slot)
            held = self.held[slot]
            if len(held) < self.sizes[slot]:
                held.append(card)
                return True
            for place, other in enumerate(held):
                if self._place(other, tried):
                    held[place] = card
                    return True
        return False

    def _repair(self, bound: Bound, broken: int) -> None:
        """Move one card of a broken bound where it is missing, or away; keep it if that helps."""
        slot_of, allowed = self.deal.slot_of, self.deal.allowed
        inside = [card for card in bound.cards if bound.slots >> slot_of[card] & 1]
        is_missing = len(inside) < bound.least
        cards = sorted(bound.cards.difference(inside)) if is_missing else sorted(inside)
        wanted = bound.slots if is_missing else ~bound.slots
        moves = [
            (card, slot)
            for card in cards
            for slot in range(len(self.held))
            if allowed[card] & wanted & 1 << slot
        ]
        if not moves:
            raise NoDealFound
        card, slot = self.random.choice(moves)
        before = [list(held) for held in self.held]
        victim = self.random.choice(self.held[slot])
        self.held[slot_of[card]].remove(card)
        self.held[slot][self.held[slot].index(victim)] = card
        if self._place(victim, {slot}):
            self._write()
            if len(self._broken()) <= broken or self.random.random() < WORSE:
                return
        self.held = before

    def _write(self) -> None:
        for slot, cards in enumerate(self.held):
            for card in cards:
                self.deal.slot_of[card] = slot

    def _broken(self) -> list[Bound]:
        slot_of = self.deal.slot_of
        return [
            bound for bounds in self.deal.bounds for bound in bounds if not bound.is_met(slot_of)
        ]


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
