"""The models' chances come true, and accuracy orders players by how well they play."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from bench import analysis_check, calibration
from bench.analysis_check import JudgedGame
from games.analysis import values
from games.analysis.values import weights
from games.analysis.values.full_features import feature_count
from games.bots.features import Features
from tests.profiles import sized

SEATS = (2, 3, 4)
GAMES = sized(0, nightly=2_000)
MOST_ERROR = 0.02
# Between the levels that win less and more: the more seats, the more a short memory costs.


@cache
def games(seats: int) -> list[JudgedGame]:
    return [analysis_check.judged_game(seats, number) for number in range(GAMES)]


@pytest.mark.parametrize("seats", SEATS)
def test_the_manifest_has_errors_of_games_not_learned_from(seats: int) -> None:
    manifest: Any = json.loads(files(values).joinpath("manifest.json").read_text())
    about = manifest[str(seats)]

    assert manifest["version"] == weights.VERSION
    assert about["held_out_games"] > 1000
    assert about["full"]["calibration_error"] <= MOST_ERROR
    assert about["asks"]["calibration_error"] <= MOST_ERROR
    assert set(about["full"]["by_preset"]) == set(weights.PRESETS_COVERED)
    assert max(about["full"]["by_preset"].values()) <= MOST_ERROR


@pytest.mark.parametrize("seats", SEATS)
def test_networks_read_the_features_that_there_are(seats: int) -> None:
    models = weights.models_for(seats)

    assert {len(row) for net in models.full for row in net.weights} == {feature_count(seats)}
    assert {len(row) for net in models.asks for row in net.weights} == {len(Features._fields) + 1}


def test_calibration_error_counts_each_bin_by_its_weight() -> None:
    predicted, happened = np.array([0.1, 0.1, 0.1, 0.9]), np.array([0.0, 0.0, 0.0, 0.5])

    found = calibration.bins(predicted, happened)

    assert [each.weight for each in found] == [3, 1]
    assert calibration.expected_error(found) == pytest.approx(0.75 * 0.1 + 0.25 * 0.4)
