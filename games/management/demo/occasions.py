"""Find the moves that the complaints of the demonstration are about."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from games.desk.review import asks, record
from games.desk.review.record import Step
from games.engine.cards import Seat
from games.engine.events import (
    Asked,
    BookMade,
    CardDrawn,
    CardsGiven,
    GoFish,
    Irregularity,
    Resigned,
)
from games.log import reader

Subject = Literal["luck", "lie", "departure", "favour", "name", "draw", "book", "slip"]


class Occasion(NamedTuple):
    """A move to dispute, the seat of the complainant, and the accused seat, if any."""

    move: int
    complainant: Seat
    accused: Seat | None = None


def of(subject: Subject, game_id: int) -> Occasion | None:
    """Return a move of a game that fits the subject of a complaint, or None."""
    steps = record.of(reader.read(game_id)).steps
    occasions = [*_found(subject, steps)]
    if not occasions:
        return None
    return occasions[len(occasions) // 2] if subject == "draw" else occasions[0]


def _found(subject: Subject, steps: Sequence[Step]) -> Iterator[Occasion]:
    """Yield every move that fits the subject, the clearest first."""
    match subject:
        case "luck":
            hits = [ask for ask in asks.judge(steps) if ask.is_hit]
            for ask in sorted(hits, key=lambda ask: (ask.seat != 0, ask.chance)):
                yield Occasion(ask.move, ask.target, ask.seat)
        case "name":
            yield Occasion(steps[-1].move.number, 1, 0)
        case _:
            for step in steps:
                if (occasion := _in_step(subject, step)) is not None:
                    yield occasion


def _in_step(subject: Subject, step: Step) -> Occasion | None:
    number, events = step.move.number, step.move.events
    for event in events:
        match subject, event:
            case "lie", CardsGiven(seat, to) if any(
                isinstance(other, Irregularity) for other in events
            ):
                return Occasion(number, to, seat)
            case "departure", Resigned(seat):
                return Occasion(number, 1 if seat == 0 else 0, seat)
            case "favour", Asked(0, 1):
                return Occasion(number, 1, 0)
            case "draw", CardDrawn(seat) if step.after.stock:
                return Occasion(number, seat)
            case "book", BookMade(seat):
                return Occasion(number, seat)
            case "slip", GoFish(_, to) if step.before.bots[to] is None:
                return Occasion(number, to)
            case _:
                pass
    return None
