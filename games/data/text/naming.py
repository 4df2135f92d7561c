"""Names for people: of players in sentences about seats, and of rules."""

import re
from collections.abc import Sequence

from games.engine.presets import OVERLAYS, PRESETS

_SEATS = re.compile(r"\b[Ss]eats? \d+(?:(?:, \d+)* and \d+)?\b")
_NUMBER = re.compile(r"\d+")


def with_names(text: str, names: Sequence[str]) -> str:
    """Return a text of ``narration`` with the name of each seat in brackets.

    The text is read once, so a name that looks like a part of a sentence changes nothing.

    >>> with_names("Seat 0 asks seat 1 for sevens. Seats 0 and 1 share it.", ["ann", "bob"])
    'Seat 0 (ann) asks seat 1 (bob) for sevens. Seats 0 (ann) and 1 (bob) share it.'
    """

    def named(number: re.Match[str]) -> str:
        seat = int(number[0])
        name = names[seat] if seat < len(names) else ""
        return f"{number[0]} ({name})" if name else number[0]

    return _SEATS.sub(lambda match: _NUMBER.sub(named, match[0]), text)


def rules_title(preset: str, overlays: Sequence[str]) -> str:
    """Return what players call a preset with these overlays.

    >>> rules_title("pagat", ["honour"])
    'Go Fish, the turn moves on; Honour mode'
    """
    titles = (OVERLAYS[name].title if name in OVERLAYS else name for name in overlays)
    return "; ".join([PRESETS[preset].title if preset in PRESETS else preset, *titles])
