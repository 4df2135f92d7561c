"""What a bot may do in a position, and what is played for it when it fails."""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

Json = dict[str, Any]
Choose = Callable[[Json, Sequence[Json], Random], Mapping[str, Any]]
"""What a bot is: it returns one of the view's ``legal_actions``."""

MOST_REFUSALS = 2
"""So many choices of a bot may be refused in one position; then a random action is played."""
ADVANCING = ("ask", "answer", "declare", "end_turn", "cut")
GIVING_UP = ("expose", "misdeal", "resign")
TYPES = (*ADVANCING, *GIVING_UP)


class BotFailed(Exception):
    """A bot gave no action: it raised, hung, exited, or wrote too much."""


def checked(action: object, view: Mapping[str, Any]) -> Json:
    """Return an action that can be sent.

    Its type is one that this version knows, or that the view offers.

    :raises BotFailed: if it is none. Whether it is legal is for the rules to say.
    """
    if isinstance(action, Mapping) and isinstance(action.get("failed"), str):
        raise BotFailed(action["failed"])
    known = (*TYPES, *(each["type"] for each in view["legal_actions"]))
    if not isinstance(action, Mapping) or action.get("type") not in known:
        raise BotFailed(f"not an action: {shortened(action)}")
    try:
        text = json.dumps(dict(action), allow_nan=False, ensure_ascii=False)
        text.encode()  # half of a surrogate pair is no text
    except (TypeError, ValueError, RecursionError) as error:
        raise BotFailed(f"not JSON: {error}") from None
    sent: Json = json.loads(text)
    return sent


def random_action(view: Mapping[str, Any], rng: Random) -> Json:
    """Return a random legal action that advances the game; one that gives up if there is no other.

    :raises BotFailed: if there is no legal action.
    """
    legal: list[Json] = view["legal_actions"]
    if not legal:
        raise BotFailed("the view has no legal actions")
    advancing = [each for each in legal if each["type"] in ADVANCING]
    return dict(
        rng.choice(advancing or [each for each in legal if each["type"] not in GIVING_UP] or legal)
    )


def shortened(value: object) -> str:
    """Return a value as a short text for a log."""
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."
