"""The simplest legal player: any action that carries the game on."""

from collections.abc import Sequence
from random import Random
from typing import Any

Json = dict[str, Any]

# What a player may do at any time, and which moves no game on.
_ASIDE = {"resign", "expose", "misdeal"}


def choose(view: Json, history: Sequence[Json], rng: Random) -> Json:
    """Return one of the view's ``legal_actions``; a book is always declared, since it is a point.

    :raises IndexError: if the view's seat has nothing to do.
    """
    actions = [action for action in view["legal_actions"] if action["type"] not in _ASIDE]
    books = [action for action in actions if action["type"] == "declare"]
    return rng.choice(books or actions)
