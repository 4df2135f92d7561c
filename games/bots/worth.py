"""What kinds of positions were worth in games that the expert played against itself: see ``bench/train_expert.py``."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from games.bots.prospects import Kind

Json = dict[str, Any]


Worth = Mapping[Kind, tuple[float, float]]
"""What one rank is worth: books of it still to be made, less the others' mean; at no chance, and more at chance 1."""


def table_name(rules: Json, *, seats: int) -> str:
    """Return which table fits the rules: ``"rank 4 2"`` is asking by rank, books of 4, two seats."""
    return f"{rules['ask_by']} {rules['book_size']} {min(seats, 3)}"


def worth_for(rules: Json, *, seats: int) -> Worth:
    """Return the table that fits the rules."""
    return tables()[table_name(rules, seats=seats)]


@cache
def tables() -> Mapping[str, Worth]:
    """Return every table by name."""
    written = json.loads(files(__package__).joinpath("worth.json").read_text())
    return {name: from_json(table) for name, table in written.items()}


def from_json(table: Json) -> Worth:
    """Read one table."""
    return {Kind(*map(int, key)): (least, more) for key, (least, more) in table.items()}


def to_json(worth: Worth) -> Json:
    """Write one table, a kind as its digits."""
    return {
        "".join(map(str, kind)): [round(number, 3) for number in numbers]
        for kind, numbers in sorted(worth.items())
    }
