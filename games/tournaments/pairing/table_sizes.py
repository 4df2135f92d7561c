"""Divide a number of players into tables."""

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
