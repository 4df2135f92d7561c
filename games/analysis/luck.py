"""Luck: what the deal and the draws changed, against the mean over the cards they could have been.

The value after a draw is compared with its mean over all cards of the stock, each equally likely.
So the luck of a draw is zero on average for any model. The luck of the deal is the value after it
less a constant, its mean over deals.
"""

from collections.abc import Sequence
from math import sqrt

from games.analysis.values.following import Follower
from games.analysis.values.full_value import FullValue, full_values
from games.analysis.values.situation import Situation, after_draw, situation_of
from games.analysis.values.weights import Models
from games.engine.cards import Rank, Seat
from games.engine.events import CardDrawn, Dealt, Event

ByNetwork = tuple[FullValue, ...]


class LuckMeter:
    """The luck of every seat in one game, added up draw by draw."""

    def __init__(self, models: Models, preset: str, seats: int) -> None:
        self._models = models
        self._preset = preset
        self._zero = _zero(seats, len(models.full))
        self._deal = self._zero
        self._draws: list[ByNetwork] = []

    def note(self, follower: Follower, event: Event) -> None:
        """Count the luck of the next event; ``follower`` is still before it."""
        match event:
            case Dealt():
                self._draws.clear()
            case CardDrawn(seat, card, reason, _):
                asked = follower.table.asked
                rank = asked.rank if asked and reason == "fish" else None
                before = situation_of(follower)
                self._draws.append(draw_luck(self._models, before, seat, card // 4, rank))
            case _:
                pass

    def note_deal(self, dealt: Situation) -> None:
        """Count the luck of the deal; a later deal replaces it."""
        self._deal = deal_luck(self._models, self._preset, dealt)

    def deal(self) -> FullValue:
        """Return the luck of the deal."""
        return _mean(self._deal)

    def draws(self) -> FullValue:
        """Return the luck of all draws."""
        return _mean(_sum([self._zero, *self._draws]))

    def errors(self) -> FullValue:
        """Return the standard errors of the luck, from how far the networks differ."""
        terms = [self._deal, *self._draws]
        return FullValue(
            _errors([[value.shares for value in term] for term in terms]),
            _errors([[value.margins for value in term] for term in terms]),
        )


def draw_luck(
    models: Models, before: Situation, seat: Seat, rank: Rank, asked: Rank | None
) -> ByNetwork:
    """Return what a drawn card of this rank is worth more than the mean card of the stock."""
    left = sum(before.stock)
    drawn: ByNetwork = ()
    means = _zero(len(before.hands), len(models.full))
    for other, count in enumerate(before.stock):
        if count:
            values = full_values(models, after_draw(before, seat, other, asked))
            means = _sum([means, _scaled(values, count / left)])
            if other == rank:
                drawn = values
    return _difference(drawn, means)


def deal_luck(models: Models, preset: str, dealt: Situation) -> ByNetwork:
    """Return what these hands are worth more than the mean deal with the same first seat."""
    seats = len(dealt.hands)
    places = [(seat - dealt.turn) % seats for seat in range(seats)]
    means = tuple(
        FullValue(
            tuple([shares[place] for place in places]), tuple([margins[place] for place in places])
        )
        for shares, margins in zip(
            models.deal_shares[preset], models.deal_margins[preset], strict=True
        )
    )
    return _difference(full_values(models, dealt), means)


def _zero(seats: int, networks: int) -> ByNetwork:
    none = (0.0,) * seats
    return (FullValue(none, none),) * networks


def _sum(terms: Sequence[ByNetwork]) -> ByNetwork:
    return tuple(
        FullValue(
            tuple(map(sum, zip(*[value.shares for value in values], strict=True))),
            tuple(map(sum, zip(*[value.margins for value in values], strict=True))),
        )
        for values in zip(*terms, strict=True)
    )


def _scaled(values: ByNetwork, factor: float) -> ByNetwork:
    return tuple(
        FullValue(
            tuple([factor * share for share in value.shares]),
            tuple([factor * margin for margin in value.margins]),
        )
        for value in values
    )


def _difference(values: ByNetwork, means: ByNetwork) -> ByNetwork:
    return _sum([values, _scaled(means, -1.0)])


def _mean(values: ByNetwork) -> FullValue:
    (mean,) = _sum([(value,) for value in _scaled(values, 1 / len(values))])
    return mean


def _errors(terms: Sequence[Sequence[Sequence[float]]]) -> tuple[float, ...]:
    """Return by seat the standard error of the sum of the terms; each has a row per network."""
    errors = []
    for seat in range(len(terms[0][0])):
        square = 0.0
        for term in terms:
            values = [row[seat] for row in term]
            mean = sum(values) / len(values)
            spread = sum([(value - mean) ** 2 for value in values])
            square += spread / (len(values) - 1) / len(values)
        errors.append(sqrt(square))
    return tuple(errors)
