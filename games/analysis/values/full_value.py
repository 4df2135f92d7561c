"""V_full: the win share and the margin of each seat, computed from all cards."""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from games.analysis.values.full_features import full_features
from games.analysis.values.networks import HiddenLayerNetwork
from games.analysis.values.situation import Situation
from games.analysis.values.weights import Models

MARGIN_UNIT = 3.0
"""The networks compute margins in this many books."""


class FullValue(NamedTuple):
    """By seat, the share of the win and the margin: books less the mean of all seats."""

    shares: tuple[float, ...]
    margins: tuple[float, ...]


def full_values(models: Models, situation: Situation) -> tuple[FullValue, ...]:
    """Return the value by each network, which learned from different games."""
    if sum(situation.books) == 13:
        return (settled(situation.books),) * len(models.full)
    rows = [full_features(situation, seat) for seat in range(len(situation.hands))]
    return tuple([_value(network, rows) for network in models.full])


def mean_value(values: Sequence[FullValue]) -> FullValue:
    """Return the mean of the values by several networks."""
    count = len(values)
    return FullValue(
        tuple([sum(column) / count for column in zip(*[v.shares for v in values], strict=True)]),
        tuple([sum(column) / count for column in zip(*[v.margins for v in values], strict=True)]),
    )


def settled(books: Sequence[int]) -> FullValue:
    """Return the value when all books are laid."""
    most, mean = max(books), sum(books) / len(books)
    winners = books.count(most)
    return FullValue(
        tuple([(laid == most) / winners for laid in books]), tuple([laid - mean for laid in books])
    )


def _value(network: HiddenLayerNetwork, rows: Sequence[Sequence[float]]) -> FullValue:
    outputs = [network.outputs(row) for row in rows]
    highest = max([output[0] for output in outputs])
    powers = [exp(output[0] - highest) for output in outputs]
    total, mean = sum(powers), sum([output[1] for output in outputs]) / len(outputs)
    return FullValue(
        tuple([power / total for power in powers]),
        tuple([MARGIN_UNIT * (output[1] - mean) for output in outputs]),
    )
