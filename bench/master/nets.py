"""A network as in ``games.bots.value_network``, for many asks at once, and how it learns."""

from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from bench.master.ask_arrays import FEATURES, Floats
from games.bots.value_network import ValueNetwork

SPREAD = 0.7 / FEATURES**0.5
"""The standard deviation of the weights of a new unit."""


class Net:
    """One hidden layer of rectified units. Inputs have the shape (features, asks)."""

    def __init__(
        self, weights: ArrayLike, offsets: ArrayLike, counts: ArrayLike, constant: float
    ) -> None:
        self._parts = [
            np.array(part, np.float32) for part in (weights, offsets, counts, [constant])
        ]
        self._slopes, self._means, self._squares = (
            [np.zeros_like(part) for part in self._parts] for _ in range(3)
        )
        self._steps = 0

    @classmethod
    def grown(
        cls, network: ValueNetwork | None, units: int, rng: np.random.Generator, *, scale: float
    ) -> Self:
        """Return a network whose values are those of another times ``scale``, with new units."""
        learned = len(network.counts) if network else 0
        weights = rng.normal(0, SPREAD, (units, FEATURES))
        offsets, counts = np.zeros(units), rng.normal(0, 0.02 if network else 0.08, units)
        if network:
            weights[:learned], offsets[:learned] = network.weights, network.offsets
            counts[:learned] = np.array(network.counts) * scale
        return cls(weights, offsets, counts, 0.0)

    def copy(self) -> "Net":
        """Return a network of the same values."""
        weights, offsets, counts, constant = self._parts
        return Net(weights, offsets, counts, float(constant[0]))

    def units(self, x: Floats) -> Floats:
        """Return the units of each ask."""
        units: Floats = self._parts[0] @ x
        units += self._parts[1][:, None]
        return np.maximum(units, 0, out=units)

    def values(self, units: Floats) -> Floats:
        """Return the value of each ask from its units."""
        values: Floats = self._parts[2] @ units + self._parts[3]
        return values

    def add_slopes(self, x: Floats, units: Floats, by_value: Floats) -> None:
        """Add the slopes of what is to grow, given its slope by the value of each ask."""
        back = np.multiply.outer(self._parts[2], by_value)
        back *= units > 0
        slopes = (back @ x.T, back.sum(axis=1), units @ by_value, by_value.sum(keepdims=True))
        for total, slope in zip(self._slopes, slopes, strict=True):
            total += slope

    def climb(self, rate: float, count: int) -> None:
        """Take a step of Adam along the slopes, which are the sums of so many lessons."""
        self._steps += 1
        for part, slope, mean, square in zip(
            self._parts, self._slopes, self._means, self._squares, strict=True
        ):
            slope /= count
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            fair_mean = mean / np.float32(1 - 0.9**self._steps)
            fair_square = square / np.float32(1 - 0.999**self._steps)
            part += np.float32(rate) * fair_mean / (np.sqrt(fair_square) + np.float32(1e-8))
            slope[...] = 0

    def network(self) -> ValueNetwork:
        """Return the network to write, with three significant digits and without the constant."""
        weights, offsets, counts, _ = (_rounded(part) for part in self._parts)
        table = [weights[start : start + FEATURES] for start in range(0, len(weights), FEATURES)]
        return ValueNetwork(table, offsets, counts)


def _rounded(part: Floats) -> list[float]:
    return [float(f"{number:.3g}") for number in part.reshape(-1).tolist()]
