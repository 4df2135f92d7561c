"""Strict JSON: RFC 8259, no member twice. Without Django, so that small processes can read it too."""

import json
from typing import Any

import orjson


class NotJSON(ValueError):
    """A text is not JSON."""


class MemberTwice(ValueError):
    """An object has a member twice. Parsers differ in which of the two they take."""


def read(body: bytes) -> Any:
    """Return the value that a body spells.

    :raises NotJSON: if it is not JSON.
    :raises MemberTwice: if an object in it names a member twice.
    :raises MemoryError: if there is not enough memory to read it.
    """
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        if "Not enough memory" in str(error):
            raise MemoryError from None
        raise NotJSON(f"The body is not JSON: {error}.") from None
    # A flat object whose strings have no colon has one for each member: most bodies are, and are
    # seen at a glance to name each member once. The others are read a second time.
    if body.count(b":") != (len(value) if isinstance(value, dict) else 0):
        _check_members(body)
    return value


def _check_members(body: bytes) -> None:
    try:
        json.loads(body, object_pairs_hook=_check_names, parse_int=str, parse_float=str)
    except RecursionError:  # orjson goes deeper
        raise NotJSON("The body is nested too deeply.") from None


def _check_names(pairs: list[tuple[str, Any]]) -> None:
    names = set()
    for name, _ in pairs:
        if name in names:
            raise MemberTwice(f'An object has the member "{name[:40]}" twice.')
        names.add(name)
