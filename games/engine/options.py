"""The options of RULES.md §2: their meaning and their JSON Schema."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.engine.rules import WHOLE_PACK

MAX_SEATS = 6


class Option(NamedTuple):
    """One option: its JSON Schema without texts, its meaning, and its sources by number."""

    name: str
    schema: Mapping[str, Any]
    meaning: str
    source: str
    changes_worth: bool = True
    """Whether a position after the deal is worth more or less with it; analyses then need a model
    of it.
    """


def _choice(*values: str) -> Mapping[str, Any]:
    return {"type": "string", "enum": list(values)}


def _number(lowest: int, highest: int | None = None) -> Mapping[str, Any]:
    bounds = {"minimum": lowest} if highest is None else {"minimum": lowest, "maximum": highest}
    return {"type": "integer", **bounds}


_YES_NO: Mapping[str, Any] = {"type": "boolean"}
_SEATS = _number(2, MAX_SEATS)
HAND_SIZE = _number(1, 26)
_TABLE: Mapping[str, Any] = {
    "oneOf": [
        {
            "type": "object",
            "propertyNames": {"pattern": "^[2-6]$"},
            "additionalProperties": HAND_SIZE,
            "minProperties": 1,
        },
        {"type": "string", "const": WHOLE_PACK},  # last: generated clients try a constant last
    ]
}

OPTIONS = {
    option.name: option
    for option in (
        Option(
            "players_min", _SEATS, "The fewest players.", "000, 001, 002, 003", changes_worth=False
        ),
        Option(
            "players_max", _SEATS, "The most players.", "000, 001, 002, 003", changes_worth=False
        ),
        Option(
            "deal_table",
            _TABLE,
            "Cards dealt to each player, by number of players; “all” deals the whole pack.",
            "000, 001, 002, 003",
            changes_worth=False,
        ),
        Option(
            "hand_size",
            {"oneOf": [{"type": "null"}, HAND_SIZE]},
            "Cards dealt to each player, instead of the table.",
            "002",
            changes_worth=False,
        ),
        Option("joker_count", _number(0, 2), "Jokers in the pack, wild in books.", "000"),
        Option(
            "dealer_selection",
            _choice("random", "low_card", "high_card"),
            "Who deals first: a random player, or the player who draws the lowest or the highest card.",
            "000, 001",
            changes_worth=False,
        ),
        Option(
            "dealer_rotation",
            _choice("clockwise", "fixed"),
            "Who deals next: the player on the dealer's left, or the same dealer.",
            "000",
            changes_worth=False,
        ),
        Option(
            "cut_by_right",
            _YES_NO,
            "The player on the dealer's right cuts the pack.",
            "001",
            changes_worth=False,
        ),
        Option(
            "redeal_on_exposed",
            _YES_NO,
            "A player may claim a misdeal before the first ask; the cards are then dealt again.",
            "000, 001",
            changes_worth=False,
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
            changes_worth=False,
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
            "own, ruling 17",
            changes_worth=False,
        ),
    )
}


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
