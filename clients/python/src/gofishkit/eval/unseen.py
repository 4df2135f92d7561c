"""Random valid rules, which no training data can have."""

from random import Random
from typing import Any

from games.engine.options import OPTIONS
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.refusals import RulesRefused
from games.engine.rule_sets import compose
from games.engine.rules import Rules

LEFT_OUT = {"wild_cards", "honour", "open_hand", "series"}
"""Overlays without a posterior, without hidden hands, or with many deals."""
VARIED = (
    *("ask_by", "ask_held_card", "transfer", "book_size", "extra_turn_on_book", "turn_passes_to"),
    *("on_empty_hand", "mid_turn_empty", "end_on_empty_hand", "end_on_empty_stock", "tie_break"),
    *("fish_penalty", "hand_size"),
)
"""Options that change how a game goes, and that a posterior covers."""
HANDS = range(3, 11)
FEWEST_CHANGES = 3
"""In so many options unseen rules differ from every preset."""
STALEMATE = 60
TRIES = 10_000


def rules(rng: Random, *, seats: int) -> Rules:
    """Return random rules that can be played at this number of seats."""
    for _ in range(TRIES):
        preset = rng.choice([*PRESETS])
        overlays = [name for name in OVERLAYS if name not in LEFT_OUT and rng.random() < 0.15]
        options: dict[str, Any] = {name: _value(name, rng) for name in VARIED if rng.random() < 0.4}
        try:
            found = compose(preset, overlays, {**options, "stalemate_limit": STALEMATE})
            found.check(seats=seats)
        except RulesRefused:
            continue
        if found.cut_by_right or distance(found) < FEWEST_CHANGES:
            continue
        return found
    raise AssertionError("random rules are refused too often")


def distance(found: Rules) -> int:
    """Return in how many of the varied options rules differ from the nearest preset."""
    options = found.as_options()
    presets = [compose(name).as_options() for name in PRESETS]
    differing = [[name for name in VARIED if options[name] != of[name]] for of in presets]
    return min(map(len, differing))


def _value(name: str, rng: Random) -> Any:
    if name == "hand_size":
        return rng.choice(HANDS)
    schema = OPTIONS[name].schema
    return rng.choice(schema.get("enum", (False, True)))
