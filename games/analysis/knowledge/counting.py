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

from games.analysis.knowledge.constraints import RankPart, groups
from games.analysis.knowledge.deal import Slot
from games.engine.cards import CARD_TEXTS, Seat

Room = tuple[int, ...]
"""By class, how many origins are free."""
Places = tuple[tuple[Seat | None, ...], ...]
"""For each group of interchangeable cards of a rank, the seats of their origins."""

_Options = list[tuple[int, ...]]

WAY_STEPS = 8
"""How many steps it costs to look at one way to place a rank."""


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
        options = _options(part, classes)
        left -= WAY_STEPS * prod(map(len, options))
        if left < 0:
            raise TooManyDeals
        ways = _ways(slots, part, classes, options)
        steps.append(_step(ways, classes, following, later))
        classes = following
    chances = _sweep(room, steps, most=left)
    return [chances[order.index(index)] for index in range(len(parts))]


def _order(slots: Sequence[Slot], parts: Sequence[RankPart]) -> list[int]:
    """Return the order of the parts: first those that tell most slots apart."""
    signatures = [_signatures(slots, part) for part in parts]
    seats = [slot.seat for slot in slots]
    left = list(range(len(parts)))
    order = []
    while left:
        chosen = min(
            left,
            key=lambda index: (
                len({*zip(seats, *(signatures[n] for n in left if n != index), strict=True)}),
                sum(places.bit_count() for places in parts[index].allowed),
                index,
            ),
        )
        order.append(chosen)
        left.remove(chosen)
    return order


def _classes(slots: Sequence[Slot], parts: Sequence[RankPart]) -> list[list[int]]:
    """Return the slots, grouped by seat and by how these parts treat them."""
    seats = [slot.seat for slot in slots]
    classes: dict[tuple[int | None, ...], list[int]] = {}
    for index, key in enumerate(
        zip(seats, *(_signatures(slots, part) for part in parts), strict=True)
    ):
        if slots[index].size:
            classes.setdefault(key, []).append(index)
    return list(classes.values())


def _signatures(slots: Sequence[Slot], part: RankPart) -> list[int]:
    """Return for each slot a number that is equal for slots that the part treats alike."""
    sets = [*part.allowed, *(bound.slots for bound in part.bounds)]
    return [
        sum((mask >> index & 1) << place for place, mask in enumerate(sets))
        for index in range(len(slots))
    ]


def _step(
    ways: list[_Way],
    classes: list[list[int]],
    following: list[list[int]],
    later: Sequence[RankPart],
) -> _Step:
    class_of = {slot: number for number, members in enumerate(following) for slot in members}
    wanted = [
        sum(allowed >> members[0] & 1 for other in later for allowed in other.allowed)
        for members in following
    ]
    merged = [class_of[members[0]] for members in classes]
    return _Step(ways, merged, len(following), wanted)


def _options(part: RankPart, classes: list[list[int]]) -> list[_Options]:
    """Return for each group of cards the classes that it can take, in every combination."""
    options = []
    for cards, allowed in groups(part):
        open_classes = [n for n, members in enumerate(classes) if allowed >> members[0] & 1]
        options.append(list(combinations_with_replacement(open_classes, len(cards))))
    return options


def _ways(
    slots: Sequence[Slot],
    part: RankPart,
    classes: list[list[int]],
    options: Sequence[_Options],
) -> list[_Way]:
    """Return the combinations that have room and meet the bounds."""
    first = [members[0] for members in classes]
    sizes = [sum(slots[slot].size for slot in members) for members in classes]
    of_rank = groups(part)
    slot_of = [0] * len(CARD_TEXTS)
    ways = []
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
        ways.append(_Way(tuple(taken.items()), orders, places))
    return ways


def _sweep(room: Room, steps: Sequence[_Step], *, most: int) -> list[dict[Places, float]]:
    """Return for each step the chance of each way, over all deals that fit."""
    layers: list[dict[Room, float]] = [{room: 1.0}]
    moves: list[list[tuple[Room, int, float, Room]]] = []
    for step in steps:
        most -= len(layers[-1]) * len(step.ways)
        if most < 0:
            raise TooManyDeals
        layer_moves = [move for before in layers[-1] for move in _moves(step, before)]
        following: dict[Room, float] = {}
        # Weights grow to 52 factorial, which a float holds.
        for before, _, weight, after in layer_moves:
            following[after] = following.get(after, 0.0) + layers[-1][before] * weight
        moves.append(layer_moves)
        layers.append(following)
    rest = dict.fromkeys(layers[-1], 1.0)
    chances = []
    for step, layer, layer_moves in zip(
        reversed(steps), layers[-2::-1], reversed(moves), strict=True
    ):
        earlier: dict[Room, float] = {}
        weights = [0.0] * len(step.ways)
        for before, index, weight, after in layer_moves:
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
    fitting = []
    merged, wanted = step.merged, step.wanted
    # Room that later ranks cannot fill must be filled now.
    surplus = [number for number, free in enumerate(base) if free > wanted[number]]
    for index, (taken, orders, _) in enumerate(step.ways):
        weight = orders
        for number, amount in taken:
            free = room[number]
            weight *= free if amount == 1 else perm(free, amount)
        if not weight:
            continue
        after = base.copy()
        for number, amount in taken:
            after[merged[number]] -= amount
        if all(after[number] <= wanted[number] for number in surplus):
            fitting.append((room, index, float(weight), tuple(after)))
    return fitting
