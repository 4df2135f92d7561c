"""Parse JSON strictly: a text with more than one possible meaning is an error."""

import json
import math
from collections import Counter
from typing import Any, NoReturn

MOST_DIGITS = 20


def loads(text: bytes | str) -> Any:
    """Return the value of a JSON text.

    :raises ValueError: if it is not JSON in UTF-8, if an object repeats a member, if a string has a
        lone surrogate, or if a number is NaN, infinite, or an integer of more than 64 bits.
    :raises RecursionError: if it is nested too deeply.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    value = json.loads(
        text,
        object_pairs_hook=_object,
        parse_constant=_refuse_number,
        parse_int=_integer,
        parse_float=_number,
    )
    json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS or not -(2**63) <= int(text) < 2**64:
        raise ValueError(f"{text[:30]} has more than 64 bits.")
    return int(text)


def _number(text: str) -> float:
    if math.isinf(value := float(text)):
        raise ValueError(f"{text[:30]} is too large.")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = Counter(name for name, _ in pairs)
        twice = next(name for name, times in names.items() if times > 1)
        raise ValueError(f"An object has the member {json.dumps(twice[:40])} twice.")
    return members


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number.")
