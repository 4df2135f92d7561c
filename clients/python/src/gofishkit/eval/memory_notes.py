"""The memory scaffold: what is certain about each other hand, from public events alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.bots.knowledge import Knowledge, recall
from games.engine.cards import RANK_CARDS, RANKS, cards_in, hand_texts

Json = Mapping[str, Any]


def notes(view: Json, history: Sequence[Any]) -> Iterator[str]:
    """Yield a line for each other seat with cards."""
    knowledge = recall(history, seats=len(view["seats"]))
    for seat in view["seats"]:
        if seat["seat"] != view["you"] and seat["hand_size"] and seat["hand"] is None:
            yield _line(seat, knowledge)


def _line(seat: Json, knowledge: Knowledge) -> str:
    number = seat["seat"]
    held = hand_texts(knowledge.seen[number])
    held += [f"a {RANKS[r]}" for r, holds in enumerate(knowledge.holds[number]) if holds]
    hidden = seat["hand_size"] - knowledge.seen[number].bit_count()
    lacks = [
        text
        for rank, text in enumerate(RANKS)
        if not any(
            knowledge.may_hold(number, card, hidden)
            for card in cards_in(RANK_CARDS[rank] & ~knowledge.gone)
        )
        and not knowledge.seen[number] & RANK_CARDS[rank]
    ]
    return (
        f"Seat {number} certainly holds: {', '.join(held) or 'nothing known'}. "
        f"It certainly has no: {' '.join(lacks) or 'rank'}."
    )
