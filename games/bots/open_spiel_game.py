"""The engine as a game of OpenSpiel; it needs the extra ``openspiel``.

Importing this module registers ``python_gofish``. A seat's information state is all that it saw
happen, its observation what it sees now.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from games.bots import chance_nodes, levels, numbers
from games.engine import view
from games.engine.cards import CARD_TEXTS, RANKS, Seat
from games.engine.codec import canonical, rules_from_json
from games.engine.options import MAX_SEATS
from games.engine.refusals import RulesRefused

Json = dict[str, Any]
NAME = "python_gofish"
KINDS = ("dealt", "asked", "cards_given", "card_drawn", "book_made")
"""The events that have a row in the tensor of an information state: all others follow from them."""
DEFAULTS: Json = {
    "preset": "classic",
    "players": 2,
    "overlays": "",  # joined by +
    "hand_size": 0,  # 0: as in the preset
    "stalemate_limit": 0,
    "open_ranks": len(RANKS),
    "rows": 400,  # of the tensor of an information state, one for each event
}
MAX_ROWS = 5_000
MAX_STALEMATE_LIMIT = 1_000


def type_named(name: str) -> pyspiel.GameType:
    """Return the type of the game under a name in OpenSpiel."""
    return pyspiel.GameType(
        short_name=name,
        long_name="Go Fish by the rules of a preset",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


class GoFishGame(pyspiel.Game):  # type: ignore[misc]
    """Whole games of a preset, or its endgames with few open ranks."""

    name = NAME

    def __init__(self, params: Json | None = None) -> None:
        """Prepare the game.

        :raises pyspiel.SpielError: if a parameter is out of its range, or the rules cannot be
            played at this number of seats.
        """
        wanted = DEFAULTS | (params or {})
        if not 1 <= wanted["rows"] <= MAX_ROWS:
            raise pyspiel.SpielError(f"rows must be 1 to {MAX_ROWS}.")
        if wanted["stalemate_limit"] > MAX_STALEMATE_LIMIT:
            raise pyspiel.SpielError(f"stalemate_limit must be 0 to {MAX_STALEMATE_LIMIT}.")
        options = {name: wanted[name] for name in ("hand_size", "stalemate_limit") if wanted[name]}
        try:
            self.setup = chance_nodes.prepare(
                wanted["preset"],
                seats=wanted["players"],
                overlays=[name for name in wanted["overlays"].split("+") if name],
                options=options,
                open_ranks=wanted["open_ranks"],
            )
        except RulesRefused as refused:
            details = " ".join(error.detail for error in refused.errors)
            raise pyspiel.SpielError(details) from refused
        self.rows = wanted["rows"]
        seats = self.setup.seats
        self.actions = numbers.Actions(self.setup.rules, seats=seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=len(CARD_TEXTS),
            num_players=seats,
            min_utility=-1 / seats,
            max_utility=1 - 1 / seats,
            utility_sum=0.0,
            max_game_length=self.setup.most_moves,
        )
        super().__init__(type_named(self.name), info, params or {})

    def new_initial_state(self) -> "GoFishState":
        """Return the state at which chance names the dealer."""
        return GoFishState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Json | None = None
    ) -> "GoFishObserver":
        """Return an observer of seats."""
        has_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return GoFishObserver(self, has_recall=has_recall, params=params)


class GoFishState(pyspiel.State):  # type: ignore[misc]
    """A position; OpenSpiel keeps the actions that led to it."""

    def __init__(self, game: GoFishGame) -> None:
        super().__init__(game)
        self.position = chance_nodes.start(game.setup)

    def current_player(self) -> int:
        """Return the seat to act, or that chance acts or the game is over."""
        if self.position.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.state.to_act()
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.state.is_over

    def returns(self) -> list[float]:
        """Return by seat the share of the win less an equal part; zeros before the end."""
        result, seats = self.position.state.result, self.position.setup.seats
        if result is None:
            return [0.0] * seats
        share = 1 / len(result.winners)
        return [(seat in result.winners) * share - 1 / seats for seat in range(seats)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes, all equally likely."""
        outcomes = self.position.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def hides_state_from_agents(self) -> bool:
        """Return True, so that Kaggle's environments give agents no copy of the state."""
        return True

    def _legal_actions(self, player: Seat) -> list[int]:
        return sorted(self._by_number(player))

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise pyspiel.SpielError("The game is over.")
        try:
            if self.position.is_chance:
                self.position = self.position.after_chance(action)
            else:
                seat = self.current_player()
                command = view.command_of(self._by_number(seat)[action], seat)
                self.position = self.position.after(command)
        except (KeyError, ValueError) as error:
            raise pyspiel.SpielError(f"Action {action} is not legal here.") from error

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            is_dealer = self.position.state.phase == "dealer"
            return f"seat {action} deals" if is_dealer else CARD_TEXTS[action]
        kind, *named = self.get_game().actions.key(action)
        if kind == "ask":  # a number counts seats from the asker on, a text names one as views do
            named[0] = (player + named[0]) % self.position.setup.seats
        return " ".join(map(str, (kind, *named)))

    def _by_number(self, seat: Seat) -> dict[int, Json]:
        legal: dict[int, Json] = self.get_game().actions.legal(
            view.state_view(self.position.state, seat)
        )
        return legal

    def __str__(self) -> str:
        return canonical(view.state_view(self.position.state, "referee"))


