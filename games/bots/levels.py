"""The built-in bots by level, from the one that knows nothing to the one that estimates hidden
cards.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

from games.bots import at_random, expert, from_memory, master

Json = dict[str, Any]

MEMORY_SPAN = 8
"""How many asks ``forgetful`` remembers by default."""


class Choose(Protocol):
    """Return one of the view's ``legal_actions``; equal arguments and randomness give the same."""

    def __call__(self, view: Mapping[str, Any], history: Sequence[Json], rng: Random) -> Json: ...


LEVELS: Mapping[str, Choose] = MappingProxyType(
    {
        "random": at_random.choose,
        "forgetful": partial(from_memory.choose, span=MEMORY_SPAN),
        "memory": from_memory.choose,
        "expert": expert.choose,
        "master": master.choose,
    }
)
"""The function that chooses for a bot of each level, weakest first."""


def choose(
    level: str,
    view: Mapping[str, Any],
    history: Sequence[Json],
    rng: Random,
    *,
    memory_span: int = MEMORY_SPAN,
) -> Json:
    """Return what a bot of this level does: one of the ``legal_actions`` of ``view``.

    ``view`` is the bot's own (``games.engine.view.state_view``). ``history`` is what its seat saw
    happen (``event_view``), oldest first: ``created``, and at least everything since the last
    ``dealt``. ``memory_span`` is the number of asks that ``forgetful`` remembers; other levels
    ignore it.

    :raises KeyError: if there is no such level.
    :raises IndexError: if the view's seat has nothing to do.
    """
    if level == "forgetful":
        return from_memory.choose(view, history, rng, span=memory_span)
    return LEVELS[level](view, history, rng)
