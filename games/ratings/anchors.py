"""Fixed ratings of the built-in levels, in the pool of bots: one for each version of a level.

A level that learns to play better gets the next version and a new row here. Games keep the version
against which they were rated.
"""

from collections.abc import Mapping

from games.ratings.skill import Skill

SIGMA = 0.5
"""How uncertain an anchor is: measured over many games, it no longer moves."""

_ANCHORS: Mapping[tuple[str, str, int], float] = {
    (family, level, 1): mu
    for family, by_level in {
        # The strengths that explain 11,800 games of 2 to 6 random levels best; their mean is 25.
        "go_fish": {"random": -3.0, "forgetful": 26.5, "memory": 36.0, "expert": 41.0},
        "pairs": {"random": 8.5, "forgetful": 27.5, "memory": 28.0, "expert": 36.0},
        "authors": {"random": -2.0, "forgetful": 20.0, "memory": 31.0, "expert": 51.0},
    }.items()
    for level, mu in by_level.items()
}
VERSIONS: Mapping[str, int] = {level: version for _, level, version in _ANCHORS}
"""The current version of each level: the last of its rows."""


def anchor(family: str, level: str, version: int) -> Skill:
    """Return the fixed skill of a version of a level.

    :raises KeyError: if there is no such family, level or version.
    """
    return Skill(_ANCHORS[family, level, version], SIGMA)
