"""Tables of cases as text, for tests of the rules: a line names the columns, then a case a line.

A case begins with its name, and goes on in lines that are indented further::

    position | command | events
    a miss ends the turn
        | QH 2S / 3C; stock 5C ... | ask 0 1 Q | 0 asks 1 Q; 1 tells 0 go fish

``position`` lists the hands, then keyword arguments of :func:`tests.builders.table`.
"""

import json
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from games.engine.commands import Command, EndTurn, Expose, Misdeal, Resign
from games.engine.rules import Rules
from games.engine.table import Table
from tests.builders import answer, ask, cards, declare, rules, table


def cases(text: str) -> pytest.MarkDecorator:
    """Return the mark that runs a test with each case."""
    lines = dedent(text).strip().replace("\n  ", " ").splitlines()
    header, *rows = ([cell.strip() for cell in line.split("|")] for line in lines)
    readers = [COLUMNS.get(name, str) for name in header]
    params = [
        pytest.param(*(read(cell) for read, cell in zip(readers, row, strict=True)), id=case)
        for case, *row in rows
    ]
    return pytest.mark.parametrize(header, params)


def _parts(text: str, separator: str = ";") -> list[str]:
    return [part.strip() for part in text.split(separator)] if text else []


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


def _choice(text: str) -> tuple[str, list[str], dict[str, Any]]:
    """Return the preset, the overlays and the options of rules."""
    preset, *words = text.split()
    options = (word.partition("=") for word in words if "=" in word)
    overlays = [word for word in words if "=" not in word]
    return preset, overlays, {name: _value(value) for name, _, value in options}


def _rules(text: str) -> Rules:
    preset, overlays, options = _choice(text)
    return rules(preset, *overlays, **options)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _seat(text: str) -> int | None:
    return None if text == "none" else int(text)


OPTIONS: dict[str, Callable[[str], Any]] = {
    "turn": _seat,
    "rules": _rules,
    "stock": str,
    "phase": str,
    "books": lambda text: [_parts(books, ",") for books in _parts(text, "/")],
    "barred": lambda text: _parts(text, "/"),
    "misses_turns": _numbers,
    "totals": _numbers,
}


def _position(text: str) -> Table:
    hands, *options = _parts(text)
    named = (option.partition(" ") for option in options)
    return table(
        *_parts(hands, "/"), **{name: OPTIONS.get(name, int)(value) for name, _, value in named}
    )


def _command(text: str) -> Command:
    name, number, *words = text.split()
    seat = int(number)
    match name:
        case "ask":
            return ask(seat, int(words[0]), words[1])
        case "answer":
            return answer(seat, " ".join(words))
        case "declare":
            return declare(seat, " ".join(words))
        case "expose":
            return Expose(seat, *cards(words[0]))
        case "end_turn":
            return EndTurn(seat)
        case "misdeal":
            return Misdeal(seat, words[0])  # type: ignore[arg-type]
        case "resign":
            return Resign(seat)
    raise AssertionError(f"no such command: {text}")


COLUMNS: dict[str, Callable[[str], Any]] = {
    "position": _position,
    "chosen": _choice,
    "command": _command,
    "first": _command,
    "second": _command,
    "commands": lambda text: [_command(part) for part in _parts(text)],
    "code": lambda text: None if text == "-" else text,
    **dict.fromkeys(("events", "ending", "expected", "lost"), _parts),
    "seat": int,
}
