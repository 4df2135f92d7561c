"""The game as an environment of Kaggle; it needs the extra ``kaggle``.

Importing this module registers ``open_spiel_gofish_kaggle``. The functions ``get_legal_moves``,
``generate_prompt`` and ``parse_response`` are those of Kaggle's harness for language models.
``agent`` makes agents of the built-in bots.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import kaggle_environments
import pyspiel
from kaggle_environments.core_harness import ParseResult, parse_json_action, render_rethink_suffix
from kaggle_environments.envs.open_spiel_env import open_spiel_env

from games.bots import levels, open_spiel_game
from games.engine import view
from games.engine.cards import Seat
from games.engine.codec import canonical

Json = dict[str, Any]
NAME = "gofish_kaggle"
ENVIRONMENT = f"open_spiel_{NAME}"
PROMPT = """You play Go Fish as player {seat} of {seats}.

Rules:
{rules}

What you have seen happen, oldest first, as JSON:
{events}

What you see now, as JSON:
{view}

It is your turn. "ask 1 7" asks player 1 for sevens. Your legal moves:
{moves}

Think, then end your answer with your move as JSON:

```json
{{"move": "<one of the legal moves>"}}
```
"""
ILLEGAL = """

Your move "{previous_action}" is not legal. Choose one of the legal moves, in the same JSON format.
"""
UNREADABLE = """

Your answer ended with:
{previous_response}

It has no JSON answer. End with {{"move": "<one of the legal moves>"}}.
"""


class KaggleGame(open_spiel_game.GoFishGame):
    """The game of OpenSpiel, whose observations have all that an agent needs."""

    name = NAME

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Json | None = None
    ) -> "KaggleObserver":
        """Return an observer of seats."""
        has_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return KaggleObserver(self, has_recall=has_recall, params=params)


class KaggleObserver(open_spiel_game.GoFishObserver):
    """The view, the events as the seat saw them, and its legal moves: agents get no state."""

    def string_from(self, state: open_spiel_game.GoFishState, player: Seat) -> str:
        """Return the text of what the seat sees."""
        position, rules = state.position, state.position.setup.rules
        moves = state.legal_actions(player) if state.current_player() == player else []
        return canonical(
            {
                "view": open_spiel_game.view_of(position, player),
                "events": [view.event_view(event, player, rules) for event in position.events],
                "moves": {str(move): state.action_to_string(player, move) for move in moves},
            }
        )


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """Return the legal moves of the observing player by number; none if it is not their turn."""
    return {int(number): text for number, text in _seen(observation).get("moves", {}).items()}


def generate_prompt(
    observation: Mapping[str, Any],
    move_history: list[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """Return the prompt for a language model, from what its player sees."""
    seen = _seen(observation)
    now, [created, *events] = seen["view"], seen["events"]
    prompt = PROMPT.format(
        seat=now["you"],
        seats=len(now["seats"]),
        rules=json.dumps(created["rules"]),
        events="\n".join(map(canonical, events)),
        view=canonical(now),
        moves="\n".join(seen["moves"].values()),
    )
    return prompt + str(
        render_rethink_suffix(ILLEGAL, UNREADABLE, previous_response, previous_action)
    )


def parse_response(response: str, legal_action_strings: Sequence[str]) -> ParseResult:
    """Return the legal move that an answer of a language model names."""
    return parse_json_action(response, legal_action_strings)


def agent(level: str, rng: Random) -> Callable[[Mapping[str, Any], Any], Json]:
    """Return a built-in bot as an agent of Kaggle.

    :raises KeyError: if there is no such level.
    """
    choose = levels.LEVELS[level]

    def act(observation: Mapping[str, Any], configuration: Any) -> Json:
        seen = _seen(observation)
        if not seen.get("moves"):
            return {"submission": pyspiel.INVALID_ACTION}
        action = choose(seen["view"], seen["events"], rng)
        number = open_spiel_game.number_of(seen["events"], action, seat=seen["view"]["you"])
        return {"submission": number}

    return act


def make(**parameters: Any) -> Any:
    """Return an environment of the game with these parameters of OpenSpiel.

    :raises pyspiel.SpielError: if they cannot be played.
    """
    text = ",".join(f"{name}={value}" for name, value in parameters.items())
    specification = open_spiel_env._build_env(f"{NAME}({text})")
    kaggle_environments.register(ENVIRONMENT, specification)
    return kaggle_environments.make(ENVIRONMENT)


def _seen(observation: Mapping[str, Any]) -> Json:
    seen: Json = json.loads(observation.get("observationString") or "{}")
    return seen


def register() -> None:
    """Make the game known to OpenSpiel and Kaggle, unless it is."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(open_spiel_game.type_named(NAME), KaggleGame)
    make()


register()
