"""Compare the environments for learning programs with OpenSpiel's C++ ``go_fish``.

Each side plays the classic rules with random legal asks, driven from Python, deals included. The
sides alternate round by round, so that a slow moment of the machine affects all. CPU time is
measured. It needs OpenSpiel and the extra ``learn``: run `python -m bench.environments`.
"""

import random
from collections.abc import Callable
from importlib.metadata import version
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from games.bots import aec
from games.bots.batch import BatchGames
from games.bots.local_game import LocalGame
from games.bots.vector_env import GoFishVectorEnv
from games.engine import build

SEATS = (2, 4)
TABLES = 4096
ROUNDS = 11
SECONDS_EACH = 0.5
"""CPU time of a round of one side, at least."""
ASKS = 55
"""Steps of an environment without a game: those of a usual one with two seats."""

Play = Callable[[], int]
"""Plays on for a moment and returns the number of asks."""


def main() -> None:
    """Print the asks a second of each side, and the ratio to OpenSpiel's loop in the same round."""
    print(f"OpenSpiel {version('open-spiel')}, numpy {np.__version__}, {TABLES} tables a batch;")
    print(f"PettingZoo with the {build.loaded()} engine; medians of {ROUNDS} rounds, CPU time")
    for seats in SEATS:
        sides: dict[str, Play] = {
            "OpenSpiel's loop": openspiel(seats, tensor=False),
            "OpenSpiel's loop with its tensor": openspiel(seats, tensor=True),
            "batch, masks": batch(seats, observes=False),
            "batch, masks and observations": batch(seats, observes=True),
            "gymnasium.vector, asks of all seats": vector(seats),
            "PettingZoo": pettingzoo(aec.env(seats=seats)),
            "PettingZoo, without its wrapper": pettingzoo(aec.GoFishEnv(seats=seats)),
            "PettingZoo, no game": pettingzoo(OrderEnforcingWrapper(NoGame(seats=seats))),
        }
        rounds = {name: list[float]() for name in sides}
        for number in range(ROUNDS + 1):
            for name, play in sides.items():
                asks_a_second = measure(play)
                if number:  # the first warms up
                    rounds[name].append(asks_a_second)
        print(f"\n| {seats} seats | asks a second | to the loop | to the loop with its tensor |")
        print("|---|---|---|---|")
        plain, with_tensor, *_ = rounds.values()
        for name, speeds in rounds.items():
            ratios = (
                median(one / other for one, other in zip(speeds, others, strict=True))
                for others in (plain, with_tensor)
            )
            print(f"| {name} | {median(speeds):,.0f} |", *(f"{ratio:.2f} |" for ratio in ratios))


def measure(play: Play) -> float:
    """Return the asks a second of CPU time."""
    began, asks = process_time(), 0
    while process_time() - began < SECONDS_EACH:
        asks += play()
    return asks / (process_time() - began)


def openspiel(seats: int, *, tensor: bool) -> Play:
    """Return a function that plays a game of OpenSpiel."""
    game, rng = pyspiel.load_game("go_fish", {"players": seats}), random.Random(1)

    def play() -> int:
        asks, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action, _ = pyspiel.sample_action(state.chance_outcomes(), rng.random())
            else:
                if tensor:
                    np.array(state.observation_tensor(), np.float32)
                action = rng.choice(state.legal_actions())
                asks += 1
            state.apply_action(action)
        return asks

    return play


def batch(seats: int, *, observes: bool) -> Play:
    """Return a function that lets all tables ask once."""
    games = BatchGames(seats=seats, tables=TABLES, seed=1)

    def play() -> int:
        if observes:
            games.observe()
        games.deal(games.step(games.sample()))
        return TABLES

    return play


def vector(seats: int) -> Play:
    """Return a function that steps once, and counts the asks of all seats."""
    asks = 0

    class Counting(BatchGames):
        def step(self, actions: Any, tables: Any = None) -> Any:
            nonlocal asks
            asks += TABLES if tables is None else int(tables.sum())
            return super().step(actions, tables)

    env = GoFishVectorEnv(seats=seats, tables=TABLES)
    env.games.__class__ = Counting
    seen, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)

    def play() -> int:
        nonlocal asks, seen
        asks = 0
        counts = seen["action_mask"].cumsum(axis=1, dtype=np.int16)
        chosen = rng.random(TABLES, np.float32) * counts[:, -1]
        seen, *_ = env.step((counts <= chosen[:, None]).sum(axis=1) % env.games.num_actions)
        return asks

    return play


class NoGame(aec.GoFishEnv):
    """The least that PettingZoo asks of an environment: shows the first turn again and again."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(seed, options)
        self._left = ASKS
        self._shown = super().observe(self.agent_selection)

    def observe(self, agent: str) -> aec.Observed:
        return {name: part.copy() for name, part in self._shown.items()}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._left -= 1
        if not self._left:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[self._left % len(self.agents)]

    def _new_game(self) -> LocalGame:
        return getattr(self, "game", None) or super()._new_game()


def pettingzoo(env: Any) -> Play:
    """Return a function that plays a game as PettingZoo's documentation does."""
    rng = random.Random(1)

    def play() -> int:
        asks = 0
        env.reset(seed=rng.getrandbits(32))
        for _ in env.agent_iter():
            seen, _, is_over, _, _ = env.last()
            if is_over:
                env.step(None)
                continue
            env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            asks += 1
        return asks

    return play


if __name__ == "__main__":
    main()
