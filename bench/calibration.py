"""How well predicted chances agree with results: the expected calibration error, and its plot."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib import pyplot, rcParams
from numpy.typing import NDArray

Array = NDArray[Any]

BINS = 15


class Bin(NamedTuple):
    """Predictions of about the same chance: their mean, the mean result, and their number."""

    predicted: float
    happened: float
    weight: int


def bins(predicted: Array, happened: Array) -> list[Bin]:
    """Return the bins of equal width that are not empty, in the order of chances."""
    places = np.minimum((predicted * BINS).astype(int), BINS - 1)
    filled = []
    for place in range(BINS):
        chosen = places == place
        if chosen.any():
            means = float(predicted[chosen].mean()), float(happened[chosen].mean())
            filled.append(Bin(*means, int(chosen.sum())))
    return filled


def expected_error(of: Sequence[Bin]) -> float:
    """Return the mean distance of predictions from results, each bin by its number."""
    total = sum(part.weight for part in of)
    return sum(part.weight * abs(part.predicted - part.happened) for part in of) / total


def draw(curves: Mapping[str, Sequence[Bin]], path: Path) -> None:
    """Plot what was predicted against what happened, one curve for each name."""
    rcParams["svg.hashsalt"] = "calibration"
    rcParams["svg.fonttype"] = "none"
    figure, axes = pyplot.subplots(figsize=(5, 4.5), layout="constrained")
    axes.plot([0, 100], [0, 100], color="0.7", linewidth=1)
    for name, curve in curves.items():
        axes.plot(
            [100 * part.predicted for part in curve],
            [100 * part.happened for part in curve],
            "o-",
            markersize=3,
            linewidth=1,
            label=f"{name}: error {100 * expected_error(curve):.1f}",
        )
    axes.set_xlabel("predicted share of the win, %")
    axes.set_ylabel("share of the win on games not learned from, %")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
