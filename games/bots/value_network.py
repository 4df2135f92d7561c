"""What an ask is value by its features, as learned from games: see ``bench/train_expert.py``."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any, NamedTuple

Json = dict[str, Any]


class ValueNetwork(NamedTuple):
    """A net of one hidden layer: of each hidden unit the weights of the features, what is added, what it counts."""

    weights: Sequence[Sequence[float]]
    offsets: Sequence[float]
    counts: Sequence[float]

    def value(self, features: Sequence[float]) -> float:
        """Return what the ask is value: the share of the win and the books, less a constant."""
        value = 0.0
        for weights, offset, count in zip(self.weights, self.offsets, self.counts, strict=True):
            unit = offset + sum(map(mul, weights, features))
            if unit > 0:
                value += count * unit
        return value


def network_for(rules: Json, *, seats: int) -> ValueNetwork:
    """Return the table that fits the rules: ``"rank 4 2"`` is asking by rank, books of 4, two seats.

    Where a miss passes the turn to the seat asked, more risk lies in whom one asks: for such rules there may be a
    table of its own.
    """
    kind = f"{rules['ask_by']} {rules['book_size']}"
    count = min(seats, 3)
    if rules["turn_passes_to"] == "asked" and (own := networks().get(f"{kind} asked {count}")):
        return own
    return networks()[f"{kind} {count}"]


@cache
def networks() -> Mapping[str, ValueNetwork]:
    """Return every table by name."""
    written = json.loads(files(__package__).joinpath("value_network.json").read_text())
    return {name: ValueNetwork(**table) for name, table in written.items()}