class LevelBot(pyspiel.Bot):  # type: ignore[misc]
    """A built-in bot of a level as a bot of OpenSpiel."""

    def __init__(self, level: str, seat: Seat, rng: Random) -> None:
        """Seat the bot.

        :raises KeyError: if there is no such level.
        """
        super().__init__()
        self._choose, self._seat, self._rng = levels.LEVELS[level], seat, rng

    def restart_at(self, state: "GoFishState") -> None:
        """Do nothing: the bot keeps nothing of a game."""

    def step(self, state: "GoFishState") -> int:
        """Return the number of the action that the bot takes."""
        seen = view.state_view(state.position.state, self._seat)
        action = self._choose(seen, [*_seen(state.position, self._seat)], self._rng)
        number: int = state.get_game().actions.number(action, seat=self._seat)
        return number


class GoFishObserver:
    """What a seat sees: with recall all events as it saw them, else the present view."""

    def __init__(self, game: GoFishGame, *, has_recall: bool, params: Json | None) -> None:
        if params:
            raise ValueError(f"The observer takes no parameters: {params}")
        setup = game.setup
        self._has_recall, self._rows = has_recall, game.rows
        seen = view.state_view(chance_nodes.start(setup).state, 0)
        width = len(KINDS) + 2 * setup.seats + len(RANKS) + len(CARD_TEXTS)
        shapes: dict[str, tuple[int, ...]] = {"observation": (len(numbers.observation(seen)),)}
        if has_recall:
            shapes["events"] = (self._rows, width)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: GoFishState, player: Seat) -> None:
        """Write what the seat sees; seats count from it on. The last events have the rows."""
        position = state.position
        self.dict["observation"][:] = numbers.observation(view.state_view(position.state, player))
        if not self._has_recall:
            return
        rows = self.dict["events"]
        rows[:] = 0
        events = [event for event in _seen(position, player) if event["type"] in KINDS]
        for place, event in enumerate(events[-self._rows :]):
            _write_row(rows[place], event, player, position.setup.seats)

    def string_from(self, state: GoFishState, player: Seat) -> str:
        """Return the text of what the seat sees."""
        position = state.position
        if self._has_recall:
            return canonical({"seat": player, "events": [*_seen(position, player)]})
        return canonical(view_of(position, player))


def view_of(position: chance_nodes.Node, seat: Seat) -> Json:
    """Return what a seat sees, without resigning, which is no action here."""
    seen = view.state_view(position.state, seat)
    legal = [action for action in seen["legal_actions"] if action["type"] != "resign"]
    return {**seen, "legal_actions": legal}


def _seen(position: chance_nodes.Node, seat: Seat) -> Iterable[Json]:
    rules = position.setup.rules
    return (view.event_view(event, seat, rules) for event in position.events)


def _write_row(row: NDArray[np.float32], event: Json, player: Seat, seats: int) -> None:
    """Write the kind of an event, its seat, the other seat, its rank and its cards."""
    others = len(KINDS) + seats
    ranks = others + seats
    cards = ranks + len(RANKS)
    row[KINDS.index(event["type"])] = 1
    if event["type"] == "dealt":
        row[len(KINDS) + (event["dealer"] - player) % seats] = 1
        named = event["hands"][player]
    else:
        row[len(KINDS) + (event["seat"] - player) % seats] = 1
        named = event.get("cards") or [event.get("card")]
    other = event.get("target", event.get("to"))
    if other is not None:
        row[others + (other - player) % seats] = 1
    if event.get("rank") is not None:
        row[ranks + RANKS.index(event["rank"])] = 1
    for card in named:
        if card is not None:
            row[cards + CARD_TEXTS.index(card)] = 1


def number_of(events: Sequence[Json], action: Json, *, seat: Seat) -> int:
    """Return the number of a seat's action, in a game whose events begin with these."""
    rules = rules_from_json(events[0]["rules"])
    return numbers.Actions(rules, seats=events[0]["seats"]).number(action, seat=seat)


def register() -> None:
    """Make the game known to OpenSpiel, unless it is."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(type_named(NAME), GoFishGame)


register()
