"""Predict winners from ratings. The library's own prediction had errors, so this is ours."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from games.ratings.skill import Skill, scale

TEMPERATURES: Mapping[int, float] = MappingProxyType({2: 3.5, 3: 1.05, 4: 0.6, 5: 0.55, 6: 0.5})
"""Calibrates the predictions by number of players: below 1 they are bolder than the rating model.

With two players luck decides far more than the model assumes. ``make rate-check`` measures them.
"""


def win_probabilities(skills: Sequence[Skill]) -> tuple[float, ...]:
    """Return by seat how likely each player is to win alone or with others; the sum is 1.

    >>> win_probabilities([Skill(25.0, 8.0), Skill(25.0, 2.0)])
    (0.5, 0.5)
    """
    spread = TEMPERATURES[min(len(skills), max(TEMPERATURES))] * scale(skills)
    best = max(skill.mu for skill in skills)
    weights = [math.exp((skill.mu - best) / spread) for skill in skills]
    total = math.fsum(weights)
    return tuple(weight / total for weight in weights)
