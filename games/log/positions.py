"""Read the texts of stored positions, which are rebuilt from the log where that is needed."""

from functools import lru_cache

import orjson

from games.engine import codec, snapshot
from games.engine.evolve import replay
from games.engine.refusals import MalformedEntry
from games.engine.state import State
from games.log import reader

_UNREADABLE = (
    snapshot.OtherSchema,
    MalformedEntry,
    AttributeError,
    KeyError,
    TypeError,
    ValueError,
)


class DamagedPosition(MalformedEntry):
    """The text of a stored position cannot be read. `manage.py rebuild_positions` restores it."""


def read(game_id: int, version: int, text: str, rules: str) -> State:
    """Return the state after the move ``version`` from the stored texts of the position and the
    rules.

    Rebuilds a position of another schema from the log. Only the next command stores it.

    :raises DamagedPosition: if its text cannot be read.
    :raises MalformedEntry: if the rules, or moves that are needed, cannot be read.
    """
    codec.rules_from_text(rules)
    try:
        return _state(text, rules)
    except snapshot.OtherSchema:
        return replay(
            event for move in reader.read(game_id, until=version) for event in move.events
        )
    except _UNREADABLE as error:
        damaged = DamagedPosition(f"The position after move {version} cannot be read.")
        damaged.add_note(type(error).__name__)
        raise damaged from None


def can_read(text: str, rules: str) -> bool:
    """Return whether :func:`read` needs no log for these texts, and raises nothing."""
    try:
        _state(text, rules)
    except _UNREADABLE:
        return False
    return True


@lru_cache(maxsize=1024)
def _state(text: str, rules: str) -> State:
    """Return the state of a position; the same value for all readers of the same texts."""
    return snapshot.read(orjson.loads(text), codec.rules_from_text(rules))
