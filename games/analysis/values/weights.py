"""Read the weights of the value models, which ``bench/train_values.py`` writes."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

VERSION = "1"
"""The version of the models. It changes with any weight or feature."""
FAMILY = "go_fish"
PRESETS_COVERED = ("classic", "bicycle")


def has_model(seats: int) -> bool:
    """Return whether there are weights for this number of seats."""
    return files(__package__).joinpath(_name(seats)).is_file()


@cache
def manifest() -> Mapping[str, Any]:
    """Return how the weights were made, and their errors on held-out games."""
    written: Mapping[str, Any] = json.loads(
        files(__package__).joinpath("manifest.json").read_text()
    )
    return written


def _name(seats: int) -> str:
    return f"weights_{seats}.json"
