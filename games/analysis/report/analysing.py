"""Analyse a record: judge every ask, and add up accuracy and luck."""

from collections.abc import Callable, Sequence
from math import sqrt

from games.analysis.luck import LuckMeter
from games.analysis.record import Record, RecordedMove
from games.analysis.report.asks import judge, judged_after
from games.analysis.report.shapes import (
    Accuracy,
    Analysis,
    JudgedAsk,
    Luck,
    PlayerAnalysis,
    WinChances,
)
from games.analysis.report.support import AnalysisUnavailable, model_preset, supported
from games.analysis.report.turning_points import turning_points
from games.analysis.values import weights
from games.analysis.values.following import Follower
from games.analysis.values.full_value import full_values, mean_value, settled
from games.analysis.values.situation import situation_of
from games.analysis.values.weights import Models
from games.engine.cards import Seat
from games.engine.events import Asked, Dealt

SCALE = 2
"""Accuracy is 0 at this many times the mean cost of asks at random, so that these have about 50."""
Progress = Callable[[int, int], None]
"""Called with the number of moves analysed, and that of all moves."""


def analyse(record: Record, on_progress: Progress | None = None) -> Analysis:
    """Return the analysis of a finished game.

    Asks of a stand-in are not judged. Moves after the end, such as rulings, change nothing.

    :raises AnalysisUnavailable: if the game cannot be analysed.
    """
    supported(record.rules, record.seats)
    seats = record.seats
    models = weights.models_for(seats)
    follower = Follower(record.rules, seats)
    luck = LuckMeter(models, model_preset(record.rules), seats)
    asks: list[JudgedAsk] = []
    chances: list[WinChances] = []
    for done, move in enumerate(record.moves, start=1):
        judged = _follow(move, follower, luck, models)
        if follower.table.hands:
            shares = _shares(follower, models)
            chances.append(WinChances(move.number, shares))
            if any(isinstance(event, Dealt) for event in move.events):
                luck.note_deal(situation_of(follower))
            if judged is not None:
                asks.append(judged_after(judged, move.events, shares[judged.seat]))
        if on_progress is not None:
            on_progress(done, len(record.moves))
        if follower.table.phase == "over":
            break
    if not chances:
        raise AnalysisUnavailable("not_played")
    if follower.table.phase != "over":
        raise AnalysisUnavailable("not_over")
    return Analysis(
        model=weights.VERSION,
        family=weights.FAMILY,
        seats=seats,
        asks=asks,
        win_chances=chances,
        players=[_player(seat, asks, luck, models) for seat in range(seats)],
        turning_points=turning_points(record.moves, asks, chances),
    )


def _follow(
    move: RecordedMove, follower: Follower, luck: LuckMeter, models: Models
) -> JudgedAsk | None:
    """Apply a move; return the judgement of its ask if a player made one."""
    judged = None
    for event in move.events:
        if isinstance(event, Asked) and not follower.table.left >> event.seat & 1:
            judged = judge(models, follower, event, move.number)
        luck.note(follower, event)
        follower.follow(event)
    return judged


def _shares(follower: Follower, models: Models) -> tuple[float, ...]:
    """Return the win shares now; a seat that has left has none. If all have left, no seat wins."""
    table = follower.table
    if table.result is not None:
        winners = table.result.winners
        return tuple([(seat in winners) / max(1, len(winners)) for seat in range(table.seats)])
    situation = situation_of(follower)
    if sum(situation.books) == 13:
        shares = settled(situation.books).shares
    else:
        shares = mean_value(full_values(models, situation)).shares
    if not table.left:
        return shares
    stayed = [0.0 if table.left >> seat & 1 else share for seat, share in enumerate(shares)]
    total = sum(stayed)
    return tuple([share / total for share in stayed]) if total else shares


def _player(
    seat: Seat, asks: Sequence[JudgedAsk], luck: LuckMeter, models: Models
) -> PlayerAnalysis:
    costs = [ask.cost for ask in asks if ask.seat == seat]
    deal, draws = luck.deal().shares[seat], luck.draws().shares[seat]
    return PlayerAnalysis(
        seat=seat,
        asks=len(costs),
        accuracy=accuracy(costs, scale=SCALE * models.random_cost) if costs else None,
        luck=Luck(deal + draws, luck.errors().shares[seat], deal, draws),
    )


def accuracy(costs: Sequence[float], *, scale: float) -> Accuracy:
    """Return 100 × (1 − the mean cost ÷ ``scale``), at least 0.

    >>> accuracy([0.0, 0.0], scale=0.02)
    Accuracy(value=100.0, error=0.0)
    """
    count = len(costs)
    mean = sum(costs) / count
    # One ask does not show the spread, so its own cost is used.
    spread = sum([(cost - mean) ** 2 for cost in costs]) / (count - 1) if count > 1 else mean**2
    return Accuracy(max(0.0, 100 * (1 - mean / scale)), 100 * sqrt(spread / count) / scale)
