"""The engine as a PettingZoo environment, for learning programs; it needs `requirements/learn.in`.

Seats act one after the other (``AECEnv``). A seat observes its view as numbers, and a mask of its
legal actions.
"""

from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from games.bots import levels
from games.bots.local_game import LocalGame
from games.bots.numbers import Actions, layout, observation
from games.engine.cards import Seat
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES

Json = dict[str, Any]
Observed = dict[str, NDArray[Any]]


def env(
    preset: str = "classic",
    *,
    seats: int = 2,
    overlays: tuple[str, ...] = (),
    options: Json | None = None,
) -> OrderEnforcingWrapper:
    """Return an environment that raises an error if its methods are called in the wrong order.

    :raises RulesRefused: if the rules cannot be played at this number of seats.
    """
    return OrderEnforcingWrapper(GoFishEnv(preset, seats=seats, overlays=overlays, options=options))


class GoFishEnv(AECEnv):  # type: ignore[misc]
    """Whole games of one set of rules.

    A seat observes ``observation``, whose parts are in ``layout``, and ``action_mask``, in which
    its legal actions are 1; all are 0 while the game waits for another seat. At the end the winners
    share a reward of 1 and each seat pays an equal part of it, so that the rewards sum to 0.
    """

    metadata = {"name": "go_fish_v0", "is_parallelizable": False, "render_modes": []}
    render_mode = None

    def __init__(
        self,
        preset: str = "classic",
        *,
        seats: int = 2,
        overlays: tuple[str, ...] = (),
        options: Json | None = None,
    ) -> None:
        super().__init__()
        self.rules = compose(preset, overlays, options).check(seats=seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.actions = Actions(self.rules, seats=seats)
        self._chance = Random()
        self._turn: tuple[Json, dict[int, Json]] | None = None
        self.game = self._new_game()
        view = self.game.view(0)
        self.layout = layout(view)
        length = len(observation(view))
        self._observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, np.iinfo(np.int32).max, (length,), np.int32),
                    "action_mask": Box(0, 1, (len(self.actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the space of a seat's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """Return the space of a seat's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        """Deal a new game; the same seed deals the same cards."""
        if seed is not None:
            self._chance = Random(seed)
        self.game = self._new_game()
        self._turn = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Json] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> Observed:
        """Return the observation and the action mask of a seat."""
        seat = self.seat(agent)
        is_to_act = seat == self.game.to_act
        view, legal = self.turn() if is_to_act else (self.game.view(seat), {})
        mask = np.zeros(len(self.actions), np.int8)
        mask[[*legal]] = 1
        return {"observation": np.array(observation(view), np.int32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the selected seat, by its number.

        :raises KeyError: if the action is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "a seat passes only when the game is over"
        _, legal = self.turn()
        self.game.act(legal[int(action)])
        self._turn = None
        self._cumulative_rewards[agent] = 0.0
        if self.game.to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
            for seat, share in enumerate(self.game.shares()):
                self.rewards[self.possible_agents[seat]] = share - 1 / len(self.possible_agents)
        self._accumulate_rewards()
        self._select()

    def advise(self, level: str, rng: Random) -> int:
        """Return the action that a built-in bot of this level takes for the selected seat.

        :raises KeyError: if there is no such level.
        """
        seat, (view, _) = self.seat(self.agent_selection), self.turn()
        action = levels.choose(level, view, self.game.history(seat), rng)
        return self.actions.number(action, seat=seat)

    def turn(self) -> tuple[Json, dict[int, Json]]:
        """Return the view of the seat that the game waits for, and its legal actions by number."""
        if self._turn is None:
            view = self.game.view(self.seat(self.agent_selection))
            self._turn = view, self.actions.legal(view)
        return self._turn

    def seat(self, agent: str) -> Seat:
        """Return the seat's number."""
        return self.possible_agents.index(agent)

    def _new_game(self) -> LocalGame:
        seed = self._chance.randbytes(SEED_BYTES)
        return LocalGame(self.rules, seats=len(self.possible_agents), seed=seed)

    def _select(self) -> None:
        seat = self.game.to_act
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]
