"""Points for the places of a table, and standings from the results of all tables.

Points are stored with each tournament, in ``UNIT``ths. The mean of a table is the same at the
smaller tables of a tournament, so that these are no advantage. A player who rests without a choice
gets this mean, and so do the players of a game that a ruling annuls.

In standings points decide, then the mean margin of books; players who are equal in both share a
place. The function is pure, so that a rebuild gives equal rows.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist
from typing import NamedTuple

from games.ratings.pools import places

UNIT = 3600
"""One point: all shares of all places are whole numbers of 3600ths."""

PlacePoints = dict[str, list[int]]
"""The points of each place, first place first, by the number of seats of the table."""

_SIXTIETHS: dict[int, dict[int, tuple[int, ...]]] = {
    2: {2: (60, 0)},
    3: {3: (180, 60, 0), 2: (160, 0)},
    4: {4: (360, 180, 60, 0), 3: (330, 120, 0), 2: (300, 0)},
    5: {5: (600, 360, 180, 60, 0), 4: (540, 300, 120, 0), 3: (540, 180, 0), 2: (480, 0)},
    6: {
        6: (900, 600, 360, 180, 60, 0),
        5: (840, 540, 270, 100, 0),
        4: (800, 420, 180, 0),
        3: (750, 300, 0),
        2: (700, 0),
    },
}


def table_for(seats: int) -> PlacePoints:
    """Return the points for tables of this many seats, and for smaller ones."""
    return {
        str(size): [points * UNIT // 60 for points in places]
        for size, places in _SIXTIETHS[seats].items()
    }


def shared_points(places: Sequence[int], points: Sequence[int]) -> list[int]:
    """Return the points of each seat: those who share a place share the points of its places.

    >>> [each / UNIT for each in shared_points([1, 0, 1, 3], table_for(4)["4"])]
    [2.0, 6.0, 2.0, 0.0]
    """
    return [
        sum(points[place : place + places.count(place)]) // places.count(place) for place in places
    ]


def mean_points(points: Collection[int]) -> int:
    """Return the mean of the places of a table.

    >>> mean_points(table_for(4)["4"]) / UNIT, mean_points(table_for(4)["3"]) / UNIT
    (2.5, 2.5)
    """
    return sum(points) // len(points)


def variance(points: Collection[int]) -> Fraction:
    """Return the variance of one player's points, in points squared, if only luck decides."""
    squares = sum((point - mean_points(points)) ** 2 for point in points)
    return Fraction(squares, len(points) * UNIT * UNIT)


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
        mean = mean_points(of_places)
        return [SeatScore(player, None, mean, 0) for player in result.players]
    ranks = places(result.scores, winners=result.winners, leavers=result.left)
    shares = shared_points(ranks, of_places)
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
    variances = {int(size): variance(each) for size, each in points.items()}
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
        sums[player].points += times * mean_points(points[str(seats)])
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
