"""Final places of a game, as ratings count them."""

from collections.abc import Collection, Sequence


def places(
    scores: Sequence[int], *, winners: Collection[int], leavers: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the place of each seat, from 0; seats with equal results share a place.

    Winners come first, then books decide. Leavers share the last place, with any number of books.

    >>> places([3, 5, 5, 0], winners=[1, 2])
    (2, 0, 0, 3)
    >>> places([6, 5, 2], winners=[1], leavers=[0])
    (2, 0, 1)
    """
    keys = [
        (1, 0, 0) if seat in leavers else (0, int(seat not in winners), -score)
        for seat, score in enumerate(scores)
    ]
    return tuple(sum(other < key for other in keys) for key in keys)
