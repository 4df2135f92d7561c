"""Convert events, commands and rules to and from JSON objects; upcasts read older schemas.

The field types of ``events`` and ``commands`` say how each is written (``field_forms``). A field
that is None is left out.
"""

import json
import reprlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, get_args

from games.engine.commands import Ask, Command
from games.engine.events import Asked, CardDrawn, Event, GoFish, TurnContinues, TurnPassed
from games.engine.field_forms import Form, absent_fields, fields_of
from games.engine.option_values import parse_options
from games.engine.options import OPTIONS
from games.engine.refusals import MalformedCard, MalformedEntry, NewerSchema, RulesRefused
from games.engine.rules import Rules

OBJECT_SCHEMA = 2
"""The schema version of entries written as objects. Moves have newer ones (``move_texts``)."""

RULES_SCHEMA = 1
"""The schema version of the rules stored with a game; it is a member of their JSON.

A new option needs no new version. A renamed option or changed values need a new version and an
upcast.
"""

Json = dict[str, Any]
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
Entry = Event | Command


def to_json(entry: Entry) -> Json:
    """Write an event or a command: ``{"type": "asked", "seat": 0, "target": 1, "rank": "7"}``."""
    return dict(_write_once(entry)) if type(entry) in REPEATED else _write_fields(entry)


def event_from_json(value: Any, schema: int = OBJECT_SCHEMA) -> Event:
    """Read an event.

    :raises MalformedEntry: if it is not an event of this or an older schema.
    """
    return _read(EVENTS, value, schema)  # type: ignore[no-any-return]


def command_from_json(value: Any, schema: int = OBJECT_SCHEMA) -> Command:
    """Read a command.

    :raises MalformedEntry: if it is not an event of this or an older schema.
    """
    return _read(COMMANDS, value, schema)  # type: ignore[no-any-return]


def upcast(value: Any, schema: int) -> Any:
    """Return an object of an older schema in the current schema.

    :raises MalformedEntry: if the schema is unknown, or the entry does not match it.
    """
    if schema == OBJECT_SCHEMA:
        return _with_all_options(value)
    if not 1 <= schema < OBJECT_SCHEMA:
        raise MalformedEntry(f"Unknown schema version {schema}.")
    try:
        for version in range(schema, OBJECT_SCHEMA):
            value = UPCASTS[version](value)
    except (AttributeError, KeyError, TypeError) as error:
        raise MalformedEntry(no_entry(value, error)) from None
    return _with_all_options(value)


def _with_all_options(value: Any) -> Any:
    """Add the defaults of missing options to a move that creates a game: they are newer than it.

    ``value`` may come from a file and be anything.
    """
    rules = value.get("rules") if isinstance(value, dict) else None
    if not isinstance(rules, dict) or rules.keys() >= OPTIONS.keys():
        return value
    return {**value, "rules": with_defaults(rules)}


def with_defaults(rules: Json) -> Json:
    """Return options with the defaults of missing ones, which are newer than these rules."""
    return rules_to_json(Rules()) | rules


def canonical(value: Any) -> str:
    """Write JSON in canonical form: keys sorted, no spaces, non-ASCII characters escaped."""
    return _CANONICAL.encode(value)


def rules_to_json(rules: Rules) -> Json:
    """Write every option."""
    return rules.as_options()


def rules_to_text(rules: Rules) -> str:
    """Write every option and the schema number as canonical JSON, to be stored with a game."""
    return canonical({"schema": RULES_SCHEMA, **rules_to_json(rules)})


@lru_cache(maxsize=256)
def rules_from_text(text: str) -> Rules:
    """Read rules that were stored with a game; equal texts share one value.

    :raises NewerSchema: if newer code wrote them.
    :raises MalformedEntry: if they are not rules.
    """
    try:
        value = json.loads(text)
        schema = value.pop("schema", None)
    except (AttributeError, TypeError, ValueError):
        raise MalformedEntry("The stored rules are not a JSON object.") from None
    if isinstance(schema, int) and schema > RULES_SCHEMA:
        raise NewerSchema(
            f"Rules of schema {schema} are newer than this code, which knows 1 to {RULES_SCHEMA}."
        )
    if schema not in range(1, RULES_SCHEMA + 1):
        raise MalformedEntry(f"Unknown schema version {schema} of rules.")
    return rules_from_json(value)


def rules_from_json(value: Mapping[str, Any]) -> Rules:
    """Read rules. A missing option is newer than they are and gets its default.

    Therefore the default of a new option must play as games did before the option existed.

    :raises NewerSchema: if there is an unknown option, which only newer code can have written.
    :raises MalformedEntry: if an option is out of range.
    """
    try:
        return Rules(**parse_options(value))
    except RulesRefused as refusal:
        kind = NewerSchema if value.keys() - OPTIONS.keys() else MalformedEntry
        raise kind(f"Invalid rules: {refusal}") from None


def _read(kinds: Mapping[str, type[Any]], value: Any, schema: int) -> Any:
    value = upcast(value, schema)
    try:
        return _read_fields(kinds[value["type"]], value)
    except (AttributeError, KeyError, MalformedCard, TypeError, ValueError) as error:
        raise MalformedEntry(no_entry(value, error)) from None


def _read_fields(kind: type[Any], value: Any) -> Any:
    fields = {name: form.read(value[name]) for name, form in FIELDS[kind] if name in value}
    if len(fields) != len(value) - 1:
        raise KeyError(*(set(value) - set(fields) - {"type"}))
    return kind(**(ABSENT[kind] | fields))


@lru_cache(maxsize=8192, typed=True)
def _write_once(entry: Entry) -> Json:
    """Write an entry that has few different values; typed, since kinds may have equal fields."""
    return _write_fields(entry)


def _write_fields(entry: Entry) -> Json:
    written = {"type": TYPE_NAMES[type(entry)]}
    for (name, form), value in zip(FIELDS[type(entry)], entry, strict=True):
        if value is not None:
            written[name] = form.write(value)
    return written


def no_entry(value: Any, error: Exception) -> str:
    """Return why a value is not an entry, from the error of reading it."""
    return f"This is not an entry of a move log: {reprlib.repr(value)} ({str(error)[:200]})."


def _from_version_1(value: Json) -> Json:
    """Turn a pack from a list of cards into a text; add the only ``on_abandon`` of version 1."""
    if "pack" in value:
        value = {**value, "pack": "".join(value["pack"])}
    is_opening = value["type"] in ("create", "created")
    return {"on_abandon": "end", **value} if is_opening else value


UPCASTS: dict[int, Callable[[Json], Json]] = {1: _from_version_1}
"""By schema version: the function that turns an entry into one of the next version."""


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).removeprefix("_")


REPEATED = {Ask, Asked, GoFish, CardDrawn, TurnContinues, TurnPassed}
"""Entries of every ask, without lists. Each value is written once, and each event read once."""

_KINDS = (*get_args(Event), *get_args(Command))
TYPE_NAMES = {kind: _snake(kind.__name__) for kind in _KINDS}
_RULES_FORM = {Rules: Form(rules_to_json, rules_from_json)}
FIELDS = {kind: fields_of(kind, _RULES_FORM) for kind in _KINDS}
"""The fields of each kind of entry, in order, with their forms."""
ABSENT = {kind: absent_fields(kind) for kind in _KINDS}
"""The fields of each kind that may be None."""
EVENTS = {TYPE_NAMES[kind]: kind for kind in get_args(Event)}
COMMANDS = {TYPE_NAMES[kind]: kind for kind in get_args(Command)}
