"""What a player's asks tell of cards he did not ask for: he who could have had one for sure hardly holds its rank."""

from collections.abc import Sequence
from typing import Any

from games.bots.knowledge import NEVER, RANK_OF, Knowledge, memory_start
from games.engine.cards import RANK_CARDS, RANKS, Card, Seat

Json = dict[str, Any]

OVERSIGHT = 0.05
"""How likely a player is taken to overlook a sure card, as long as he has not done so."""


class Habits:
    """What the seats passed over.

    ``passed`` says of each rank how many cards the seat had drawn when it last asked without being sure, though
    another seat was known to hold the rank. ``is_careless`` who did so though he was known to hold it himself.
    """

    def __init__(self, rules: Json, seats: int) -> None:
        self.passed: list[list[int]] = [[NEVER] * len(RANK_CARDS) for _ in range(seats)]
        self.is_careless: list[bool] = [False] * seats
        self._is_by_rank = rules["ask_by"] == "rank"

    def note(self, asked: Json, knowledge: Knowledge) -> None:
        """Take in an ask, when no more was known than this."""
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
        # That somebody has a rank makes none of its cards sure where one asks for cards.
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
        """Return how many of the seat's ``hidden`` cards could be this one, the unlikely ones counted in part."""
        places = knowledge.may_hold(seat, card, hidden)
        if self.is_careless[seat] or (passed := self.passed[seat][card // 4]) == NEVER:
            return places
        drawn_since = knowledge.draws[seat] - passed
        if places <= drawn_since:
            return places
        return drawn_since + OVERSIGHT * (places - drawn_since)


def observe(history: Sequence[Json], *, seats: int) -> tuple[Knowledge, Habits]:
    """Return what is known from the events since the last deal, and what it tells of the players.

    ``history`` begins with ``created``, which has the rules.
    """
    rules = history[0]["rules"]
    knowledge, habits = Knowledge(rules, seats), Habits(rules, seats)
    for event in history[memory_start(history) :]:
        if event["type"] == "asked":
            habits.note(event, knowledge)
        knowledge.learn((event,))
    return knowledge, habits
