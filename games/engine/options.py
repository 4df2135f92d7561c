"""The options of RULES.md §2: their meaning, their JSON Schema, and how their values are parsed."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.engine.refusals import OptionError, RulesRefused
from games.engine.rules import CLASSIC_TABLE, WHOLE_PACK, DealTable

MAX_SEATS = 6


class Option(NamedTuple):
    """One option: its JSON Schema without texts, its meaning, and its source documents."""

    name: str
    schema: Mapping[str, Any]
    meaning: str
    source: str


def _choice(*values: str) -> Mapping[str, Any]:
    return {"type": "string", "enum": list(values)}


def _number(lowest: int, highest: int | None = None) -> Mapping[str, Any]:
    bounds = {"minimum": lowest} if highest is None else {"minimum": lowest, "maximum": highest}
    return {"type": "integer", **bounds}


_YES_NO: Mapping[str, Any] = {"type": "boolean"}
_SEATS = _number(2, MAX_SEATS)
_HAND_SIZE = _number(1, 26)
_TABLE: Mapping[str, Any] = {
    "oneOf": [
        {
            "type": "object",
            "propertyNames": {"pattern": "^[2-6]$"},
            "additionalProperties": _HAND_SIZE,
            "minProperties": 1,
        },
        {"type": "string", "const": WHOLE_PACK},  # last: generated clients try a constant last
    ]
}

OPTIONS = {
    option.name: option
    for option in (
        Option("players_min", _SEATS, "The fewest players.", "000, 001, 002, 003"),
        Option("players_max", _SEATS, "The most players.", "000, 001, 002, 003"),
        Option(
            "deal_table",
            _TABLE,
            "Cards dealt to each player, by number of players; “all” deals the whole pack.",
            "000, 001, 002, 003",
        ),
        Option(
            "hand_size",
            {"oneOf": [{"type": "null"}, _HAND_SIZE]},
            "Cards dealt to each player, instead of the table.",
            "002",
        ),
        Option("joker_count", _number(0, 2), "Jokers in the pack, wild in books.", "000"),
        Option(
            "dealer_selection",
            _choice("random", "low_card", "high_card"),
            "Who deals first: a random player, or the player who draws the lowest or the highest card.",
            "000, 001",
        ),
        Option(
            "dealer_rotation",
            _choice("clockwise", "fixed"),
            "Who deals next: the player on the dealer's left, or the same dealer.",
            "000",
        ),
        Option("cut_by_right", _YES_NO, "The player on the dealer's right cuts the pack.", "001"),
        Option(
            "redeal_on_exposed",
            _YES_NO,
            "A player may claim a misdeal before the first ask; the cards are then dealt again.",
            "000, 001",
        ),
        Option(
            "ask_by",
            _choice("rank", "card"),
            "Ask for a rank, or for one exact card.",
            "000, 001, 003",
        ),
        Option(
            "ask_held_card",
            _choice("forbid", "allow"),
            "Whether a player may ask for a card they hold, as a bluff.",
            "003",
        ),
        Option(
            "transfer",
            _choice("all", "one"),
            "Whether all matching cards are handed over, or only one: the lowest suit, or in honour "
            "mode a card that the asked player chooses.",
            "000, 002",
        ),
        Option(
            "book_size",
            {"type": "integer", "enum": [4, 2]},
            "Cards of one rank that make a book.",
            "000, 002",
        ),
        Option(
            "book_display",
            _choice("face_up", "face_down"),
            "Whether laid books stay visible to the others.",
            "000, 001, 003",
        ),
        Option(
            "extra_turn_on_book",
            _YES_NO,
            "Completing any book with a drawn card gives another turn.",
            "001",
        ),
        Option(
            "turn_passes_to",
            _choice("left", "asked"),
            "Who plays after a miss: the player on the left, or the asked player.",
            "000, 003",
        ),
        Option(
            "on_empty_hand",
            _choice("draw_one", "skip"),
            "A player who has nothing to ask with at their turn: draws one card, or is skipped.",
            "000, 001",
        ),
        Option(
            "mid_turn_empty",
            _choice("draw_and_continue", "end_turn"),
            "A player whose hand becomes empty while they may ask again: draws one card and goes on, or ends the turn.",
            "000, 001",
        ),
        Option(
            "end_on_empty_hand",
            _choice("never", "while_stock", "always"),
            "Whether an empty hand ends the game.",
            "002, 003",
        ),
        Option("end_on_empty_stock", _YES_NO, "Whether an empty stock ends the game.", "003"),
        Option(
            "tie_break",
            _choice("shared", "fewest_cards"),
            "A tie is shared, or won by the player with the fewest cards in hand.",
            "000, 002",
        ),
        Option("fish_penalty", _YES_NO, "A catch costs the player their oldest book.", "000"),
        Option("open_hands", _YES_NO, "All hands are visible to all.", "000"),
        Option(
            "target_score",
            {"oneOf": [{"type": "null"}, _number(1, 100)]},
            "A series of deals is played until a total reaches this score.",
            "003",
        ),
        Option(
            "referee",
            _choice("auto", "honour"),
            "Whether the referee does everything, or players answer asks and declare books by hand.",
            "001",
        ),
        Option(
            "stalemate_limit",
            _number(1, 1_000_000),
            "The game ends after this many asks in a row without a draw or a book.",
            "ruling 17",
        ),
    )
}


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


def options_schema(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a JSON Schema (2020-12) of all options, with these values as the defaults."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            option.name: {
                "title": option.name.replace("_", " "),
                "description": f"{option.meaning} ({option.source})",
                "default": values[option.name],
                **option.schema,
            }
            for option in OPTIONS.values()
        },
    }


def _matches(schema: Mapping[str, Any], value: Any) -> bool:
    """Return whether a value matches a schema of this module, which uses few keywords."""
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
        str(number) in numbers and _matches(_HAND_SIZE, size) for number, size in value.items()
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
