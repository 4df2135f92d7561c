"""Every worked case happens event by event.

``SCENARIOS=FILE`` plays another file of the same format.
"""

import os
from pathlib import Path

import pytest

from tests.engine import scenarios

SCENARIOS = scenarios.load(Path(os.environ.get("SCENARIOS") or scenarios.BUNDLED))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_the_scenario_happens_as_written(scenario: scenarios.Json) -> None:
    difference = scenarios.first_difference(scenario)

    assert difference is None, f"{scenario['id']} {scenario.get('title', '')}\n{difference}"
