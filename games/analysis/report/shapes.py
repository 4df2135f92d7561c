"""The shape of an analysis, and its JSON. Chances and shares of the win are from 0 to 1.

The schema of the service shows these types. A mark such as ``"chance"`` says what a number is; a
sentence describes it.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

from games.engine.cards import Rank, Seat, rank_text

Json = dict[str, Any]
Certainty = Literal["hit", "miss"]
PLACES = 4
"""Decimal places of chances in JSON."""


MoveNumber = Annotated[int, "move", "Number of the move."]
Chance = Annotated[float, "chance"]
StandardError = Annotated[float, "error"]


class RankAsk(NamedTuple):
    """An ask for a rank."""

    target: Seat
    rank: Rank


class BestAsk(NamedTuple):
    """The ask with the highest win chance by what the asker may know."""

    ask: RankAsk
    win: Annotated[Chance, "The win chance with it."]


class JudgedAsk(NamedTuple):
    """One ask with its judgement. Every chance is the asker's."""

    number: MoveNumber
    seat: Seat
    ask: RankAsk
    hit: Annotated[bool, "Whether cards were given."]
    provable: Annotated[Certainty | None, "What was certain to the asker; null if nothing was."]
    hit_chance: Annotated[Chance, "The chance to hit, by what the asker may know."]
    win_before: Annotated[Chance, "The win chance with the best ask, by what the asker may know."]
    win: Annotated[Chance, "The win chance with this ask, by what the asker may know."]
    cost: Annotated[Chance, "`win_before` less `win`, at least 0."]
    win_after: Annotated[Chance, "The win chance after the move, computed from all cards."]
    best: BestAsk


class WinChances(NamedTuple):
    """The win chance of each seat after a move, computed from all cards."""

    number: MoveNumber
    shares: Annotated[tuple[float, ...], "By seat."]


class Accuracy(NamedTuple):
    """How little the asks of a seat cost."""

    value: Annotated[float, "100 for asks that cost nothing, about 50 for asks at random."]
    error: Annotated[StandardError, "The standard error."]


class Luck(NamedTuple):
    """The part of the win that the cards gave a seat, compared with the expected value."""

    value: Annotated[float, "`deal` and `draws` together."]
    error: Annotated[StandardError, "The standard error of `value`."]
    deal: Annotated[float, "Of the deal."]
    draws: Annotated[float, "Of the draws."]


class PlayerAnalysis(NamedTuple):
    """The play and the luck of one seat."""

    seat: Seat
    asks: Annotated[int, "count", "Number of judged asks."]
    accuracy: Annotated[Accuracy | None, "Null without judged asks."]
    luck: Luck


class TurningPoint(NamedTuple):
    """A move that changed the win chance of a seat a lot."""

    number: MoveNumber
    seat: Seat
    change: Annotated[float, "Of the win chance of the seat."]
    text: Annotated[str, "A sentence in English."]


class Analysis(NamedTuple):
    """The opinion of a model on a finished game."""

    model: Annotated[str, "The version of the models."]
    family: Annotated[str, "family"]
    seats: int
    asks: Sequence[JudgedAsk]
    win_chances: Sequence[WinChances]
    players: Sequence[PlayerAnalysis]
    turning_points: Sequence[TurningPoint]


def to_json(analysis: Analysis) -> Json:
    """Return the analysis as JSON values, with rounded numbers."""
    written: Json = _written(analysis)
    return written


def _written(value: Any, places: int = PLACES) -> Any:
    match value:
        case RankAsk(target, rank):
            return {"target": target, "rank": rank_text(rank)}
        case Accuracy():
            return {name: _written(number, 1) for name, number in value._asdict().items()}
        case float():
            return round(value, places) + 0.0  # no negative zero
        case list() | tuple():
            if hasattr(value, "_asdict"):
                return {name: _written(member) for name, member in value._asdict().items()}
            return [_written(each) for each in value]
        case _:
            return value
