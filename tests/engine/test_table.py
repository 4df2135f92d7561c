"""A table is a copy of a state, and freezes into an equal one."""

from itertools import count
from typing import Any

from games.engine.events import Asked, GameOver, SeriesOver
from games.engine.state import NEW, State
from games.engine.table import Table

TYPED: dict[str, Any] = {
    "rules": NEW.rules,
    "phase": "closing",
    "commitment": "c0ffee",
    "on_abandon": "stand_in",
    "stand_in": "memory",
    "asked": Asked(0, 1, 2),
    "closing": "no_cards",
    "called_illegally": True,
    "result": GameOver("ruled", (1, 0), (0,)),
    "series": SeriesOver((5, 3), (0,)),
    "rated": True,
}


def state_of_different_values() -> State:
    """Return a state whose numbers and tuples all differ."""
    numbers = count(1)
    values = {
        name: (next(numbers),) if isinstance(value, tuple) else next(numbers)
        for name, value in NEW._asdict().items()
    }
    return State(**(values | TYPED))


def test_every_field_of_a_state_is_that_of_its_table() -> None:
    state = state_of_different_values()

    table = Table(state)

    copied = {name: getattr(table, name) for name in State._fields}
    assert {n: tuple(v) if isinstance(v, list) else v for n, v in copied.items()} == state._asdict()


def test_a_table_freezes_into_the_state_it_was_made_from() -> None:
    state = state_of_different_values()

    assert Table(state).freeze() == state


def test_a_change_of_a_table_changes_no_state() -> None:
    state = state_of_different_values()
    table = Table(state)

    for name in ("hands", "books", "barred", "misses_turns", "timeouts"):
        getattr(table, name).clear()

    assert state == state_of_different_values()
