"""The analysis of a finished game for the board: the opinion of a model, not evidence."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.data import narration
from games.engine.cards import Seat, parse_rank

Json = Mapping[str, Any]

WIDTH, HEIGHT = 640, 220
LEFT, EDGE = 46, 12
"""Margins of the graph, in its own units; the labels are in the left one."""
LEVELS = (0, 50, 100)
"""Win chances with a label, in percent."""
ERRORS = 2
"""Standard errors on either side of a value; the true one is between them 19 times of 20."""


class Level(NamedTuple):
    """A horizontal line of the graph, with its label."""

    percent: int
    y: float


class Line(NamedTuple):
    """The win chances of a seat: the points of its line, and the last chance in percent."""

    seat: Seat
    title: str
    points: str
    last: int


class AskMark(NamedTuple):
    """An ask on the line of the seat that asked."""

    seat: Seat
    x: float
    y: float
    is_hit: bool


class Graph(NamedTuple):
    """Win chances over the moves."""

    levels: list[Level]
    lines: list[Line]
    asks: list[AskMark]
    turning: list[float]
    first: int
    last: int


class SeatOpinion(NamedTuple):
    """Accuracy and luck of a seat in words; ``accuracy`` is "" without asks."""

    title: str
    asks: int
    accuracy: str
    luck: str


class AskOpinion(NamedTuple):
    """A judged ask. Chances are in percent, the cost in points of win chance."""

    number: int
    text: str
    is_hit: bool
    hit_chance: float
    win: float
    win_after: float
    cost: float
    best: str


class TurningPointText(NamedTuple):
    """A move that changed the win chances much, in words."""

    number: int
    text: str


class Opinion(NamedTuple):
    """What the model says of a game, for the template."""

    model: str
    graph: Graph | None
    seats: list[SeatOpinion]
    turning_points: list[TurningPointText]
    asks: list[AskOpinion]


def opinion_of(analysis: Json, names: Sequence[str]) -> Opinion:
    """Return the opinion of an analysis, as the API shows it. ``names`` are players by seat."""
    return Opinion(
        model=analysis["model"],
        graph=_graph(analysis, names) if len(analysis["win_chances"]) > 1 else None,
        seats=[_seat(each, names) for each in analysis["players"]],
        turning_points=[
            TurningPointText(each["number"], narration.for_people(_change(each), names))
            for each in analysis["turning_points"]
        ],
        asks=[_ask(each, names) for each in analysis["asks"]],
    )


def _graph(analysis: Json, names: Sequence[str]) -> Graph:
    chances: dict[int, list[float]] = {
        each["number"]: each["shares"] for each in analysis["win_chances"]
    }
    first, last = min(chances), max(chances)

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - EDGE) * (number - first) / max(last - first, 1), 1)

    def y(share: float) -> float:
        return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share, 1)

    return Graph(
        levels=[Level(percent, y(percent / 100)) for percent in LEVELS],
        lines=[
            Line(
                seat,
                _title(seat, names),
                " ".join(f"{x(number)},{y(shares[seat])}" for number, shares in chances.items()),
                round(100 * chances[last][seat]),
            )
            for seat in range(analysis["seats"])
        ],
        asks=[
            AskMark(each["seat"], x(number), y(chances[number][each["seat"]]), each["hit"])
            for each in analysis["asks"]
            if (number := each["number"]) in chances
        ],
        turning=[x(each["number"]) for each in analysis["turning_points"]],
        first=first,
        last=last,
    )


def _change(point: Json) -> str:
    """Return a turning point in words, without its number."""
    text = point["text"].removeprefix(f"At move {point['number']} ")
    change = f"Win chance of seat {point['seat']}: {_points(point['change'])} points."
    return f"{text[:1].upper()}{text[1:]} {change}"


def _seat(player: Json, names: Sequence[str]) -> SeatOpinion:
    accuracy, luck = player["accuracy"], player["luck"]
    return SeatOpinion(
        _title(player["seat"], names),
        player["asks"],
        "" if accuracy is None else _accuracy(accuracy),
        " ".join(_luck(luck)),
    )


def _accuracy(accuracy: Json) -> str:
    value, error = accuracy["value"], ERRORS * accuracy["error"]
    return f"{value:.0f}, probably between {max(value - error, 0):.0f} and {min(value + error, 100):.0f}"


def _luck(luck: Json) -> Iterator[str]:
    value, error = luck["value"], ERRORS * luck["error"]
    yield f"{_points(value)} points, probably between {_points(value - error)} and {_points(value + error)}:"
    if value - error > 0:
        yield "lucky."
    elif value + error < 0:
        yield "unlucky."
    else:
        yield "no clear luck."
    yield f"Deal {_points(luck['deal'])}, draws {_points(luck['draws'])}."


def _ask(judged: Json, names: Sequence[str]) -> AskOpinion:
    return AskOpinion(
        number=judged["number"],
        text=narration.for_people(f"Seat {judged['seat']} asks {_wanted(judged['ask'])}.", names),
        is_hit=judged["hit"],
        hit_chance=100 * judged["hit_chance"],
        win=100 * judged["win"],
        win_after=100 * judged["win_after"],
        cost=100 * judged["cost"],
        best=narration.for_people(_wanted(judged["best"]["ask"]), names),
    )


def _wanted(ask: Json) -> str:
    return f"seat {ask['target']} for {narration.ranks(parse_rank(ask['rank']))}"


def _points(difference: float) -> str:
    return f"{100 * difference:+.0f}"


def _title(seat: Seat, names: Sequence[str]) -> str:
    return f"{seat + 1} {names[seat]}" if seat < len(names) else str(seat + 1)
