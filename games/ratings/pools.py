"""Which games are rated together: families of presets, pools of players, and the daily limit.

Games that need the same skill share one rating. People are rated among people, and accounts of bots
among bots and built-in levels.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Literal

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "go_fish": ("classic", "bicycle", "pagat"),
    "pairs": ("pairs",),
    "authors": ("bicycle_authors", "pagat_authors"),
}
"""The presets of each family. Fishing for books of four, for pairs, and asking without a stock."""
RATED_OVERLAYS = ("series", "play_on")
"""The overlays that leave a game rateable: they change its length, not its skill."""

_FAMILY_OF = {preset: family for family, presets in FAMILIES.items() for preset in presets}


def family_of(preset: str, overlays: Sequence[str] = ()) -> str | None:
    """Return the family in which a game with these rules is rated, or None if it cannot be rated.

    >>> family_of("bicycle", ["series"]), family_of("classic", ["open_hand"])
    ('go_fish', None)
    """
    if any(overlay not in RATED_OVERLAYS for overlay in overlays):
        return None
    return _FAMILY_OF.get(preset)


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
