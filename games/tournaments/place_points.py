"""Points for the places of a table. They are stored with each tournament, in ``UNIT``ths.

The mean of a table is the same at the smaller tables of a tournament, so that these are no
advantage. Who rests without a choice, and a game that a ruling annuls, get this mean.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction

UNIT = 3600
"""One point: all shares of all places are whole numbers of 3600ths."""

PlacePoints = dict[str, list[int]]
"""The points of each place, first place first, by the number of seats of the table."""

_SIXTIETHS: dict[int, dict[int, tuple[int, ...]]] = {
    2: {2: (60, 0)},
    3: {3: (180, 60, 0), 2: (160, 0)},
    4: {4: (360, 180, 60, 0), 3: (330, 120, 0), 2: (300, 0)},
    5: {5: (600, 360, 180, 60, 0), 4: (540, 300, 120, 0), 3: (540, 180, 0), 2: (480, 0)},
    6: {
        6: (900, 600, 360, 180, 60, 0),
        5: (840, 540, 270, 100, 0),
        4: (800, 420, 180, 0),
        3: (750, 300, 0),
        2: (700, 0),
    },
}


def table_for(seats: int) -> PlacePoints:
    """Return the points for tables of this many seats, and for smaller ones."""
    return {
        str(size): [points * UNIT // 60 for points in places]
        for size, places in _SIXTIETHS[seats].items()
    }


def shares(places: Sequence[int], points: Sequence[int]) -> list[int]:
    """Return the points of each seat: those who share a place share the points of its places.

    >>> [each / UNIT for each in shares([1, 0, 1, 3], table_for(4)["4"])]
    [2.0, 6.0, 2.0, 0.0]
    """
    return [
        sum(points[place : place + places.count(place)]) // places.count(place) for place in places
    ]


def mean(points: Collection[int]) -> int:
    """Return the mean of the places of a table.

    >>> mean(table_for(4)["4"]) / UNIT, mean(table_for(4)["3"]) / UNIT
    (2.5, 2.5)
    """
    return sum(points) // len(points)


def variance(points: Collection[int]) -> Fraction:
    """Return the variance of one player's points, in points squared, if only luck decides."""
    squares = sum((point - mean(points)) ** 2 for point in points)
    return Fraction(squares, len(points) * UNIT * UNIT)
