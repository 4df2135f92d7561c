"""How sure a rating is, in words.

Predict winners from ratings. The library's own prediction had errors, so this is ours.
"""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from games.ratings.skill import Skill, scale

Certainty = Literal["provisional", "rough", "fair", "firm"]

PROVISIONAL_SIGMA = 7.0
"""A rating that is less certain is provisional, and not on the leaderboard.

A rating reaches it after about 55 games of two or 90 games of four. Then a player who remembers
well has a higher rating than one who forgets 83 times of 100.
"""


class CertaintyWords(NamedTuple):
    """How sure a rating is: a code, and a sentence in English."""

    code: Certainty
    text: str


_WORDS = (
    (
        PROVISIONAL_SIGMA,
        CertaintyWords("provisional", "Too few games to say much: luck decides single games."),
    ),
    (
        5.5,
        CertaintyWords(
            "rough",
            "Tells a player who remembers from one who asks at random. About 150 games tell one "
            "who remembers well from one who forgets.",
        ),
    ),
    (
        4.5,
        CertaintyWords(
            "fair",
            "Tells a player who remembers well from one who forgets. About 500 games tell an "
            "expert from a good rememberer.",
        ),
    ),
)
_FIRM = CertaintyWords("firm", "Tells an expert from a good rememberer, four times of five.")


def is_provisional(sigma: float) -> bool:
    """Return whether a rating is too uncertain for a leaderboard."""
    return sigma > PROVISIONAL_SIGMA


def words(sigma: float) -> CertaintyWords:
    """Return how sure a rating is.

    >>> words(8.0).code, words(4.0).code
    ('provisional', 'firm')
    """
    return next((word for above, word in _WORDS if sigma > above), _FIRM)


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
