"""Choose who sits next to the dealer: seat 0 asks first, the last seat deals."""

from collections.abc import Collection
from random import Random
from typing import NamedTuple


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
