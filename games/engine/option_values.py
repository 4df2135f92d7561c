"""Check and parse the values of options."""

import json
from collections.abc import Mapping
from typing import Any

from games.engine.options import HAND_SIZE, MAX_SEATS, OPTIONS, Option
from games.engine.refusals import OptionError, RulesRefused
from games.engine.rules import CLASSIC_TABLE, DealTable


def parse_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return options from JSON values as keyword arguments of :class:`~games.engine.rules.Rules`.

    :raises RulesRefused: with one error for each unknown name and each invalid value.
    """
    errors = []
    parsed: dict[str, Any] = {}
    for name, value in values.items():
        if name not in OPTIONS:
            errors.append(OptionError(name, "unknown_option", f"Unknown option: {name}."))
        elif not _matches(OPTIONS[name].schema, value):
            errors.append(OptionError(name, "invalid", _expectation(OPTIONS[name])))
        else:
            parsed[name] = _table(value) if isinstance(value, Mapping) else value
    if errors:
        raise RulesRefused(tuple(errors))
    return parsed


def _matches(schema: Mapping[str, Any], value: Any) -> bool:
    """Return whether a value matches the schema of an option, which uses few keywords."""
    if "oneOf" in schema:
        return any(_matches(form, value) for form in schema["oneOf"])
    if "const" in schema:
        return bool(value == schema["const"])
    match schema["type"]:
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "string":
            return isinstance(value, str) and value in schema["enum"]
        case "integer":
            if isinstance(value, bool) or not isinstance(value, int):
                return False
            if "enum" in schema:
                return value in schema["enum"]
            return bool(schema["minimum"] <= value <= schema.get("maximum", value))
        case _:
            return isinstance(value, Mapping) and _is_table(value)


def _is_table(value: Mapping[Any, Any]) -> bool:
    numbers = {str(number) for number in range(2, MAX_SEATS + 1)}
    return bool(value) and all(
        str(number) in numbers and _matches(HAND_SIZE, size) for number, size in value.items()
    )


def _table(value: Mapping[Any, Any]) -> DealTable:
    return tuple(sorted((int(number), size) for number, size in value.items()))


def _expectation(option: Option) -> str:
    schema = option.schema
    if option.name == "deal_table":
        example = json.dumps({str(number): size for number, size in CLASSIC_TABLE})
        return f'deal_table must be "all" or an object of cards by number of players, such as {example}.'
    forms = schema.get("oneOf", [schema])
    return f"{option.name} must be {' or '.join(_words(form) for form in forms)}."


def _words(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return "one of " + ", ".join(json.dumps(value) for value in schema["enum"])
    if schema["type"] == "integer":
        highest = schema.get("maximum")
        upper = "" if highest is None else f" to {highest}"
        return f"a whole number from {schema['minimum']}{upper}"
    return {"boolean": "true or false", "null": "null"}[schema["type"]]
