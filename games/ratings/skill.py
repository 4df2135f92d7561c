"""The rating model: Plackett–Luce of Weng and Lin, as the library ``openskill`` computes it.

The library lets players who share a place gain less than one placed after them. So a shared place
is rated as the mean of its possible orders: as many orders as one rotation of each group needs.
Its own prediction of winners had errors, so that is ours.

The built-in levels have fixed ratings in the pool of bots: one for each version of a level. A level
that learns to play better gets the next version and a new row here. Games keep the version against
which they were rated.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from openskill.models import PlackettLuce

MU = 25.0
SIGMA = 25.0 / 3.0
BETA = 4 * 25.0 / 6.0
"""How much luck one game has, in units of ``mu``: four times the library's default."""
DIGITS = 6
"""Decimal places that are stored, and that the next game starts from."""

_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)


class Skill(NamedTuple):
    """The estimate of a player's skill, and its standard deviation."""

    mu: float
    sigma: float


NEW_SKILL = Skill(MU, round(SIGMA, DIGITS))
"""The skill of a player without rated games."""


def rate(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """Return the skills after one game, by seat; a smaller place is better, and equal ones tie.

    The result depends neither on the order of the seats nor on the database.
    """
    orders = [_rate_in_order(skills, order) for order in _orders(skills, places)]
    before = [*zip(places, skills, strict=True)]
    # In the rotations, equal players of one place have different neighbours.
    alike = {
        rating: [seat for seat, other in enumerate(before) if other == rating] for rating in before
    }
    return tuple(
        _mean([after[seat] for after in orders for seat in alike[rating]]) for rating in before
    )


def _orders(skills: Sequence[Skill], places: Sequence[int]) -> Iterator[list[int]]:
    """Yield orders of the seats, best first; each tied seat has each place equally often."""
    ordered = sorted(range(len(places)), key=lambda seat: (places[seat], skills[seat], seat))
    groups = [list(group) for _, group in groupby(ordered, key=lambda seat: places[seat])]
    for turn in range(math.lcm(*(len(group) for group in groups))):
        yield [
            group[(turn + offset) % len(group)] for group in groups for offset in range(len(group))
        ]


def _rate_in_order(skills: Sequence[Skill], order: Sequence[int]) -> list[Skill]:
    teams = [[_MODEL.create_rating([*skills[seat]])] for seat in order]
    rated = _MODEL.rate(teams)
    by_seat = {
        seat: Skill(player.mu, player.sigma) for seat, [player] in zip(order, rated, strict=True)
    }
    return [by_seat[seat] for seat in range(len(skills))]


def _mean(skills: Sequence[Skill]) -> Skill:
    mu = math.fsum(skill.mu for skill in skills) / len(skills)
    variance = math.fsum(skill.sigma**2 for skill in skills) / len(skills)
    return Skill(round(mu, DIGITS), round(math.sqrt(variance), DIGITS))


ANCHOR_SIGMA = 0.5
"""How uncertain an anchor is: measured over many games, it no longer moves."""

_ANCHORS: Mapping[tuple[str, str, int], float] = {
    (family, level, 1): mu
    for family, mus in {
        # The strengths that explain 11,800 games of 2 to 6 random levels best; their mean is 25.
        # That of `master` came later: `python -m bench.rate_check --anchor master`.
        "go_fish": (-3.0, 26.5, 36.0, 41.0, 51.0),
        "pairs": (8.5, 27.5, 28.0, 36.0, 37.0),
        "authors": (-2.0, 20.0, 31.0, 51.0, 71.0),
    }.items()
    for level, mu in zip(("random", "forgetful", "memory", "expert", "master"), mus, strict=True)
}
VERSIONS: Mapping[str, int] = {level: version for _, level, version in _ANCHORS}
"""The current version of each level: the last of its rows."""


def anchor(family: str, level: str, version: int) -> Skill:
    """Return the fixed skill of a version of a level.

    :raises KeyError: if there is no such family, level or version.
    """
    return Skill(_ANCHORS[family, level, version], ANCHOR_SIGMA)


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


def certainty_words(sigma: float) -> CertaintyWords:
    """Return how sure a rating is.

    >>> certainty_words(8.0).code, certainty_words(4.0).code
    ('provisional', 'firm')
    """
    return next((word for above, word in _WORDS if sigma > above), _FIRM)
