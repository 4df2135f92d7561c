"""A bot that asks at random."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.bots.duties import asks_or_duty

Json = dict[str, Any]


def choose(view: Mapping[str, Any], history: Sequence[Json], rng: Random) -> Json:
    """Return one of the view's ``legal_actions``.

    :raises IndexError: if the view's seat has nothing to do.
    """
    return rng.choice(asks_or_duty(view, rng))
