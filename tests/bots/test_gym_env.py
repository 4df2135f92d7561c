"""Gymnasium's own check of the environment with one learning seat, and whole games in it."""

import pytest

pytest.importorskip("gymnasium", reason="the extra of requirements/learn.in is not installed")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from games.bots import gym_env

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def play(env: gymnasium.Env, seed: int) -> tuple[float, list[int]]:
    """Play a game of legal actions; return the reward and the actions."""
    rng, taken = np.random.default_rng(seed), list[int]()
    seen, _ = env.reset(seed=seed)
    while True:
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        taken.append(action)
        seen, reward, is_over, _, info = env.step(action)
        assert info["legal"]
        if is_over:
            return float(reward), taken


def test_it_is_found_by_its_name_and_passes_gymnasiums_check() -> None:
    env = gymnasium.make("gofish-v0", against=("random", "memory"), preset="pagat")

    check_env(env.unwrapped)


def test_a_seed_determines_a_game_against_chosen_levels() -> None:
    env = gym_env.OneSeatEnv(("memory",))

    games = [play(env, seed) for seed in (1, 1, 2)]

    assert games[0] == games[1] != games[2]
    assert {reward for reward, _ in games} <= {-0.5, 0.0, 0.5}


def test_an_illegal_action_is_replaced_and_reported() -> None:
    env = gym_env.OneSeatEnv()
    seen, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])

    *_, info = env.step(np.int64(illegal))

    assert info == {"legal": False}


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(KeyError):
        gym_env.OneSeatEnv(("wise",))
