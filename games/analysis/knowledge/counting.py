"""Count deals exactly, rank by rank.

A deal gives each hidden card an origin of its own, and all deals that fit are equally likely. The
cards of one rank are placed in all ways that its constraints allow; what remains for later ranks is
how much room is left. Slots of a seat that all later ranks treat alike are one class, so that few
different rooms remain.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from math import factorial, perm, prod
from typing import NamedTuple

from games.analysis.knowledge.constraints import Groups, RankPart, groups
from games.analysis.knowledge.deal import Slot
from games.engine.cards import CARD_TEXTS, Seat

Room = tuple[int, ...]
"""By class, how many origins are free."""
Places = tuple[tuple[Seat | None, ...], ...]
"""For each group of interchangeable cards of a rank, the seats of their origins."""


class TooManyDeals(Exception):
    """Counting would take more steps than allowed."""


class _Way(NamedTuple):
    taken: tuple[tuple[int, int], ...]
    """Classes, and how many origins of each the rank takes."""
    orders: int
    """In how many orders the cards can be given to these classes."""
    places: Places


class _Step(NamedTuple):
    ways: list[_Way]
    merged: list[int]
    """The class of the next step for each class of this one."""
    following: int
    """The number of classes of the next step."""
    wanted: list[int]
    """By class of the next step, how many cards of later ranks can fill it."""


def count(
    slots: Sequence[Slot], parts: Sequence[RankPart], *, most_steps: int
) -> list[dict[Places, float]]:
    """Return for each part the chance of each way to place its groups of cards.

    :raises TooManyDeals: if it takes more than ``most_steps`` steps.
    """
    order = _order(slots, parts)
    ordered = [parts[index] for index in order]
    steps: list[_Step] = []
    left = most_steps
    classes = _classes(slots, ordered)
    room = tuple(sum(slots[slot].size for slot in members) for members in classes)
    for place, part in enumerate(ordered):
        later = ordered[place + 1 :]
        following = _classes(slots, later)
        step = _step(slots, part, classes, following, later, most=left)
        left -= len(step.ways)
        steps.append(step)
        classes = following
    chances = _sweep(room, steps, most=left)
    return [chances[order.index(index)] for index in range(len(parts))]


def _order(slots: Sequence[Slot], parts: Sequence[RankPart]) -> list[int]:
    """Return the order of the parts: first those that tell most slots apart."""
    left = list(range(len(parts)))
    order = []
    while left:
        chosen = min(
            left,
            key=lambda index: (
                len(_classes(slots, [parts[other] for other in left if other != index])),
                sum(places.bit_count() for places in parts[index].allowed),
                index,
            ),
        )
        order.append(chosen)
        left.remove(chosen)
    return order


def _classes(slots: Sequence[Slot], parts: Sequence[RankPart]) -> list[list[int]]:
    """Return the slots, grouped by seat and by how these parts treat them."""
    sets = [
        mask for part in parts for mask in (*part.allowed, *(bound.slots for bound in part.bounds))
    ]
    found: dict[tuple[Seat | None, int], list[int]] = {}
    for index, slot in enumerate(slots):
        if slot.size:
            signature = 0
            for mask in sets:
                signature = signature << 1 | mask >> index & 1
            found.setdefault((slot.seat, signature), []).append(index)
    return list(found.values())


def _step(
    slots: Sequence[Slot],
    part: RankPart,
    classes: list[list[int]],
    following: list[list[int]],
    later: Sequence[RankPart],
    *,
    most: int,
) -> _Step:
    class_of = {slot: number for number, members in enumerate(following) for slot in members}
    wanted = [
        sum(allowed >> members[0] & 1 for other in later for allowed in other.allowed)
        for members in following
    ]
    merged = [class_of[members[0]] for members in classes]
    return _Step(_ways(slots, part, classes, most=most), merged, len(following), wanted)


def _ways(
    slots: Sequence[Slot], part: RankPart, classes: list[list[int]], *, most: int
) -> list[_Way]:
    first = [members[0] for members in classes]
    sizes = [sum(slots[slot].size for slot in members) for members in classes]
    of_rank: Groups = groups(part)
    options = []
    for cards, allowed in of_rank:
        open_classes = [number for number, slot in enumerate(first) if allowed >> slot & 1]
        options.append(list(combinations_with_replacement(open_classes, len(cards))))
    if prod(map(len, options)) > most:
        raise TooManyDeals
    slot_of = [0] * len(CARD_TEXTS)
    found = []
    for chosen in product(*options):
        taken = Counter(number for numbers in chosen for number in numbers)
        if any(amount > sizes[number] for number, amount in taken.items()):
            continue
        for (cards, _), numbers in zip(of_rank, chosen, strict=True):
            for card, number in zip(cards, numbers, strict=True):
                slot_of[card] = first[number]
        if not all(bound.is_met(slot_of) for bound in part.bounds):
            continue
        orders = prod(
            factorial(len(numbers)) // prod(map(factorial, Counter(numbers).values()))
            for numbers in chosen
        )
        places = tuple(tuple(slots[first[number]].seat for number in row) for row in chosen)
        found.append(_Way(tuple(taken.items()), orders, places))
    return found


def _sweep(room: Room, steps: Sequence[_Step], *, most: int) -> list[dict[Places, float]]:
    """Return for each step the chance of each way, over all deals that fit."""
    layers: list[dict[Room, float]] = [{room: 1.0}]
    moves: list[list[tuple[Room, int, float, Room]]] = []
    for step in steps:
        most -= len(layers[-1]) * len(step.ways)
        if most < 0:
            raise TooManyDeals
        found = [move for before in layers[-1] for move in _moves(step, before)]
        following: dict[Room, float] = {}
        # Weights grow to 52 factorial, which a float holds.
        for before, _, weight, after in found:
            following[after] = following.get(after, 0.0) + layers[-1][before] * weight
        moves.append(found)
        layers.append(following)
    rest = dict.fromkeys(layers[-1], 1.0)
    chances = []
    for step, layer, found in zip(reversed(steps), layers[-2::-1], reversed(moves), strict=True):
        earlier: dict[Room, float] = {}
        weights = [0.0] * len(step.ways)
        for before, index, weight, after in found:
            if value := weight * rest.get(after, 0.0):
                earlier[before] = earlier.get(before, 0.0) + value
                weights[index] += layer[before] * value
        total = sum(weights)
        by_places: dict[Places, float] = {}
        for way, weight in zip(step.ways, weights, strict=True):
            if weight:
                by_places[way.places] = by_places.get(way.places, 0.0) + weight / total
        chances.append(by_places)
        rest = earlier
    return chances[::-1]


def _moves(step: _Step, room: Room) -> list[tuple[Room, int, float, Room]]:
    """Return the room, the way, its weight and the room after it, for each way that fits."""
    base = [0] * step.following
    for number, free in zip(step.merged, room, strict=True):
        base[number] += free
    found = []
    merged, wanted = step.merged, step.wanted
    # Room that later ranks cannot fill must be filled now.
    surplus = [number for number, free in enumerate(base) if free > wanted[number]]
    for index, (taken, orders, _) in enumerate(step.ways):
        weight = orders
        after = base.copy()
        for number, amount in taken:
            weight *= perm(room[number], amount)
            after[merged[number]] -= amount
        if weight and all(after[number] <= wanted[number] for number in surplus):
            found.append((room, index, float(weight), tuple(after)))
    return found
