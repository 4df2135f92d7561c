"""Strict JSON: RFC 8259 without duplicate members. Imports no Django, for small processes."""

import json
from typing import Any

import orjson


class NotJSON(ValueError):
    """The text is not JSON."""


class MemberTwice(ValueError):
    """An object names a member twice. Parsers differ in which of the two values they use."""


def read(body: bytes) -> Any:
    """Return the value of a JSON text.

    :raises NotJSON: it is not JSON.
    :raises MemberTwice: an object in it names a member twice.
    :raises MemoryError: there is not enough memory to parse it.
    """
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        if "Not enough memory" in str(error):
            raise MemoryError from None
        raise NotJSON(f"The body is not JSON: {error}.") from None
    # A flat object without colons in its strings has one colon per member. Most bodies are such
    # objects, and counting shows that no member is repeated. Others are parsed a second time.
    if body.count(b":") != (len(value) if isinstance(value, dict) else 0):
        _check_members(body)
    return value


def _check_members(body: bytes) -> None:
    try:
        json.loads(body, object_pairs_hook=_check_names, parse_int=str, parse_float=str)
    except RecursionError:  # orjson allows deeper nesting
        raise NotJSON("The body is nested too deeply.") from None


def _check_names(pairs: list[tuple[str, Any]]) -> None:
    names = set()
    for name, _ in pairs:
        if name in names:
            raise MemberTwice(f'An object names the member "{name[:40]}" twice.')
        names.add(name)
