"""PettingZoo's own tests of the environment, under every preset and overlay."""

import pytest

from games.engine.presets import OVERLAYS, PRESETS
from games.engine.refusals import RulesRefused
from games.engine.rule_sets import compose

pytest.importorskip("pettingzoo", reason="the extra of requirements/learn.in is not installed")

from pettingzoo.test import api_test

from games.bots import aec

# With a mask, an observation is a dict. PettingZoo's own card games are the same, and excused by
# name.
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


@pytest.mark.slow
@pytest.mark.parametrize("preset, overlays", FITTING)
def test_the_api_is_pettingzoos(preset: str, overlays: tuple[str, ...]) -> None:
    api_test(aec.env(preset, overlays=overlays, seats=3), num_cycles=300)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_winners_share_what_the_others_pay(preset: str) -> None:
    table = aec.GoFishEnv(preset, seats=4)
    table.reset(seed=3)
    for seed, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seed)  # in some games of "pagat" no seat makes a book
    paid = {}
    for agent in table.agent_iter():
        observed, reward, is_over, _, _ = table.last()
        if is_over:
            paid[agent] = reward
        assert observed is not None
        action = None if is_over else int(table.action_space(agent).sample(observed["action_mask"]))
        table.step(action)
    result = table.game.state.result

    assert result is not None
    assert sum(paid.values()) == pytest.approx(0)
    assert {f"seat_{seat}" for seat in result.winners} == {a for a, pay in paid.items() if pay > 0}


def test_an_observation_names_its_parts() -> None:
    table = aec.GoFishEnv("classic", seats=2)
    table.reset(seed=1)
    agent = table.agent_selection
    observed = table.observe(agent)["observation"]
    seen = table.game.view(table.seat(agent))

    assert observed[table.layout["turn"]].tolist() == [1, 0], "one's own seat comes first"
    assert observed[table.layout["counts"]].tolist() == [seen["stock"], 0, 1]
    assert observed[table.layout["hand_0"]].sum() == 7
    assert observed[table.layout["hand_1"]].sum() == 0


def test_an_action_that_is_not_legal_is_refused() -> None:
    table = aec.GoFishEnv("classic", seats=2)
    table.reset(seed=1)
    mask = table.observe(table.agent_selection)["action_mask"]

    with pytest.raises(KeyError):
        table.step(int(mask.argmin()))
