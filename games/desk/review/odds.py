"""Compute the chance that an ask hits, by what the asker could know.

Each unseen card that matches is in every possible place, of a hand or the stock, with equal chance.
What ``memory`` holds for certain is certain. What a seat did not ask for is ignored, so that
chances are rather too high: an honest player is not suspected because of this model.
"""

from itertools import combinations
from math import comb

from games.desk.review.memory import Memory
from games.engine.cards import RANK_CARDS, Card, Hand, Rank, Seat, cards_in
from games.engine.state import State


def of_ask(
    memory: Memory, before: State, *, seat: Seat, target: Seat, rank: Rank, card: Card | None
) -> float:
    """Return the chance, from 0 to 1, that the target had to hand over a card; 0 and 1 are
    certain.
    """
    if before.rules.open_hands:
        wanted = RANK_CARDS[rank] if card is None else 1 << card
        return float(bool(before.hands[target] & wanted))
    if card is not None:
        return _of_card(memory, before, seat=seat, target=target, card=card)
    if memory.known(target) & RANK_CARDS[rank] or memory.surely_holds(target, rank):
        return 1.0
    unseen = _unseen(memory, before, seat) & RANK_CARDS[rank]
    if not unseen:
        return 0.0
    some = unseen.bit_length() - 1
    others = [other for other in range(before.seats) if other not in (seat, target)]
    places = {other: memory.places(other, some) for other in others}
    holders = [other for other in others if memory.surely_holds(other, rank)]
    asked = memory.places(target, some)
    total = asked + sum(places.values()) + len(before.stock)
    taken = [places[holder] for holder in holders]
    count = unseen.bit_count()
    ways = _ways(total, count, taken)
    return 1 - _ways(total - asked, count, taken) / ways if ways else 0.0


def _of_card(memory: Memory, before: State, *, seat: Seat, target: Seat, card: Card) -> float:
    unseen = _unseen(memory, before, seat)
    if memory.known(target) >> card & 1:
        return 1.0
    asked = memory.places(target, card)
    if not unseen >> card & 1 or not asked:
        return 0.0
    others = (other for other in range(before.seats) if other not in (seat, target))
    total = asked + sum(memory.places(other, card) for other in others) + len(before.stock)
    chance = asked / total
    if memory.surely_holds(target, card // 4):
        fitting = [
            candidate
            for candidate in cards_in(unseen & RANK_CARDS[card // 4])
            if memory.places(target, candidate)
        ]
        chance = max(chance, 1 / len(fitting))
    return chance


def _unseen(memory: Memory, before: State, seat: Seat) -> Hand:
    """Return the cards whose place the seat does not know."""
    seen = before.hands[seat]
    for other in range(before.seats):
        seen |= memory.known(other)
    return before.in_play & ~seen


def _ways(total: int, count: int, taken: list[int]) -> int:
    """Count the ways to place ``count`` cards so that each group of places in ``taken`` gets at
    least one.
    """
    ways = 0
    for size in range(len(taken) + 1):
        for chosen in combinations(taken, size):
            ways += (-1) ** size * comb(max(total - sum(chosen), 0), count)
    return ways
