"""Rating systems that predict results, for comparison by ``bench.rate_check``."""

from collections.abc import Mapping, Sequence
from math import exp, fsum, hypot, log, sqrt
from types import MappingProxyType
from typing import Protocol

from openskill.models import PlackettLuce, PlackettLuceRating

from games.ratings.skill import BETA, NEW_SKILL, Skill, rate

LN10 = log(10)
TEMPERATURES: Mapping[int, float] = MappingProxyType({2: 3.5, 3: 1.05, 4: 0.6, 5: 0.55, 6: 0.5})
"""Calibrates the predictions by number of players: below 1 they are bolder than the rating model.

With two players luck decides far more than the model assumes. ``bench.rate_check`` measures it.
"""


def win_probabilities(skills: Sequence[Skill]) -> tuple[float, ...]:
    """Return by seat how likely each player is to win alone or with others; the sum is 1.

    >>> win_probabilities([Skill(25.0, 8.0), Skill(25.0, 2.0)])
    (0.5, 0.5)
    """
    # Luck and uncertainty of all players.
    scale = sqrt(fsum(skill.sigma**2 + BETA**2 for skill in skills))
    spread = TEMPERATURES[min(len(skills), max(TEMPERATURES))] * scale
    best = max(skill.mu for skill in skills)
    weights = [exp((skill.mu - best) / spread) for skill in skills]
    total = fsum(weights)
    return tuple(weight / total for weight in weights)


class RatingSystem(Protocol):
    """Learns from results, one game after the other, and predicts the next one."""

    def predict(self, players: Sequence[int]) -> Sequence[float]:
        """Return each player's share of the win of a game between them; the shares sum to 1."""

    def learn(self, players: Sequence[int], places: Sequence[int]) -> None:
        """Rate a game; ``places`` are the players' places from 0, ties equal."""


class Ours:
    """Our ratings and our predictions."""

    def __init__(self) -> None:
        self.skills: dict[int, Skill] = {}

    def predict(self, players: Sequence[int]) -> Sequence[float]:
        """Return the shares as our calibrated predictor has them."""
        return win_probabilities(self._of(players))

    def learn(self, players: Sequence[int], places: Sequence[int]) -> None:
        """Rate a game."""
        rated = rate(self._of(players), places)
        self.skills.update(zip(players, rated, strict=True))

    def _of(self, players: Sequence[int]) -> list[Skill]:
        return [self.skills.get(player, NEW_SKILL) for player in players]


class Defaults:
    """The library with its default parameters, and the predictions of its model."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[int, PlackettLuceRating] = {}

    def predict(self, players: Sequence[int]) -> list[float]:
        """Return the shares by Plackett and Luce's formula."""
        ratings = [self._rating(player) for player in players]
        scale = hypot(*(hypot(rating.sigma, self._model.beta) for rating in ratings))
        return softmax([rating.mu / scale for rating in ratings])

    def learn(self, players: Sequence[int], places: Sequence[int]) -> None:
        """Rate a game."""
        teams = [[self._rating(player)] for player in players]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for player, team in zip(players, rated, strict=True):
            self._ratings[player] = team[0]

    def _rating(self, player: int) -> PlackettLuceRating:
        return self._ratings.setdefault(player, self._model.rating())


class Elo:
    """Elo's system with a game of several players as games of all pairs, each with this ``k``;
    with ``is_shared`` each with a part of it.
    """

    def __init__(self, k: float, *, is_shared: bool = False) -> None:
        self._k = k
        self._is_shared = is_shared
        self._ratings: dict[int, float] = {}

    def predict(self, players: Sequence[int]) -> list[float]:
        """Return the shares in proportion to the players' strengths, as between two players."""
        return softmax([self._ratings.get(player, 0.0) * LN10 / 400 for player in players])

    def learn(self, players: Sequence[int], places: Sequence[int]) -> None:
        """Rate a game as one between each pair of its players."""
        k = self._k / (len(players) - 1) if self._is_shared else self._k
        before = [self._ratings.get(player, 0.0) for player in players]
        for mine, (player, rating, place) in enumerate(zip(players, before, places, strict=True)):
            surprise = fsum(
                (place < other_place) + (place == other_place) / 2 - _expected(rating, other)
                for theirs, (other, other_place) in enumerate(zip(before, places, strict=True))
                if theirs != mine
            )
            self._ratings[player] = rating + k * surprise


def softmax(strengths: Sequence[float]) -> list[float]:
    """Return shares in proportion to the exponentials; they sum to 1."""
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    total = fsum(weights)
    return [weight / total for weight in weights]


def _expected(rating: float, other: float) -> float:
    return 1 / (1 + exp((other - rating) * LN10 / 400))
