"""Standings from the results of tables: a pure function, so that a rebuild gives equal rows.

Points decide, then the mean margin of books; players who are equal in both share a place.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist
from typing import NamedTuple

from games.ratings.places import places
from games.tournaments import place_points
from games.tournaments.place_points import UNIT, PlacePoints

CHANCE_OF_ERROR = 0.05
"""How often luck alone shows some player of a field of equals as behind the first."""
CERTAIN = NormalDist().inv_cdf(1 - CHANCE_OF_ERROR / 2)
"""Standard deviations: within them lie 95 % of what luck alone does to one player."""
MARGIN_UNIT = 60
"""Margins are whole numbers of 60ths of a book, at tables of two to six."""


class TableResult(NamedTuple):
    """How a table ended; tuples are by seat."""

    players: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    """None if the game does not count: a ruling annulled it."""
    left: tuple[int, ...]
    """Seats whose players left."""


class SeatScore(NamedTuple):
    """What one game gives to one player."""

    player: int
    place: int | None
    """From 0; None if the game does not count."""
    points: int
    margin: int


class RankLine(NamedTuple):
    """The standing of a player."""

    player: int
    place: int
    """From 1; equal players share it."""
    points: int
    games: int
    firsts: int
    rests: int
    margin: int
    """The sum over all games."""
    luck: float
    """The points of a game, more or less, that luck alone explains in 95 % of cases; 0 without
    a game.
    """
    is_behind_first: bool
    """Whether luck alone does not explain the distance to the first. The first is chosen after the
    fact, so this asks for more than the distance of two players who were named before.
    """


def score(result: TableResult, points: PlacePoints) -> list[SeatScore]:
    """Return what a table gives each player. A leaver is last, whatever the stand-in does.

    >>> result = TableResult((7, 8), scores=(9, 4), winners=(0,), left=())
    >>> [seat.margin / MARGIN_UNIT for seat in score(result, place_points.table_for(2))]
    [5.0, -5.0]
    """
    of_places = points[str(len(result.players))]
    if result.winners is None:
        mean = place_points.mean(of_places)
        return [SeatScore(player, None, mean, 0) for player in result.players]
    ranks = places(result.scores, winners=result.winners, leavers=result.left)
    shares = place_points.shares(ranks, of_places)
    total, others = sum(result.scores), len(result.players) - 1
    return [
        SeatScore(
            player,
            ranks[seat],
            shares[seat],
            (result.scores[seat] * others - (total - result.scores[seat])) * MARGIN_UNIT // others,
        )
        for seat, player in enumerate(result.players)
    ]


class _Sum:
    """What a player has collected."""

    def __init__(self) -> None:
        self.points = self.game_points = self.games = self.firsts = self.rests = self.margin = 0
        self.sizes = Counter[int]()
        """Of the tables of its games."""
        self.variance, self.shared = Fraction(0), Fraction(0)

    @cached_property
    def order(self) -> tuple[int, Fraction]:
        return -self.points, -Fraction(self.margin, max(self.games, 1))

    @property
    def mean(self) -> float:
        return self.game_points / UNIT / self.games

    @property
    def error(self) -> float:
        """The variance of ``mean`` if only luck decides."""
        return float(self.variance) / self.games**2


def rank(
    players: Collection[int],
    results: Collection[TableResult],
    rests: Mapping[int, int],
    points: PlacePoints,
    *,
    seats: int,
) -> list[RankLine]:
    """Return the standings of players, best first; ``rests`` counts the rounds without a table
    that each had no choice about.
    """
    sums = {player: _Sum() for player in players}
    variances = {int(size): place_points.variance(each) for size, each in points.items()}
    for result in results:
        for seat in score(result, points):
            own = sums[seat.player]
            own.points += seat.points
            if seat.place is None:
                continue
            own.games += 1
            own.game_points += seat.points
            own.firsts += seat.place == 0
            own.margin += seat.margin
            own.sizes[len(result.players)] += 1
    for player, times in rests.items():
        sums[player].rests = times
        sums[player].points += times * place_points.mean(points[str(seats)])
    for own in sums.values():
        own.variance = sum((variances[size] * n for size, n in own.sizes.items()), Fraction(0))
    order = sorted(players, key=lambda player: (*sums[player].order, player))
    for result in results:
        size = len(result.players)
        if order[0] in result.players and result.winners is not None:
            for player in result.players:  # what one gains at a table, the others lose
                sums[player].shared += variances[size] / (size - 1)
    return _lines(order, sums)


def _lines(order: Sequence[int], sums: Mapping[int, _Sum]) -> list[RankLine]:
    lines: list[RankLine] = []
    pairs = len(order) * (len(order) - 1) / 2
    limit = NormalDist().inv_cdf(1 - CHANCE_OF_ERROR / 2 / max(pairs, 1))
    for number, player in enumerate(order, 1):
        own = sums[player]
        is_shared = lines and sums[lines[-1].player].order == own.order
        lines.append(
            RankLine(
                player,
                lines[-1].place if is_shared else number,
                own.points,
                own.games,
                own.firsts,
                own.rests,
                own.margin,
                round(CERTAIN * math.sqrt(own.error), 3) if own.games else 0.0,
                _is_behind(own, sums[order[0]], limit),
            )
        )
    return lines


def _is_behind(own: _Sum, first: _Sum, limit: float) -> bool:
    if not own.games or not first.games:
        return False
    together = 2 * float(own.shared) / own.games / first.games
    return first.mean - own.mean > limit * math.sqrt(first.error + own.error + together)
