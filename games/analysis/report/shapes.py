"""The shape of an analysis, and its JSON. Chances and shares of the win are from 0 to 1."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from games.engine.cards import Rank, Seat, rank_text

Json = dict[str, Any]
Certainty = Literal["hit", "miss"]
PLACES = 4
"""Decimal places of chances in JSON."""


class RankAsk(NamedTuple):
    """An ask for a rank."""

    target: Seat
    rank: Rank


class BestAsk(NamedTuple):
    """The ask with the highest win chance, and this chance."""

    ask: RankAsk
    win: float


class JudgedAsk(NamedTuple):
    """One ask with its judgement. Every chance is the asker's."""

    number: int
    """The number of the move."""
    seat: Seat
    ask: RankAsk
    hit: bool
    provable: Certainty | None
    """What was certain to the asker."""
    hit_chance: float
    """The chance to hit by what the asker may know."""
    win_before: float
    """The win chance with the best ask, by what the asker may know."""
    win: float
    """The win chance with this ask, by what the asker may know."""
    cost: float
    """``win_before - win``, at least 0."""
    win_after: float
    """The win chance after the move, computed from all cards."""
    best: BestAsk


class WinChances(NamedTuple):
    """The win share of each seat after a move, computed from all cards."""

    number: int
    shares: tuple[float, ...]


class Accuracy(NamedTuple):
    """From 0 to 100: 100 for asks that cost nothing, about 50 for asks at random.

    ``error`` is the standard error.
    """

    value: float
    error: float


class Luck(NamedTuple):
    """The win share that cards gave the seat: ``value`` is ``deal`` plus ``draws``.

    ``error`` is the standard error of ``value``.
    """

    value: float
    error: float
    deal: float
    draws: float


class PlayerAnalysis(NamedTuple):
    """The play and the luck of one seat; ``accuracy`` is None without judged asks."""

    seat: Seat
    asks: int
    accuracy: Accuracy | None
    luck: Luck


class TurningPoint(NamedTuple):
    """A move that changed the win chance of ``seat`` much; ``text`` describes it in English."""

    number: int
    seat: Seat
    change: float
    text: str


class Analysis(NamedTuple):
    """The analysis of a finished game."""

    model: str
    """The version of the models."""
    family: str
    seats: int
    asks: Sequence[JudgedAsk]
    win_chances: Sequence[WinChances]
    players: Sequence[PlayerAnalysis]
    """One entry per seat."""
    turning_points: Sequence[TurningPoint]
    """Oldest first."""


def to_json(analysis: Analysis) -> Json:
    """Return the analysis as JSON values, with rounded numbers."""
    return {
        "model": analysis.model,
        "family": analysis.family,
        "seats": analysis.seats,
        "asks": [_ask_json(ask) for ask in analysis.asks],
        "win_chances": [
            {"number": number, "shares": [_rounded(share) for share in shares]}
            for number, shares in analysis.win_chances
        ],
        "players": [_player_json(player) for player in analysis.players],
        "turning_points": [
            {**point._asdict(), "change": _rounded(point.change)}
            for point in analysis.turning_points
        ],
    }


def _ask_json(judged: JudgedAsk) -> Json:
    return {
        "number": judged.number,
        "seat": judged.seat,
        "ask": _words(judged.ask),
        "hit": judged.hit,
        "provable": judged.provable,
        "hit_chance": _rounded(judged.hit_chance),
        "win_before": _rounded(judged.win_before),
        "win": _rounded(judged.win),
        "cost": _rounded(judged.cost),
        "win_after": _rounded(judged.win_after),
        "best": {"ask": _words(judged.best.ask), "win": _rounded(judged.best.win)},
    }


def _words(ask: RankAsk) -> Json:
    return {"target": ask.target, "rank": rank_text(ask.rank)}


def _player_json(player: PlayerAnalysis) -> Json:
    accuracy = player.accuracy
    return {
        "seat": player.seat,
        "asks": player.asks,
        "accuracy": accuracy
        and {"value": round(accuracy.value, 1), "error": round(accuracy.error, 1)},
        "luck": {name: _rounded(value) for name, value in player.luck._asdict().items()},
    }


def _rounded(chance: float) -> float:
    return round(chance, PLACES) + 0.0  # no negative zero
