"""JSON from a file, read so that it has one meaning only."""

import json
from typing import Any, NoReturn


def loads(text: bytes | str) -> Any:
    """Return the value that a JSON text spells.

    :raises ValueError: if it is not JSON, if an object names a member twice, or if a number is NaN or infinite.
    :raises RecursionError: if it is nested too deeply.
    """
    return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_number)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"An object has the member {json.dumps(twice[:40])} twice.")
    return members


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number.")
