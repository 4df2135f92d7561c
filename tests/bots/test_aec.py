"""PettingZoo's own tests of the environment, under every preset and overlay."""

import pytest

from games.engine.presets import OVERLAYS, PRESETS, compose
from games.engine.refusals import RulesRefused

pytest.importorskip("pettingzoo", reason="the extra of requirements/learn.in is not installed")

from pettingzoo.test import api_test, seed_test

from games.bots import aec

# A mask beside the numbers makes an observation a dict. PettingZoo's own card games are the same, and excused by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
]

FITTING = []
for preset in PRESETS:
    for overlay in ("", *OVERLAYS):
        overlays = (overlay,) if overlay else ()
        try:
            compose(preset, overlays)
        except RulesRefused:
            continue
        FITTING.append(pytest.param(preset, overlays, id=f"{preset} {overlay}".strip()))


@pytest.mark.parametrize("preset, overlays", FITTING)
def test_the_api_is_pettingzoos(preset: str, overlays: tuple[str, ...]) -> None:
    api_test(aec.env(preset, overlays=overlays, seats=3), num_cycles=300)


@pytest.mark.parametrize("preset, overlays", FITTING)
def test_a_seed_fixes_the_game(preset: str, overlays: tuple[str, ...]) -> None:
    seed_test(lambda: aec.env(preset, overlays=overlays, seats=2), num_cycles=100)
