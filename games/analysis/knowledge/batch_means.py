"""Shares of the steps of a chain in which each card was at each place, with their error."""

from collections.abc import Mapping, Sequence
from math import sqrt

from games.engine.cards import RANKS, Card

BATCHES = 16
"""The error comes from the means of this many batches."""


class BatchMeans:
    """Adds up for how many steps each card was at each place, and each rank had a card there.

    Interchangeable cards share their steps. Places are the seats in order, then the stock.
    """

    def __init__(self, groups: Sequence[Sequence[Card]], at: Mapping[Card, int], places: int):
        """``at`` has the place of each card of these groups at the start."""
        self._groups = groups
        self._group_of = {card: index for index, cards in enumerate(groups) for card in cards}
        self._at = {card: at[card] for card in self._group_of}
        self._since = dict.fromkeys(self._at, 0)
        self._counts = [[0] * places for _ in RANKS]
        self._held_since = [[0] * places for _ in RANKS]
        for card, place in self._at.items():
            self._counts[card // 4][place] += 1
        self._places = places
        self._means: list[list[float]] = []
        self._clear()

    def move(self, card: Card, place: int, step: int) -> None:
        """Note that a card is at another place from this step of the batch on."""
        old = self._at.get(card)
        if old is None or old == place:
            return
        self._group_steps[self._group_of[card]][old] += step - self._since[card]
        self._since[card] = step
        self._at[card] = place
        rank = card // 4
        counts = self._counts[rank]
        counts[old] -= 1
        if not counts[old]:
            self._rank_steps[rank][old] += step - self._held_since[rank][old]
        if not counts[place]:
            self._held_since[rank][place] = step
        counts[place] += 1

    def end_batch(self, steps: int, *, is_kept: bool) -> None:
        """End a batch of this many steps; without ``is_kept`` it does not count."""
        for card, place in self._at.items():
            self._group_steps[self._group_of[card]][place] += steps - self._since[card]
            self._since[card] = 0
        for counts, since, totals in zip(
            self._counts, self._held_since, self._rank_steps, strict=True
        ):
            for place, count in enumerate(counts):
                if count:
                    totals[place] += steps - since[place]
                    since[place] = 0
        if is_kept:
            means = [
                count / steps / len(cards)
                for cards, row in zip(self._groups, self._group_steps, strict=True)
                for count in row
            ]
            means += [count / steps for row in self._rank_steps for count in row]
            self._means.append(means)
        self._clear()

    def card_shares(self) -> dict[Card, list[float]]:
        """Return for each card its share by place."""
        means = self._over_batches()
        width = self._places
        return {
            card: means[width * index : width * (index + 1)]
            for card, index in self._group_of.items()
        }

    def rank_shares(self) -> list[list[float]]:
        """Return for each rank by place the share of steps with at least one of the cards there."""
        means = self._over_batches()[self._places * len(self._groups) :]
        width = self._places
        return [means[width * rank : width * (rank + 1)] for rank in range(len(RANKS))]

    def error(self) -> float:
        """Return the greatest standard error of a share."""
        number = len(self._means)
        if number < 2:
            return 0.0
        most = 0.0
        for values in zip(*self._means, strict=True):
            mean = sum(values) / number
            most = max(most, sum((value - mean) ** 2 for value in values))
        return sqrt(most / (number - 1) / number)

    def _over_batches(self) -> list[float]:
        number = len(self._means)
        return [sum(values) / number for values in zip(*self._means, strict=True)]

    def _clear(self) -> None:
        self._group_steps = [[0] * self._places for _ in self._groups]
        self._rank_steps = [[0] * self._places for _ in RANKS]
