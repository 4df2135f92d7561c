"""The vector environment keeps to Gymnasium's rules."""

from typing import Any

import pytest

from games.engine.refusals import RulesRefused

gymnasium = pytest.importorskip("gymnasium", reason="the extra of requirements/learn.in is missing")

import numpy as np  # noqa: E402

from games.bots.vector_env import GoFishVectorEnv  # noqa: E402


def legal(env: GoFishVectorEnv, seen: dict[str, Any]) -> Any:
    masks = seen["action_mask"]
    return (env.games.rng.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("preset, seats", [("classic", 2), ("bicycle_authors", 3), ("pairs", 4)])
def test_each_end_has_a_reward_and_is_followed_by_a_deal(preset: str, seats: int) -> None:
    env = GoFishVectorEnv(preset, seats=seats, tables=8)
    seen, _ = env.reset(seed=1)
    ended, endings, rewarded = np.zeros(8, np.bool_), 0, 0.0
    for _ in range(60):
        assert seen in env.observation_space
        assert (seen["action_mask"].any(axis=1) == ~ended).all()
        seen, rewards, over, truncated, _ = env.step(legal(env, seen))
        assert not (over & ended).any() and not truncated.any()
        assert (rewards[~over] == 0).all()
        endings, rewarded, ended = endings + over.sum(), rewarded + rewards.sum(), over

    assert endings > 4
    assert abs(rewarded) <= endings


def test_bad_input_is_their_error() -> None:
    env = GoFishVectorEnv(tables=3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(3, np.int64))
    seen, _ = env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction):
        env.step(seen["action_mask"].argmin(axis=1))
    with pytest.raises(gymnasium.error.InvalidAction):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(RulesRefused):
        GoFishVectorEnv("whist")
