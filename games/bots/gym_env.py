"""One learning seat among built-in bots as a Gymnasium environment; it needs
`requirements/learn.in`.

Importing this module makes ``gymnasium.make("gofish-v0")`` work: Gymnasium finds no environments by
itself. ``gymnasium.make("games.bots.gym_env:gofish-v0")`` imports it too.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import Space

from games.bots.aec import GoFishEnv, Observed
from games.bots.levels import LEVELS

Json = dict[str, Any]
NAME = "gofish-v0"


class OneSeatEnv(gymnasium.Env[Any, np.int64]):
    """A game from the view of seat 0, the learner, who moves whenever the game waits for them.

    Observations and actions are those of ``GoFishEnv``. The reward comes with the last action: the
    learner's share of the win less an equal part. An action that is not legal is replaced by a
    random legal one, and ``info`` says so.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        against: Sequence[str] = ("random",),
        preset: str = "classic",
        overlays: tuple[str, ...] = (),
        options: Json | None = None,
    ) -> None:
        """Prepare a table with a rival of each level.

        :raises KeyError: if there is no such level.
        :raises RulesRefused: if the rules cannot be played at this number of seats.
        """
        for level in against:
            LEVELS[level]
        self.table = GoFishEnv(preset, seats=len(against) + 1, overlays=overlays, options=options)
        self.learner = self.table.possible_agents[0]
        self.observation_space: Space[Any] = self.table.observation_space(self.learner)
        self.action_space: Space[Any] = self.table.action_space(self.learner)
        self._levels, self._rng = [*against], Random()

    def reset(
        self, *, seed: int | None = None, options: Json | None = None
    ) -> tuple[Observed, Json]:
        """Deal a new game, and let rivals play until it waits for the learner."""
        super().reset(seed=seed)
        if seed is not None:
            self._rng = Random(seed)
        is_over = True
        while is_over:  # rivals may win before the learner's first turn
            self.table.reset(seed=self._rng.getrandbits(32))
            is_over = self._let_rivals_play()
        return self.table.observe(self.learner), {}

    def step(self, action: np.int64) -> tuple[Observed, float, bool, bool, Json]:
        """Take an action, and let rivals play until the game waits for the learner or is over."""
        _, legal_actions = self.table.turn()
        legal = sorted(legal_actions)
        is_legal = int(action) in legal
        self.table.step(int(action) if is_legal else self._rng.choice(legal))
        is_over = self._let_rivals_play()
        reward = float(self.table.rewards[self.learner]) if is_over else 0.0
        return self.table.observe(self.learner), reward, is_over, False, {"legal": is_legal}

    def _let_rivals_play(self) -> bool:
        """Let rivals play until the game waits for the learner; return whether it is over."""
        while (seat := self.table.game.to_act) is not None and seat > 0:
            self.table.step(self.table.advise(self._levels[seat - 1], self._rng))
        return seat is None


def register() -> None:
    """Make the environment known to Gymnasium, unless it is."""
    if NAME not in gymnasium.registry:
        gymnasium.register(NAME, entry_point=f"{__name__}:{OneSeatEnv.__name__}")


register()
