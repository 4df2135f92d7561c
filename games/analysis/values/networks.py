"""Compute what networks with one hidden layer return, without a library."""

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from games.engine import build


class HiddenLayerNetwork(NamedTuple):
    """For each hidden unit its weights and offset; for each output its weights and offset."""

    weights: list[list[float]]
    offsets: list[float]
    output_weights: list[list[float]]
    output_offsets: list[float]

    def outputs(self, features: Sequence[float]) -> list[float]:
        """Return the outputs for these features."""
        units = _layer(self.weights, self.offsets, [*features])
        units = [unit if unit > 0 else 0.0 for unit in units]
        return _layer(self.output_weights, self.output_offsets, units)


_IS_COMPILED = build.loaded() == "compiled"


def _layer(weights: list[list[float]], offsets: list[float], inputs: list[float]) -> list[float]:
    """Return the same sums in both builds: the loop takes a quarter of the time if it is compiled,
    and half as much again if it is not.
    """
    if not _IS_COMPILED:
        return [
            offset + sum(map(mul, row, inputs))
            for row, offset in zip(weights, offsets, strict=True)
        ]
    sums: list[float] = []
    for row, offset in zip(weights, offsets):  # noqa: B905  # with `strict` it is not compiled
        total = 0.0
        for weight, value in zip(row, inputs):  # noqa: B905
            total += weight * value
        sums.append(offset + total)
    return sums
