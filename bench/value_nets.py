"""Networks with one hidden layer in numpy, fitted by Adam, for ``bench/train_values.py``."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from games.analysis.values.full_value import MARGIN_UNIT

Array = NDArray[Any]

BATCH = 512
STEP = 3e-3
MARGIN_WEIGHT = 0.5
DIGITS = 4


class Net:
    """One hidden layer of rectified units."""

    def __init__(self, inputs: int, units: int, outputs: int, *, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._weights: list[Array] = [
            self._rng.normal(0, 1 / inputs**0.5, (inputs, units)),
            np.zeros(units),
            self._rng.normal(0, 0.3 / units**0.5, (units, outputs)),
            np.zeros(outputs),
        ]
        self._means = [np.zeros_like(weight) for weight in self._weights]
        self._squares = [np.zeros_like(weight) for weight in self._weights]
        self._steps = 0

    def outputs(self, inputs: Array) -> Array:
        """Return the outputs; the last axis of ``inputs`` is that of the features."""
        first, offset, last, constant = self._weights
        return np.asarray(np.maximum(0, inputs @ first + offset) @ last + constant)

    def written(self, inputs: int | None = None) -> dict[str, Any]:
        """Return the network in the form of ``games/analysis/values/networks.py``.

        With ``inputs``, it reads only the first ones: the others are taken to be 0.
        """
        first, offset, last, constant = self._weights
        return {
            "weights": np.round(first[:inputs].T, DIGITS).tolist(),
            "offsets": np.round(offset, DIGITS).tolist(),
            "output_weights": np.round(last.T, DIGITS).tolist(),
            "output_offsets": np.round(constant, DIGITS).tolist(),
        }

    def fit(
        self,
        inputs: Array,
        targets: Array,
        slope: Callable[[Array, Array], Array],
        *,
        passes: int,
        label: str,
    ) -> None:
        """Minimise the loss whose slope by the outputs is ``slope(outputs, targets)``.

        ``inputs`` and ``targets`` have one entry per example on their first axis. Steps get
        smaller towards the end.
        """
        batches = max(1, len(inputs) // BATCH)
        total = passes * batches
        done = 0
        for _ in tqdm(range(passes), desc=label, unit="pass"):
            order = self._rng.permutation(len(inputs))
            for batch in range(batches):
                chosen = order[batch * BATCH : (batch + 1) * BATCH]
                step = STEP * 0.5 * (1 + np.cos(np.pi * done / total))
                self._learn(inputs[chosen], targets[chosen], slope, step)
                done += 1

    def _learn(
        self, inputs: Array, targets: Array, slope: Callable[[Array, Array], Array], step: float
    ) -> None:
        first, offset, last, constant = self._weights
        examples = len(inputs)
        units = np.maximum(0, inputs @ first + offset)
        error = slope(units @ last + constant, targets) / examples
        flat_units, flat_error = (
            units.reshape(-1, units.shape[-1]),
            error.reshape(-1, error.shape[-1]),
        )
        back = (flat_error @ last.T) * (flat_units > 0)
        flat_inputs = inputs.reshape(-1, inputs.shape[-1])
        slopes = [
            flat_inputs.T @ back,
            back.sum(axis=0),
            flat_units.T @ flat_error,
            flat_error.sum(axis=0),
        ]
        self._steps += 1
        for weight, mean, square, own_slope in zip(
            self._weights, self._means, self._squares, slopes, strict=True
        ):
            mean += 0.1 * (own_slope - mean)
            square += 0.001 * (own_slope * own_slope - square)
            fair_mean = mean / (1 - 0.9**self._steps)
            fair_square = square / (1 - 0.999**self._steps)
            weight -= step * fair_mean / (np.sqrt(fair_square) + 1e-8)


def shares_of(outputs: Array) -> Array:
    """Return the shares by example and seat from the outputs of ``V_full``."""
    powers = np.exp(outputs[..., 0] - outputs[..., 0].max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def margins_of(outputs: Array) -> Array:
    """Return the margins in books by example and seat from the outputs of ``V_full``."""
    margins = outputs[..., 1]
    return np.asarray(MARGIN_UNIT * (margins - margins.mean(axis=1, keepdims=True)))


def full_slope(outputs: Array, results: Array) -> Array:
    """Return the slope of the cross entropy of the shares plus the square error of the margins."""
    margins = (margins_of(outputs) - results[..., 1]) / MARGIN_UNIT
    return np.stack([shares_of(outputs) - results[..., 0], MARGIN_WEIGHT * margins], axis=-1)


def win_share_of(outputs: Array) -> Array:
    """Return the win shares from the outputs of ``Q_seat``."""
    return np.asarray(1 / (1 + np.exp(-outputs[..., 0])))


def ask_slope(outputs: Array, targets: Array) -> Array:
    """Return the slope of the cross entropy of the win share."""
    return np.asarray((win_share_of(outputs) - targets)[..., None])
