"""Compute what networks with one hidden layer return, in pure Python."""

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple


class HiddenLayerNetwork(NamedTuple):
    """For each hidden unit its weights and offset; for each output its weights and offset."""

    weights: Sequence[Sequence[float]]
    offsets: Sequence[float]
    output_weights: Sequence[Sequence[float]]
    output_offsets: Sequence[float]

    def outputs(self, features: Sequence[float]) -> list[float]:
        """Return the outputs for these features."""
        units = [
            unit if unit > 0 else 0.0
            for unit in [
                offset + sum(map(mul, row, features))
                for row, offset in zip(self.weights, self.offsets, strict=True)
            ]
        ]
        return [
            offset + sum(map(mul, row, units))
            for row, offset in zip(self.output_weights, self.output_offsets, strict=True)
        ]
