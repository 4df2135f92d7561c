"""Choose what to ask a model about hidden cards, from what its seat saw."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from games.engine.cards import RANKS

Json = Mapping[str, Any]

CHANCES = 4
"""Chances that are asked for at a position."""


class Question(NamedTuple):
    """What is the chance that a seat holds a card of a rank?"""

    seat: int
    rank: str
    age: int | None
    """How many asks ago an event showed something of this seat and rank; None if none did."""


class Questions(NamedTuple):
    """All questions at a position."""

    chances: tuple[Question, ...]
    certain: int
    """Name a card that this seat certainly holds."""


def choose(view: Json, history: Sequence[Json], rng: Random) -> Questions | None:
    """Return questions about hands that the seat does not see; None if there are none.

    Half of the chances are of ranks of which an event showed something, if there are any.
    """
    hidden = [seat["seat"] for seat in view["seats"] if seat["hand"] is None and seat["hand_size"]]
    own = view["seats"][view["you"]]["hand"]
    gone = [card[0] for card in (*_laid(history), *own)]
    ranks = [rank for rank in RANKS if gone.count(rank) < 4]
    if not hidden or not ranks:
        return None
    ages = evidence(history)
    every = [Question(seat, rank, ages.get((seat, rank))) for seat in hidden for rank in ranks]
    rng.shuffle(every)
    evident = [question for question in every if question.age is not None][: CHANCES // 2]
    rest = [question for question in every if question not in evident]
    return Questions((*evident, *rest)[:CHANCES], rng.choice(hidden))


def evidence(history: Sequence[Json]) -> dict[tuple[int, str], int]:
    """Return for seats and ranks how many asks ago an event last showed something of them."""
    found: dict[tuple[int, str], int] = {}
    asks = 0
    rank = ""
    for event in history:
        match event["type"]:
            case "dealt":
                found.clear()
            case "asked":
                asks, rank = asks + 1, event["rank"]
                found[event["seat"], rank] = found[event["target"], rank] = asks
            case "card_drawn" if event["public"]:
                found[event["seat"], rank] = asks
            case "book_made":
                found[event["seat"], event["rank"]] = asks
            case _:
                pass
    return {place: asks - at for place, at in found.items()}


def _laid(history: Sequence[Json]) -> list[str]:
    laid: list[str] = []
    for event in history:
        if event["type"] == "dealt":
            laid.clear()
        elif event["type"] == "book_made":
            laid += event["cards"]
    return laid
