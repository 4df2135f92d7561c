"""What a bot may do in a position, and what is played for it when it fails."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

Json = dict[str, Any]
Choose = Callable[[Json, Sequence[Json], Random], Mapping[str, Any]]
"""What a bot is: it returns one of the view's ``legal_actions``."""

MOST_REFUSALS = 2
"""So many choices of a bot may be refused in one position; then a random action is played."""
ADVANCING = ("ask", "answer", "declare", "end_turn", "cut")
TYPES = (*ADVANCING, "expose", "misdeal", "resign")


class BotFailed(Exception):
    """A bot gave no action: it raised, hung, exited, or wrote too much."""


def checked(action: object) -> Json:
    """Return an action that can be sent.

    :raises BotFailed: if it is none. Whether it is legal is for the rules to say.
    """
    if isinstance(action, Mapping) and isinstance(action.get("failed"), str):
        raise BotFailed(action["failed"])
    if not isinstance(action, Mapping) or action.get("type") not in TYPES:
        raise BotFailed(f"not an action: {shortened(action)}")
    return dict(action)


def random_action(view: Mapping[str, Any], rng: Random) -> Json:
    """Return a random legal action that advances the game."""
    legal: list[Json] = view["legal_actions"]
    return dict(rng.choice([each for each in legal if each["type"] in ADVANCING] or legal))


def shortened(value: object) -> str:
    """Return a value as a short text for a log."""
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."
