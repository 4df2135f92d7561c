"""Choose who sits with whom, and where: no earlier opponents if possible, then equal scores.

Up to ``MOST_EXACT`` players, and up to ``MOST_MATCHED`` at tables of two, the assignment is the
best one. With more, a local search exchanges players of tables with similar scores, and of all
tables while earlier opponents meet. Seat 0 sits next to the dealer and asks first; the last seat
deals.

Plans in which every two players meet exactly once are used where one is known. Tables of two: the
circle method. Three players at three tables, and four at four: the lines of the affine planes of
order 3 and 4. Three at five tables: Kirkman's schoolgirls. There is none for other numbers up to
16, except for a single table.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple


class TableSizes(NamedTuple):
    """The seats of each table, largest first, and how many players rest."""

    tables: tuple[int, ...]
    resting: int


def divide(count: int, *, seats: int) -> TableSizes:
    """Divide players into tables of ``seats``, of which some have one seat less.

    Players rest only if there is no such division. A group that is too small for any such table
    sits at one table of all of them.

    >>> divide(13, seats=4)
    TableSizes(tables=(4, 3, 3, 3), resting=0)
    >>> divide(5, seats=4), divide(5, seats=2)
    (TableSizes(tables=(4,), resting=1), TableSizes(tables=(2, 2), resting=1))
    >>> divide(3, seats=6), divide(1, seats=2)
    (TableSizes(tables=(3,), resting=0), TableSizes(tables=(), resting=1))
    """
    if 2 <= count < seats:
        return TableSizes((count,), 0)
    for seated in range(count, 1, -1):
        tables = -(-seated // seats)
        smaller = tables * seats - seated
        if smaller <= tables and (seats > 2 or not smaller):
            sizes = (seats,) * (tables - smaller) + (seats - 1,) * smaller
            return TableSizes(sizes, count - seated)
    return TableSizes((), count)


class Sitter(NamedTuple):
    """A player at a table, and how often they had the seats next to the dealer and of the deal."""

    number: int
    first: int = 0
    dealt: int = 0


def order_of(sitters: Collection[Sitter], *, chance: Random) -> list[int]:
    """Return the players in the order of their seats.

    The one who asked first least often asks first, and the one of the others who dealt least often
    deals. The rest sit by lot.

    >>> order_of([Sitter(7, first=1), Sitter(8), Sitter(9, first=2)], chance=Random(1))[0]
    8
    """
    drawn = chance.sample(list(sitters), len(sitters))
    opener = min(drawn, key=lambda sitter: (sitter.first, -sitter.dealt))
    drawn.remove(opener)
    dealer = min(drawn, key=lambda sitter: (sitter.dealt, -sitter.first))
    drawn.remove(dealer)
    return [opener.number, *(sitter.number for sitter in drawn), dealer.number]


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


MOST_PLAYERS = 16

Plan = list[list[tuple[int, ...]]]
"""The tables of each round; players are numbers from 0. A player of no table rests."""

# The products of GF(4), whose elements 0, 1, a and a + 1 are the numbers 0 to 3.
_PRODUCTS = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def plan(players: int, *, seats: int) -> Plan | None:
    """Return the rounds of a round robin; None if there is no plan for these numbers."""
    if not 2 <= players <= MOST_PLAYERS:
        return None
    if players <= seats:
        return [[tuple(range(players))]]
    if seats == 2:
        return _circle(players)
    if (players, seats) == (9, 3):
        return _plane(3, [[one * two % 3 for two in range(3)] for one in range(3)])
    if (players, seats) == (16, 4):
        return _plane(4, _PRODUCTS)
    if (players, seats) == (15, 3):
        return _schoolgirls()
    return None


def _circle(players: int) -> Plan:
    """Fix the last player and turn the others round them; an odd one rests."""
    count = players + players % 2
    rounds: Plan = []
    for turn in range(count - 1):
        ring = [(turn + place) % (count - 1) for place in range(count - 1)]
        pairs: list[tuple[int, ...]] = [(ring[0], count - 1)]
        pairs += [(ring[place], ring[-place]) for place in range(1, count // 2)]
        rounds.append([pair for pair in pairs if max(pair) < players])
    return rounds


def _plane(order: int, products: Sequence[Sequence[int]]) -> Plan:
    """Return the classes of parallel lines of an affine plane; a point is ``order * x + y``."""
    field = range(order)

    def add(one: int, two: int) -> int:
        return one ^ two if order == 4 else (one + two) % order

    rounds = [[tuple(order * x + y for y in field) for x in field]]
    for slope in field:
        rounds.append(
            [tuple(order * x + add(products[slope][x], shift) for x in field) for shift in field]
        )
    return rounds


def _schoolgirls() -> Plan:
    """Return the cyclic solution for 15 players: 7 rounds, each the one before moved on by one."""
    base = ((0, 7, 14), (1, 5, 13), (2, 3, 12), (8, 9, 11), (4, 6, 10))
    return [[tuple(_move(player, turn) for player in table) for table in base] for turn in range(7)]


def _move(player: int, turn: int) -> int:
    """Turn the rings of players 0 to 6 and 7 to 13; player 14 stays."""
    return player if player == 14 else player // 7 * 7 + (player % 7 + turn) % 7
