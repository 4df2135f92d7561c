"""How sure a rating is, in words."""

from typing import Literal, NamedTuple

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
