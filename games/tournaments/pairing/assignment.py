"""Choose who sits with whom: no earlier opponents if that can be avoided, then equal scores.

Up to ``MOST_EXACT`` players, and up to ``MOST_MATCHED`` at tables of two, the assignment is the
best one. With more, a local search exchanges players of tables with similar scores, and of all
tables while earlier opponents meet.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from games.tournaments.pairing.table_sizes import TableSizes, divide

MOST_EXACT = 12
MOST_MATCHED = 64
"""A matching of so many takes a sixth of a second, and grows with the cube."""
REPEATED = 10**15
"""The cost of a pair that has met once: more than all differences of scores together."""
NEAR = 8
"""Tables further down the order whose players may change places with those of a table."""
MOST_COMPARED = 30_000
"""Pairs of tables that a search compares: about half a second of processor time."""


class Contender(NamedTuple):
    """A player to seat."""

    number: int
    score: int = 0
    met: Mapping[int, int] = {}
    """How often the player has met others, by their numbers."""
    rests: int = 0
    """How often the player has rested."""


class Round(NamedTuple):
    """The players of each table, and those who rest."""

    tables: list[list[Contender]]
    resting: list[Contender]


def by_lot(numbers: Sequence[int], *, seats: int, chance: Random) -> list[list[int]]:
    """Divide players into tables by lot.

    >>> sorted(map(len, by_lot(range(7), seats=4, chance=Random(1))))
    [3, 4]
    """
    return by_results(dict.fromkeys(numbers, 0), seats=seats, chance=chance)


def by_results(scores: Mapping[int, int], *, seats: int, chance: Random) -> list[list[int]]:
    """Divide players into tables of similar scores; equal ones by lot."""
    contenders = [Contender(number, score) for number, score in scores.items()]
    tables = next_round(contenders, divide(len(scores), seats=seats), chance=chance).tables
    return [[contender.number for contender in table] for table in tables]


def next_round(contenders: Sequence[Contender], sizes: TableSizes, *, chance: Random) -> Round:
    """Seat players: those rest who rested least, of these the ones with the lowest scores."""
    order = chance.sample(contenders, len(contenders))
    order.sort(key=lambda each: (each.rests, each.score))
    resting, seated = order[: sizes.resting], order[sizes.resting :]
    seated.sort(key=lambda each: -each.score)
    return Round(assign(seated, sizes.tables), resting)


def assign(contenders: Sequence[Contender], sizes: Sequence[int]) -> list[list[Contender]]:
    """Divide players, highest score first, into tables of these sizes."""
    if len(contenders) <= MOST_MATCHED and set(sizes) == {2}:
        return _matched(contenders)
    if len(contenders) <= MOST_EXACT:
        return _best(contenders, sizes)
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    tables = [list(contenders[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
    _improve(tables)
    return tables


def cost(tables: Sequence[Sequence[Contender]]) -> int:
    """Return what an assignment costs; 0 if all tables have equal scores and new opponents."""
    return sum(_pair_cost(*pair) for table in tables for pair in combinations(table, 2))


def _pair_cost(one: Contender, other: Contender) -> int:
    times = one.met.get(other.number, 0)
    return (one.score - other.score) ** 2 + times * times * REPEATED


def _matched(contenders: Sequence[Contender]) -> list[list[Contender]]:
    """Return the best assignment to tables of two: a perfect matching of minimum weight."""
    import networkx  # needed for this alone, and 100 ms to load

    graph = networkx.Graph()
    for one, other in combinations(range(len(contenders)), 2):
        graph.add_edge(one, other, weight=_pair_cost(contenders[one], contenders[other]))
    pairs = sorted(sorted(pair) for pair in networkx.min_weight_matching(graph))
    return [[contenders[number] for number in pair] for pair in pairs]


def _best(contenders: Sequence[Contender], sizes: Sequence[int]) -> list[list[Contender]]:
    """Return the best of all assignments, by the tables that the first player can have."""
    everyone = range(len(contenders))
    costs = {pair: _pair_cost(*(contenders[n] for n in pair)) for pair in combinations(everyone, 2)}

    @cache
    def best(
        left: tuple[int, ...], sizes: tuple[int, ...]
    ) -> tuple[int, tuple[tuple[int, ...], ...]]:
        if not sizes:
            return 0, ()
        found = None
        for size in sorted(set(sizes), reverse=True):
            others = list(sizes)
            others.remove(size)
            for company in combinations(left[1:], size - 1):
                table = (left[0], *company)
                rest = tuple(number for number in left if number not in table)
                rest_cost, tables = best(rest, tuple(others))
                total = rest_cost + sum(costs[pair] for pair in combinations(table, 2))
                if found is None or total < found[0]:
                    found = total, (table, *tables)
        assert found is not None
        return found

    _, tables = best(tuple(everyone), tuple(sizes))
    return [[contenders[number] for number in table] for table in tables]


def _improve(tables: list[list[Contender]]) -> None:
    """Exchange players of near tables, and of all if opponents meet again, while it helps."""
    left = MOST_COMPARED
    has_changed = True
    while has_changed and left > 0:
        has_changed = False
        for first, second in _compared(tables):
            left -= 1
            if left < 0:
                return
            has_changed |= _exchange(tables[first], tables[second])


def _compared(tables: Sequence[Sequence[Contender]]) -> Iterator[tuple[int, int]]:
    for number, table in enumerate(tables):
        for other in range(number + 1, min(number + 1 + NEAR, len(tables))):
            yield number, other
        if cost([table]) >= REPEATED:
            yield from ((number, other) for other in range(len(tables)) if other != number)


def _exchange(table: list[Contender], other: list[Contender]) -> bool:
    """Let the two players change places for whom it helps most; return whether it helps."""
    across = [[_pair_cost(one, two) for two in other] for one in table]
    stays = [sum(_pair_cost(one, two) for two in table) for one in table]
    others_stay = [sum(_pair_cost(one, two) for two in other) for one in other]
    moves = [sum(row) for row in across]
    others_move = [sum(column) for column in zip(*across, strict=True)]
    gain, row, column = min(
        (moves[i] - stays[i] + others_move[j] - others_stay[j] - 2 * across[i][j], i, j)
        for i in range(len(table))
        for j in range(len(other))
    )
    if gain >= 0:
        return False
    table[row], other[column] = other[column], table[row]
    return True
