"""Presets and overlays as data: named sets of options with their sources and texts."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Source(NamedTuple):
    """One of the four source documents of the rules, or this service."""

    number: str
    title: str


OWN = "own"
"""The source of what no document has."""
SOURCES = {
    source.number: source
    for source in (
        Source("000", "Go Fish Card Game Rules: Complete Step-by-Step Guide"),
        Source("001", "Game Rules Finder: Go Fish, Authors, Irregularities"),
        Source("002", "How to Play Go Fish - Pairs"),
        Source("003", "Rules of Card Games: Go Fish, Authors (1996)"),
        Source(OWN, "Rules of this service, which no document has"),
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
            "Go Fish with a bonus",
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
            "Pairs",
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
            "Go Fish, the turn moves on",
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
            "Authors by rank",
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
