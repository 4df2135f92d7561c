"""Events, commands and positions as JSON values, both ways; older schemas are read through upcasts.

The field types of ``events`` and ``commands`` say how each is written: cards as ``"7H"``, ranks as ``"7"``, hands
and packs as lists of cards, seats as numbers. A field that is none is left out.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from games.engine import cards
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.options import parse_options
from games.engine.refusals import MalformedCard, MalformedEntry, RulesRefused
from games.engine.rules import Rules
from games.engine.state import Book, State, VoidBook

SCHEMA_VERSION = 1
"""The version that events and commands are written in; each move stores its own."""

Json = dict[str, Any]
Entry = Event | Command


class _Form(NamedTuple):
    """How values of one field type are written and read."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def to_json(entry: Entry) -> Json:
    """Write an event or a command: ``{"type": "asked", "seat": 0, "target": 1, "rank": "7"}``."""
    written = {"type": TYPE_NAMES[type(entry)]}
    for (name, form), value in zip(_FIELDS[type(entry)], entry, strict=True):
        if value is not None:
            written[name] = form.write(value)
    return written


def event_from_json(value: Json, schema: int = SCHEMA_VERSION) -> Event:
    """Read an event.

    :raises MalformedEntry: if it is none of this or an older schema.
    """
    return _read(_EVENTS, value, schema)  # type: ignore[no-any-return]


def command_from_json(value: Json, schema: int = SCHEMA_VERSION) -> Command:
    """Read a command.

    :raises MalformedEntry: if it is none of this or an older schema.
    """
    return _read(_COMMANDS, value, schema)  # type: ignore[no-any-return]


def canonical(value: Any) -> str:
    """Write JSON in its one canonical form: keys sorted, no spaces, characters beyond ASCII escaped."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def state_to_json(state: State) -> Json:
    """Write a whole position but for its rules; hands are bit masks here, since only the server reads it."""
    written: Json = dict(zip(State._fields[1:], state[1:], strict=True))
    for name in ("asked", "result", "series"):
        entry = getattr(state, name)
        written[name] = None if entry is None else to_json(entry)
    written["books"] = [[tuple(book) for book in laid] for laid in state.books]
    for name in ("void", "discards"):
        written[name] = [tuple(book) for book in getattr(state, name)]
    return written


def state_from_json(value: Json, rules: Rules) -> State:
    """Read a position written by :func:`state_to_json`."""
    read = dict(value)
    read["entropy"] = tuple((seat, text) for seat, text in value["entropy"])
    for name in ("hands", "stock", "barred", "misses_turns", "totals"):
        read[name] = tuple(value[name])
    read["books"] = tuple(tuple(Book(*book) for book in laid) for laid in value["books"])
    read["void"] = tuple(VoidBook(*book) for book in value["void"])
    read["discards"] = tuple(Book(*book) for book in value["discards"])
    for name in ("asked", "result", "series"):
        entry = value[name]
        read[name] = None if entry is None else event_from_json(entry)
    return State(rules=rules, **read)


def rules_to_json(rules: Rules) -> Json:
    """Write every option."""
    return rules.as_options()


@lru_cache(maxsize=256)
def rules_from_text(text: str) -> Rules:
    """Read rules from canonical JSON; equal texts give one shared value."""
    return rules_from_json(json.loads(text))


def rules_from_json(value: Mapping[str, Any]) -> Rules:
    """Read rules with every option.

    :raises MalformedEntry: if an option is missing, unknown or out of range.
    """
    try:
        return Rules(**parse_options(value))
    except RulesRefused as refusal:
        raise MalformedEntry(f"These are no rules: {refusal}") from None


def _read(kinds: Mapping[str, type[Any]], value: Json, schema: int) -> Any:
    try:
        value = _upcast(value, schema)
        kind = kinds[value["type"]]
        fields = {name: form.read(value[name]) for name, form in _FIELDS[kind] if name in value}
        if len(fields) != len(value) - 1:
            raise KeyError(*(set(value) - set(fields) - {"type"}))
        return kind(**(_ABSENT[kind] | fields))
    except (AttributeError, KeyError, MalformedCard, TypeError, ValueError) as error:
        raise MalformedEntry(f"This is no entry of a move log: {value!r} ({error}).") from None


UPCASTS: dict[int, Callable[[Json], Json]] = {}
"""By schema version, how an entry of it becomes one of the next version."""


def _upcast(value: Json, schema: int) -> Json:
    if not 1 <= schema <= SCHEMA_VERSION:
        raise ValueError(f"schema version {schema} is unknown")
    for version in range(schema, SCHEMA_VERSION):
        value = UPCASTS[version](value)
    return value


def _plain(value: Any) -> Any:
    return value


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _hand_from_texts(texts: list[str]) -> cards.Hand:
    return cards.hand_of([cards.parse_card(text) for text in texts])


def _rounds_to_json(rounds: Any) -> Any:
    return [[[seat, cards.card_text(card)] for seat, card in drawn] for drawn in rounds]


def _rounds_from_json(rounds: Any) -> Any:
    return tuple(
        tuple((_number(seat), cards.parse_card(card)) for seat, card in drawn) for drawn in rounds
    )


_FORMS = {
    "seat": _Form(_plain, _number),
    "rank": _Form(cards.rank_text, cards.parse_rank),
    "card": _Form(cards.card_text, cards.parse_card),
    "hand": _Form(cards.hand_texts, _hand_from_texts),
    "pack": _Form(
        lambda pack: [cards.card_text(card) for card in pack],
        lambda texts: tuple(cards.parse_card(text) for text in texts),
    ),
    "rules": _Form(rules_to_json, rules_from_json),
    "rounds": _Form(_rounds_to_json, _rounds_from_json),
    "list": _Form(list, tuple),
    "number": _Form(_plain, _number),
    "plain": _Form(_plain, _plain),
}


def _form(hint: Any) -> _Form:
    """Find how a field is written, from its type hint."""
    if get_origin(hint) is tuple:
        return _FORMS["list"]
    for part in (hint, *get_args(hint)):
        for mark in getattr(part, "__metadata__", ()):
            return _FORMS[mark]
    if hint is Rules:
        return _FORMS["rules"]
    return _FORMS["number" if hint is int else "plain"]


def _fields(kind: type[Any]) -> tuple[tuple[str, _Form], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, _form(hint)) for name, hint in hints.items())


def _absent(kind: type[Any]) -> dict[str, None]:
    """Return the fields that may be none, and are left out when they are."""
    hints = get_type_hints(kind).items()
    return {name: None for name, hint in hints if NoneType in get_args(hint)}


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).removeprefix("_")


_KINDS = (*get_args(Event), *get_args(Command))
TYPE_NAMES = {kind: _snake(kind.__name__) for kind in _KINDS}
_FIELDS = {kind: _fields(kind) for kind in _KINDS}
_ABSENT = {kind: _absent(kind) for kind in _KINDS}
_EVENTS = {TYPE_NAMES[kind]: kind for kind in get_args(Event)}
_COMMANDS = {TYPE_NAMES[kind]: kind for kind in get_args(Command)}
