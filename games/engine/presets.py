"""Presets and overlays as data: named sets of options with their sources and texts."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.options import parse_options
from games.engine.refusals import OptionError, RulesRefused
from games.engine.rules import Rules


class Source(NamedTuple):
    """One of the four source documents of the rules."""

    number: str
    title: str


SOURCES = {
    source.number: source
    for source in (
        Source("000", "Go Fish Card Game Rules: Complete Step-by-Step Guide"),
        Source("001", "Game Rules Finder: Go Fish, Authors, Irregularities"),
        Source("002", "How to Play Go Fish - Pairs"),
        Source("003", "Rules of Card Games: Go Fish, Authors (1996)"),
    )
}


class Preset(NamedTuple):
    """A complete set of rules: the options that differ from the defaults, and texts for players."""

    name: str
    title: str
    source: str
    ages: str
    summary: str
    how_to_play: tuple[str, ...]
    options: Mapping[str, Any]


class Overlay(NamedTuple):
    """A variation that can be added to a preset."""

    name: str
    title: str
    source: str
    summary: str
    options: Mapping[str, Any]
    over: tuple[str, ...] = ()
    """The presets that it can be added to; empty for all."""


PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            "classic",
            "Go Fish",
            "000",
            "4 and up",
            "The family game: collect four of a kind by asking, and fish when the asked player has none.",
            (
                "Two players get seven cards each, three or four get five, five or six get four; the rest is stock.",
                "On your turn, ask one player for a rank you hold. They give you all their cards of it.",
                "If you got cards, ask again: any player, any rank you hold.",
                "If they have none, they say “Go fish!” and you draw the top card of the stock.",
                "If you drew what you asked for, show it and ask again. If not, the player on your left plays.",
                "Four of a kind are a book, which scores one point. Lay it at once.",
                "If you have no cards at your turn, draw one. When the stock is empty, play goes on without drawing.",
                "The game ends when all books are made or no player can move. Most books win; a tie is shared.",
            ),
            {},
        ),
        Preset(
            "bicycle",
            "Go Fish with a fourth-card bonus",
            "001",
            "4 to 10",
            "The lowest card deals, and completing a book earns another turn.",
            (
                "Each player gets a card face up; the lowest deals. The player on the dealer's right cuts.",
                "Two or three players get seven cards each, four or five get five.",
                "Ask for a rank you hold. You ask again as long as you get cards or draw what you asked for.",
                "Drawing the fourth card of any book earns another turn too.",
                "The game ends when all thirteen books are made.",
            ),
            {
                "players_max": 5,
                "deal_table": {"2": 7, "3": 7, "4": 5, "5": 5},
                "dealer_selection": "low_card",
                "cut_by_right": True,
                "redeal_on_exposed": True,
                "extra_turn_on_book": True,
            },
        ),
        Preset(
            "bicycle_authors",
            "Authors",
            "001",
            "8 and up",
            "All cards are dealt, and you ask for one exact card, rank and suit.",
            (
                "The whole pack is dealt as evenly as possible: there is no stock and no fishing.",
                "Ask a player for an exact card, such as the queen of diamonds, if you hold another queen.",
                "You ask again as long as you get what you ask for. If not, the player on your left plays.",
                "Books of four are laid face down. A player without cards is out of the game.",
            ),
            {
                "players_max": 5,
                "deal_table": "all",
                "dealer_selection": "low_card",
                "cut_by_right": True,
                "redeal_on_exposed": True,
                "ask_by": "card",
                "book_display": "face_down",
                "on_empty_hand": "skip",
                "mid_turn_empty": "end_turn",
            },
        ),
        Preset(
            "pairs",
            "Go Fish – Pairs",
            "002",
            "3 to 6",
            "The quick game for small hands: two of a kind make a pair.",
            (
                "Each player gets five cards.",
                "Ask a player for a rank you hold. If they have it, they give you one card of it and you ask again.",
                "If they have none, you draw a card. If it is what you asked for, show it and ask again.",
                "Two of a kind are a pair, which scores one point. Lay it at once.",
                "The game ends when a player has no cards left. Most pairs win.",
                "If players have the same number of pairs, the one with the fewest cards in hand wins.",
            ),
            {
                "deal_table": {"2": 5, "3": 5, "4": 5, "5": 5, "6": 5},
                "transfer": "one",
                "book_size": 2,
                "on_empty_hand": "skip",
                "mid_turn_empty": "end_turn",
                "end_on_empty_hand": "always",
                "tie_break": "fewest_cards",
            },
        ),
        Preset(
            "pagat",
            "Go Fish, the turn goes to the asked player",
            "003",
            "5 and up",
            "A miss gives the turn to the asked player, and the first empty hand ends the game.",
            (
                "Two players get seven cards each, more players get five.",
                "Ask for a rank you hold. You ask again as long as you get cards or draw the rank you asked for.",
                "If not, the turn goes to the player you asked last.",
                "Books of four are shown and laid face down.",
                "The game ends as soon as a hand or the stock is empty. Most books win.",
            ),
            {
                "deal_table": {"2": 7, "3": 5, "4": 5, "5": 5, "6": 5},
                "book_display": "face_down",
                "turn_passes_to": "asked",
                "on_empty_hand": "skip",
                "mid_turn_empty": "end_turn",
                "end_on_empty_hand": "always",
                "end_on_empty_stock": True,
            },
        ),
        Preset(
            "pagat_authors",
            "Authors, asking for ranks",
            "003",
            "6 and up",
            "Go Fish without a stock: all cards are dealt, and a miss gives the turn to the asked player.",
            (
                "The whole pack is dealt as evenly as possible.",
                "Ask a player for a rank you hold. If they have it, they give you all cards of it and you ask again.",
                "If they have none, it is their turn.",
                "Play until every card is in a book. Most books win.",
            ),
            {
                "deal_table": "all",
                "book_display": "face_down",
                "turn_passes_to": "asked",
                "on_empty_hand": "skip",
                "mid_turn_empty": "end_turn",
            },
        ),
    )
}

OVERLAYS = {
    overlay.name: overlay
    for overlay in (
        Overlay("pairs", "Pairs", "000", "Two of a kind make a book.", {"book_size": 2}),
        Overlay(
            "open_hand",
            "Open hands",
            "000",
            "All hands lie face up: strategy without memory.",
            {"open_hands": True},
        ),
        Overlay(
            "wild_cards",
            "Wild cards",
            "000",
            "Two jokers stand for any rank when you lay a book.",
            {"joker_count": 2},
        ),
        Overlay(
            "pointed_questions",
            "Pointed questions",
            "000",
            "Ask for one exact card, rank and suit.",
            {"ask_by": "card", "ask_held_card": "forbid"},
        ),
        Overlay(
            "fish_penalty",
            "Fish penalty",
            "000",
            "Drawing what you asked for costs you the oldest of your books.",
            {"fish_penalty": True},
        ),
        Overlay(
            "specific_card",
            "A specific card",
            "003",
            "Ask for one exact card of a rank you hold.",
            {"ask_by": "card"},
        ),
        Overlay(
            "bluff",
            "Bluff",
            "003",
            "Ask for one exact card, even one you hold, to mislead the others.",
            {"ask_by": "card", "ask_held_card": "allow", "stalemate_limit": 1000},
        ),
        Overlay(
            "play_on",
            "Play on",
            "003",
            "When the stock is empty, play goes on until all books are made.",
            {"end_on_empty_stock": False, "end_on_empty_hand": "while_stock"},
            over=("pagat", "pairs"),
        ),
        Overlay(
            "series",
            "Series to ten",
            "003",
            "A series of deals with a point per book, until a total reaches ten.",
            {"target_score": 10},
        ),
        Overlay(
            "honour",
            "Honour mode",
            "001",
            "Players answer asks and declare books by hand, and irregularities have penalties.",
            {"referee": "honour"},
        ),
    )
}


def overlays_for(preset: str) -> list[str]:
    """Return the overlays that can be added to a preset."""
    return [name for name in OVERLAYS if _fits(preset, name)]


def compose(
    preset: str, overlays: Sequence[str] = (), options: Mapping[str, Any] | None = None
) -> Rules:
    """Return the rules of a preset, changed by the overlays in their order, then by the options.

    :raises RulesRefused: with one error per field, for unknown names, invalid values, and options
        that cannot be played together at any number of seats.
    """
    errors = []
    if preset not in PRESETS:
        known = ", ".join(PRESETS)
        errors.append(
            OptionError("preset", "unknown_preset", f"Unknown preset. The presets are {known}.")
        )
    for place, name in enumerate(overlays):
        field = f"overlays/{place}"
        if name not in OVERLAYS:
            known = ", ".join(OVERLAYS)
            errors.append(
                OptionError(field, "unknown_overlay", f"Unknown overlay. The overlays are {known}.")
            )
        elif OVERLAYS[name].over and preset not in OVERLAYS[name].over:
            over = " and ".join(OVERLAYS[name].over)
            detail = f"{name} can be added only to {over}: the other presets already play on."
            errors.append(OptionError(field, "overlay_not_for_preset", detail))
    if errors:
        raise RulesRefused(tuple(errors))
    values = dict(PRESETS[preset].options)
    for name in overlays:
        values |= OVERLAYS[name].options
    return Rules(**parse_options(values | dict(options or {}))).check()


def _fits(preset: str, overlay: str) -> bool:
    try:
        compose(preset, [overlay])
    except RulesRefused:
        return False
    return True
