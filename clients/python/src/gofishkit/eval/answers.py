"""Read the answers of models. Whatever one writes, reading it raises ``NoAnswerFound`` at most."""

import json
from collections.abc import Mapping, Sequence
from json import JSONDecoder
from typing import Any, NamedTuple

from games.engine.cards import CARD_TEXTS, RANKS
from gofishkit.bots.actions import shortened
from gofishkit.printing import printable

Json = dict[str, Any]

MOST_CHARACTERS = 20_000
"""The end of an answer that is read and kept."""
MOST_OBJECTS = 50
"""So many braces are tried, from the last on."""


class NoAnswerFound(Exception):
    """The text has no answer; the exception says what is missing."""


class Beliefs(NamedTuple):
    """What a model answered; None where it gave no answer."""

    chances: tuple[float | None, ...]
    certain: str | None
    """A card, ``none``, or None without an answer."""


def ask_in(text: str) -> Json:
    """Return the ask in a text, as the service takes it. Whether it is legal is for the rules.

    :raises NoAnswerFound: if there is none.
    """
    found = _last_object(text, ("target",))
    target = found["target"]
    if isinstance(target, str) and target.isdecimal() and len(target) < 4:
        target = int(target)
    if type(target) is not int or not 0 <= target < 10:
        raise NoAnswerFound(f"target {_shown(found['target'])} is not a seat.")
    if found.get("card") is not None:
        return {"type": "ask", "target": target, "card": _card(found["card"])}
    rank = str(found.get("rank")).upper().replace("10", "T")
    if rank not in RANKS:
        raise NoAnswerFound(f"rank {_shown(found.get('rank'))} is not a rank.")
    return {"type": "ask", "target": target, "rank": rank}


def beliefs_in(text: str, count: int) -> Beliefs:
    """Return the chances and the certain card in a text; what is missing is None."""
    try:
        found = _last_object(text, ("chances",))
    except NoAnswerFound:
        return Beliefs((None,) * count, None)
    given = found["chances"]
    row = [*given] if isinstance(given, list) and len(given) == count else [None] * count
    certain: str | None = None
    if "certain" in found:
        try:
            named = found["certain"]
            is_none = named is None or str(named).lower() in ("none", "null", "")
            certain = "none" if is_none else _card(named)
        except NoAnswerFound:
            certain = None
    return Beliefs(tuple(map(_chance, row)), certain)


def _chance(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None  # NaN is neither


def _card(value: object) -> str:
    card = str(value).strip().upper().replace("10", "T")
    if card not in CARD_TEXTS:
        raise NoAnswerFound(f"{_shown(value)} is not a card.")
    return card


def _last_object(text: str, members: Sequence[str]) -> Mapping[str, Any]:
    """Return the last JSON object of a text with these members."""
    text = text[-MOST_CHARACTERS:]
    decoder, place = JSONDecoder(), len(text)
    for _ in range(MOST_OBJECTS):
        place = text.rfind("{", 0, place)
        if place < 0:
            break
        try:
            found, _ = decoder.raw_decode(text, place)
        except (json.JSONDecodeError, ValueError, RecursionError):
            continue
        if isinstance(found, dict) and all(member in found for member in members):
            return found
    raise NoAnswerFound(f"there is no JSON with {' and '.join(members)}.")


def _shown(value: object) -> str:
    return printable(shortened(value))
