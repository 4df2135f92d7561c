"""Read the weights of the value models, which ``bench/train_values.py`` writes."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from games.analysis.values.networks import HiddenLayerNetwork

VERSION = "1"
"""The version of the models. It changes with any weight or feature."""
FAMILY = "go_fish"
PRESETS_COVERED = ("classic", "bicycle")


class Models(NamedTuple):
    """The models for one number of seats."""

    full: Sequence[HiddenLayerNetwork]
    asks: Sequence[HiddenLayerNetwork]
    deal_shares: Mapping[str, Sequence[Sequence[float]]]
    """By preset, for each network of ``full`` the mean win share after the deal of the seat that
    begins, of the next seat, and so on.
    """
    deal_margins: Mapping[str, Sequence[Sequence[float]]]
    random_cost: float
    """The mean cost of an ask at random: the scale of accuracy."""


def has_model(seats: int) -> bool:
    """Return whether there are weights for this number of seats."""
    return files(__package__).joinpath(_name(seats)).is_file()


@cache
def models_for(seats: int) -> Models:
    """Return the models for this number of seats.

    :raises FileNotFoundError: if there are none.
    """
    return models_from(json.loads(files(__package__).joinpath(_name(seats)).read_text()))


def models_from(written: Mapping[str, Any]) -> Models:
    """Return models from their JSON."""
    return Models(
        full=[HiddenLayerNetwork(**table) for table in written["full"]],
        asks=[HiddenLayerNetwork(**table) for table in written["asks"]],
        deal_shares=written["deal_shares"],
        deal_margins=written["deal_margins"],
        random_cost=written["random_cost"],
    )


def _name(seats: int) -> str:
    return f"weights_{seats}.json"
