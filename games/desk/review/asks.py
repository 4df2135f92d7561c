"""Judge every ask of a game: its chance to hit by what the asker could know, and its outcome.

Each unseen card that matches is in every possible place, of a hand or the stock, with equal chance.
What ``memory`` holds for certain is certain. What a seat did not ask for is ignored, so that
chances are rather too high: an honest player is not suspected because of this model.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import comb
from typing import Literal, NamedTuple

from games.desk.review.memory import Memory
from games.desk.review.records import Step
from games.engine.cards import RANK_CARDS, Card, Hand, Rank, Seat, cards_in, ranks_in
from games.engine.events import Asked, CardsGiven, GoFish
from games.engine.state import State


def of_ask(
    memory: Memory, before: State, *, seat: Seat, target: Seat, rank: Rank, card: Card | None
) -> float:
    """Return the chance, 0 to 1, that the target had to hand over a card; 0 and 1 are certain."""
    if before.rules.open_hands:
        wanted = RANK_CARDS[rank] if card is None else 1 << card
        return float(bool(before.hands[target] & wanted))
    if card is not None:
        return _of_card(memory, before, seat=seat, target=target, card=card)
    if memory.known(target) & RANK_CARDS[rank] or memory.surely_holds(target, rank):
        return 1.0
    unseen = _unseen(memory, before, seat) & RANK_CARDS[rank]
    if not unseen:
        return 0.0
    some = unseen.bit_length() - 1
    others = [other for other in range(before.seats) if other not in (seat, target)]
    places = {other: memory.places(other, some) for other in others}
    holders = [other for other in others if memory.surely_holds(other, rank)]
    asked = memory.places(target, some)
    total = asked + sum(places.values()) + len(before.stock)
    taken = [places[holder] for holder in holders]
    count = unseen.bit_count()
    ways = _ways(total, count, taken)
    return 1 - _ways(total - asked, count, taken) / ways if ways else 0.0


def _of_card(memory: Memory, before: State, *, seat: Seat, target: Seat, card: Card) -> float:
    unseen = _unseen(memory, before, seat)
    if memory.known(target) >> card & 1:
        return 1.0
    asked = memory.places(target, card)
    if not unseen >> card & 1 or not asked:
        return 0.0
    others = (other for other in range(before.seats) if other not in (seat, target))
    total = asked + sum(memory.places(other, card) for other in others) + len(before.stock)
    chance = asked / total
    if memory.surely_holds(target, card // 4):
        fitting = [
            candidate
            for candidate in cards_in(unseen & RANK_CARDS[card // 4])
            if memory.places(target, candidate)
        ]
        chance = max(chance, 1 / len(fitting))
    return chance


def _unseen(memory: Memory, before: State, seat: Seat) -> Hand:
    """Return the cards whose place the seat does not know."""
    seen = before.hands[seat]
    for other in range(before.seats):
        seen |= memory.known(other)
    return before.in_play & ~seen


def _ways(total: int, count: int, taken: list[int]) -> int:
    """Count the ways to place ``count`` cards with at least one in each group of ``taken``."""
    ways = 0
    for size in range(len(taken) + 1):
        for chosen in combinations(taken, size):
            ways += (-1) ** size * comb(max(total - sum(chosen), 0), count)
    return ways


Grade = Literal["sure", "likely", "open", "hopeless", "bluff"]

_ROUNDING = 1e-9


class AnsweredAsk(NamedTuple):
    """An ask that was answered. ``chance`` is that of a hit by what the asker could know."""

    move: int
    seat: Seat
    target: Seat
    rank: Rank
    card: Card | None
    chance: float
    is_bluff: bool
    is_hit: bool
    given: int
    """How many cards were handed over."""
    targets: int
    """How many seats could have been asked."""
    equals: int
    """How many of ``targets`` had the highest chance, if the target was one of them; else all."""
    knew_better: bool
    """Whether the asker could know of a certain hit elsewhere."""

    @property
    def grade(self) -> Grade:
        """How good the ask was."""
        if self.is_bluff:
            return "bluff"
        if self.chance in (0, 1):
            return "sure" if self.chance else "hopeless"
        return "likely" if self.chance >= 0.5 else "open"

    @property
    def words(self) -> str:
        """What the asker could know, and the outcome, in a sentence."""
        outcome = "It hit." if self.is_hit else "It missed."
        if self.is_bluff:
            return f"A bluff: the asker held the card. {outcome}"
        if self.chance in (0, 1):
            known = "it would hit" if self.chance else "it would miss"
            return f"The asker could know that {known}. {outcome}"
        return f"By what the asker could know, its chance was {self.chance:.0%}. {outcome}"


def judge(steps: Iterable[Step]) -> Iterator[AnsweredAsk]:
    """Yield the judged asks of a game, oldest first; ``steps`` must begin with its first move."""
    memory = Memory()
    asking: AnsweredAsk | None = None
    for move, before, _ in steps:
        for event in move.events:
            match event:
                case Asked(seat, target, rank, card):
                    chances = {
                        other: of_ask(memory, before, seat=seat, target=other, rank=rank, card=card)
                        for other in {*_others(before, seat), target}
                    }
                    asking = AnsweredAsk(
                        move.number,
                        seat,
                        target,
                        rank,
                        card,
                        chance=chances[target],
                        is_bluff=card is not None and bool(before.hands[seat] >> card & 1),
                        is_hit=False,
                        given=0,
                        targets=len(chances),
                        equals=_equals(chances, target),
                        knew_better=_knows_sure_hit(memory, before, seat),
                    )
                case CardsGiven(_, _, cards) if asking is not None:
                    yield asking._replace(is_hit=True, given=cards.bit_count())
                    asking = None
                case GoFish() if asking is not None:
                    yield asking
                    asking = None
                case _:
                    pass
            memory.apply(event, before.rules)


def _equals(chances: Mapping[Seat, float], target: Seat) -> int:
    """Return how many seats were equally good, by what the asker could know."""
    highest = max(chances.values()) - _ROUNDING
    is_best = chances[target] >= highest
    return sum(chance >= highest for chance in chances.values()) if is_best else len(chances)


def _others(before: State, seat: Seat) -> list[Seat]:
    return [other for other, hand in enumerate(before.hands) if hand and other != seat]


def _knows_sure_hit(memory: Memory, before: State, seat: Seat) -> bool:
    """Return whether another seat certainly has a card of a rank that this seat may ask for."""
    by_card = before.rules.ask_by == "card"
    return any(
        memory.known(other) & RANK_CARDS[rank] or (not by_card and memory.surely_holds(other, rank))
        for rank in ranks_in(before.hands[seat])
        for other in _others(before, seat)
    )
