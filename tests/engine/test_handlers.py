"""Every event has a handler and every command a rule: a replay or a decision never fails to find
one.
"""

from types import ModuleType
from typing import Any, get_args

import pytest

from games.engine import commands, decide, events, evolve

EVENTS_WITH_SECRETS = {events.Dealt, events.CardDrawn}


def test_every_event_has_a_handler() -> None:
    assert set(evolve.HANDLERS) == set(get_args(events.Event))


def test_every_command_has_a_rule() -> None:
    assert set(decide.RULES) == set(get_args(commands.Command))


def test_an_event_is_public_unless_it_holds_a_secret() -> None:
    public = set(get_args(events.PublicEvent))

    assert public == set(get_args(events.Event)) - EVENTS_WITH_SECRETS


@pytest.mark.parametrize(
    ("module", "union"), [(events, events.Event), (commands, commands.Command)]
)
def test_every_class_of_the_module_belongs_to_its_union(module: ModuleType, union: Any) -> None:
    defined = {
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, tuple) and kind.__module__ == module.__name__
    }

    assert defined == set(get_args(union))
