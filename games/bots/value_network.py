"""Compute the value of an ask from its features, with networks trained by
``bench/train_expert.py`` and ``bench/train_master.py``.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any, NamedTuple

from games.engine import build

Json = dict[str, Any]


class ValueNetwork(NamedTuple):
    """A network with one hidden layer: of each unit its weights, offset and output weight."""

    weights: list[list[float]]
    offsets: list[float]
    counts: list[float]

    def value(self, features: Sequence[float]) -> float:
        """Return the expected share of the win and the books, less a constant."""
        value = 0.0
        inputs: list[float] = [float(feature) for feature in features]
        for weights, offset, count in zip(self.weights, self.offsets, self.counts, strict=True):
            unit = offset + _sum_of_products(weights, inputs)
            if unit > 0:
                value += count * unit
        return value


_IS_COMPILED = build.loaded() == "compiled"


def _sum_of_products(weights: list[float], inputs: list[float]) -> float:
    """Return the same sum in both builds: a loop takes a quarter of the time if it is compiled, and
    half as much again if it is not.
    """
    total: float
    if not _IS_COMPILED:
        total = sum(map(mul, weights, inputs))
        return total
    total = 0.0
    for weight, value in zip(weights, inputs):  # noqa: B905  # with `strict` it is not compiled
        total += weight * value
    return total


def network_for(rules: Json, *, seats: int) -> ValueNetwork:
    """Return the network for the rules: ``"rank 4 2"`` is for asks by rank, books of 4 and two
    seats.

    Rules that pass the turn to the asked seat can have networks of their own: there the target is a
    greater risk.
    """
    kind = f"{rules['ask_by']} {rules['book_size']}"
    count = min(seats, 3)
    if rules["turn_passes_to"] == "asked" and (own := networks().get(f"{kind} asked {count}")):
        return own
    return networks()[f"{kind} {count}"]


@cache
def networks(file: str = "value_network") -> Mapping[str, ValueNetwork]:
    """Return every network of a file by name."""
    written = json.loads(files(__package__).joinpath(f"{file}.json").read_text())
    return {name: ValueNetwork(**table) for name, table in written.items()}
