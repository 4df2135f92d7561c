"""Find the moves that decided a game, and describe each in one sentence."""

import itertools
from collections.abc import Mapping, Sequence

from games.analysis.record import RecordedMove
from games.analysis.report.shapes import JudgedAsk, RankAsk, TurningPoint, WinChances
from games.engine.cards import Seat
from games.engine.events import BookMade, CardDrawn, CardsGiven, Event

LEAST_CHANGE = 0.1
"""A turning point changes the win chance of the asker at least this much."""
MAX_TURNING_POINTS = 5
"""A game has at most this many turning points: those with the greatest changes."""
COSTLY = 0.03
"""An ask that cost at least this much is called a mistake in the sentence."""
_NAMES = (
    *("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"),
    *("jacks", "queens", "kings", "aces"),
)
_NUMBERS = ("no card", "one card", "two cards", "three cards")


def turning_points(
    moves: Sequence[RecordedMove], asks: Sequence[JudgedAsk], chances: Sequence[WinChances]
) -> list[TurningPoint]:
    """Return the turning points, oldest first."""
    before = {later.number: earlier.shares for earlier, later in itertools.pairwise(chances)}
    changes = [
        (ask.win_after - before[ask.number][ask.seat], place)
        for place, ask in enumerate(asks)
        if ask.number in before
    ]
    great = [change for change in changes if abs(change[0]) >= LEAST_CHANGE]
    chosen = sorted(great, key=lambda change: -abs(change[0]))[:MAX_TURNING_POINTS]
    events = {move.number: move.events for move in moves}
    return [
        TurningPoint(asks[place].number, asks[place].seat, change, _text(asks, place, events))
        for change, place in sorted(chosen, key=lambda change: change[1])
    ]


def _text(asks: Sequence[JudgedAsk], place: int, events: Mapping[int, Sequence[Event]]) -> str:
    ask = asks[place]
    target, name = ask.ask.target, _NAMES[ask.ask.rank]
    happened = events[ask.number]
    text = f"At move {ask.number} seat {ask.seat} asked seat {target} for {name}"
    if ask.hit:
        text += f" and got {_NUMBERS[_given(happened)]}"
    elif any(isinstance(event, CardDrawn) and event.public for event in happened):
        text += ", got none and drew one from the stock"
    else:
        text += " and got none"
    if books := [event.rank for event in happened if isinstance(event, BookMade)]:
        text += f", which made the book of {_NAMES[books[0]]}"
    if ask.cost >= COSTLY:
        better = ask.best.ask
        text += f"; to ask seat {better.target} for {_NAMES[better.rank]} was better"
    elif not ask.hit and (other := _did_not_use(asks, place)) is not None:
        text += f"; seat {other} did not use this"
    return f"{text}."


def _given(events: Sequence[Event]) -> int:
    return sum(event.cards.bit_count() for event in events if isinstance(event, CardsGiven))


def _did_not_use(asks: Sequence[JudgedAsk], place: int) -> Seat | None:
    """Return the next seat if to ask back for the rank was its best ask, and it did not."""
    ask = asks[place]
    for later in asks[place + 1 : place + 2]:
        back = RankAsk(ask.seat, ask.ask.rank)
        if later.seat != ask.seat and later.best.ask == back != later.ask:
            return later.seat
    return None
