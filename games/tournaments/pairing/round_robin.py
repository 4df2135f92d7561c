"""Plans in which every two players meet exactly once, where one is known.

Tables of two: the circle method. Three players at three tables, and four at four: the lines of the
affine planes of order 3 and 4. Three at five tables: Kirkman's schoolgirls. There is none for other
numbers up to 16, except for a single table.
"""

from collections.abc import Sequence

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
