"""Many tables at once as a vector environment of Gymnasium; it needs the extra ``learn``.

Seat 0 of every table is the learner. Policies for arrays play the other seats.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from games.bots.batch import PACK, BatchGames, Flags, Ints

Json = dict[str, Any]
Observed = dict[str, NDArray[Any]]
Policy = Callable[[BatchGames], Ints]
"""Returns an action for each table, of the seat to act; those where seat 0 acts are ignored."""


class GoFishVectorEnv(VectorEnv[Observed, Ints, Any]):
    """Games from the view of seat 0, who moves at all tables at once.

    Observations and actions are those of ``BatchGames``. The reward comes with the last action: the
    learner's share of the win less an equal part. The step after the end of a game deals the next
    one, as ``AutoresetMode.NEXT_STEP`` says, whatever the action.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self, preset: str = "classic", *, rivals: Policy = BatchGames.sample, **options: Any
    ) -> None:
        """Prepare the tables; ``options`` are those of ``BatchGames``.

        :raises RulesRefused: if the rules cannot be played.
        """
        self.games = BatchGames(preset, **options)
        self.num_envs = self.games.tables
        self._rivals, self._is_reset = rivals, False
        size, actions = self.games.observe().shape[1], self.games.num_actions
        self.single_observation_space = Dict(
            {
                "observation": Box(0, PACK, (size,), np.int8),
                "action_mask": Box(0, 1, (actions,), np.int8),
            }
        )
        self.single_action_space = Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = MultiDiscrete([actions] * self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Json | None = None
    ) -> tuple[Observed, Json]:
        """Deal at all tables. Tables share one generator: of a list, the first seed counts."""
        seed = seed[0] if isinstance(seed, list) else seed
        if seed is not None:
            self.games.rng = np.random.default_rng(seed)
        self._deal(np.ones(self.num_envs, np.bool_))
        self._is_reset = True
        return self._observed(), {}

    def step(self, actions: Ints) -> tuple[Observed, NDArray[np.float64], Flags, Flags, Json]:
        """Take the learner's actions, and let rivals play until all tables wait for the learner.

        :raises gymnasium.error.ResetNeeded: before the first reset.
        :raises gymnasium.error.InvalidAction: if an action is not legal; no table has changed then.
        """
        if not self._is_reset:
            raise ResetNeeded("Call reset before step.")
        ended = self.games.is_over.copy()
        try:
            self.games.step(np.asarray(actions), ~ended)
        except ValueError as error:
            raise InvalidAction(str(error)) from error
        self._let_rivals_play()
        is_over = self.games.is_over.copy()
        rewards = (self.games.shares()[:, 0] - 1 / self.games.seats) * (is_over & ~ended)
        self._deal(ended)
        is_over &= ~ended
        return self._observed(), rewards, is_over, np.zeros(self.num_envs, np.bool_), {}

    def _deal(self, tables: Flags) -> None:
        """Deal until these games reach the learner's turn: rivals may win before it."""
        while tables.any():
            self.games.deal(tables)
            self._let_rivals_play()
            tables = tables & self.games.is_over

    def _let_rivals_play(self) -> None:
        games = self.games
        while (waiting := (games.turn > 0) & ~games.is_over).any():
            games.step(self._rivals(games), waiting)

    def _observed(self) -> Observed:
        masks = self.games.masks().astype(np.int8)
        return {"observation": self.games.observe(), "action_mask": masks}
