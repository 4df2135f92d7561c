"""Infer from asks what a seat does not hold: it would have asked for a card that it was certain to
get.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from games.bots.knowledge import NEVER, RANK_OF, Knowledge, memory_start
from games.engine.cards import RANK_CARDS, RANKS, Card, Seat

Json = dict[str, Any]

OVERSIGHT = 0.05
"""The assumed chance that a player overlooks a certain hit, until they do so."""


class Habits:
    """The certain hits that each seat passed over.

    ``passed`` has for each rank how many cards the seat had drawn when it last made an uncertain
    ask although another seat was known to hold the rank. ``is_careless`` marks seats that did so
    although they were known to hold it.
    """

    def __init__(self, rules: Json, seats: int) -> None:
        self.passed: list[list[int]] = [[NEVER] * len(RANK_CARDS) for _ in range(seats)]
        self.is_careless: list[bool] = [False] * seats
        self._is_by_rank = rules["ask_by"] == "rank"

    def note(self, asked: Json, knowledge: Knowledge) -> None:
        """Apply an ask; ``knowledge`` is that before it."""
        seat, target, rank = asked["seat"], asked["target"], RANK_OF[asked["rank"]]
        is_sure = knowledge.seen[target] & RANK_CARDS[rank] or (
            self._is_by_rank and knowledge.holds[target][rank]
        )
        if is_sure:
            return
        others = [other for other in range(len(self.passed)) if other != seat]
        seen = 0
        for other in others:
            seen |= knowledge.seen[other]
        is_held = [False] * len(RANKS)
        # In a game that asks by card, a known rank is no certain hit.
        if self._is_by_rank:
            is_held = [
                any(rows) for rows in zip(*map(knowledge.holds.__getitem__, others), strict=True)
            ]
        for passed in range(len(RANKS)):
            if passed == rank or not (is_held[passed] or seen & RANK_CARDS[passed]):
                continue
            if knowledge.holds[seat][passed] or knowledge.seen[seat] & RANK_CARDS[passed]:
                self.is_careless[seat] = True
            else:
                self.passed[seat][passed] = knowledge.draws[seat]

    def weight(self, knowledge: Knowledge, seat: Seat, card: Card, hidden: int) -> float:
        """Return how many of the seat's ``hidden`` cards can be this one; unlikely ones count in
        part.
        """
        places = knowledge.may_hold(seat, card, hidden)
        if self.is_careless[seat] or (passed := self.passed[seat][card // 4]) == NEVER:
            return places
        drawn_since = knowledge.draws[seat] - passed
        if places <= drawn_since:
            return places
        return drawn_since + OVERSIGHT * (places - drawn_since)


class Observer:
    """The knowledge and the habits of one deal, kept up to date event by event."""

    def __init__(self, rules: Json, seats: int) -> None:
        self._rules = rules
        self._seats = seats
        self._forget()

    def follow(self, events: Iterable[Json]) -> None:
        """Apply the next events, oldest first; a deal starts over."""
        for event in events:
            kind = event["type"]
            if kind == "dealt":
                self._forget()
            elif kind == "asked":
                self.habits.note(event, self.knowledge)
            self.knowledge.learn((event,))

    def _forget(self) -> None:
        self.knowledge = Knowledge(self._rules, self._seats)
        self.habits = Habits(self._rules, self._seats)


def observe(history: Sequence[Json], *, seats: int) -> tuple[Knowledge, Habits]:
    """Return the knowledge and the habits from the events since the last deal.

    ``history`` begins with ``created``, which has the rules.
    """
    observer = Observer(history[0]["rules"], seats)
    observer.follow(history[memory_start(history) :])
    return observer.knowledge, observer.habits
