"""The built-in bots by level, from the one that knows nothing to the one that estimates hidden
cards.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Protocol, assert_never

from games.bots import at_random, expert, from_memory
from games.engine import commands
from games.engine.commands import Level

Json = dict[str, Any]

MEMORY_SPAN = 8
"""How many asks ``forgetful`` remembers by default."""


class Choose(Protocol):
    """Return one of the view's ``legal_actions``: the same one for the same arguments and
    randomness.
    """

    def __call__(self, view: Json, history: Sequence[Json], rng: Random) -> Json: ...


def _chooser(level: Level) -> Choose:
    match level:
        case "random":
            return at_random.choose
        case "forgetful":
            return partial(from_memory.choose, span=MEMORY_SPAN)
        case "memory":
            return from_memory.choose
        case "expert":
            return expert.choose
        case _:
            assert_never(level)


LEVELS: Mapping[str, Choose] = MappingProxyType(
    {level: _chooser(level) for level in commands.LEVELS}
)
"""What chooses for a bot, by level, weakest first. ``commands.Level`` is the list of levels."""


def choose(
    level: str,
    view: Json,
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
