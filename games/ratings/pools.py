"""Pools of players, and the daily limit of games between the same players.

People are rated among people, and accounts of bots among bots and built-in levels.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Literal

Pool = Literal["people", "bots"]
PEOPLE: Pool = "people"
BOTS: Pool = "bots"
PlayerKind = Literal["person", "guest", "bot", "level"]
"""A registered person, a guest, an account of a bot, a built-in level."""

MOST_A_DAY = 3
"""Games between the same two players that are rated in a day, in all families together: the first
that start.

A later game of that day with these two is not rated for any of its players. A new account that
always beats another one gains 34 points in a month, and is not on the leaderboard. With 10 a day it
would be, with 48 points.
"""


def pool_of(kinds: Sequence[PlayerKind]) -> Pool | None:
    """Return the pool in which a game of these players is rated, or None if it is not rated.

    >>> pool_of(["person", "person"]), pool_of(["bot", "level"]), pool_of(["person", "level"])
    ('people', 'bots', None)
    """
    if len(kinds) < 2:
        return None
    if all(kind == "person" for kind in kinds):
        return PEOPLE
    if all(kind in ("bot", "level") for kind in kinds) and "bot" in kinds:
        return BOTS
    return None


def pairs(owners: Collection[int]) -> list[tuple[int, int]]:
    """Return each two players of a game once, the smaller number first, without duplicates.

    A bot is counted as its owner, so that an owner cannot feed one bot with many others.

    >>> pairs([7, 3, 7])
    [(3, 7), (7, 7)]
    """
    return sorted(set(combinations(sorted(owners), 2)))
