"""Rules and events in words, from nothing but what a seat saw."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]

SAYINGS: Sequence[tuple[str, Mapping[Any, str]]] = (
    (
        "book_size",
        {
            4: "A book is all four cards of a rank.",
            2: "A book is any two cards of the same rank.",
        },
    ),
    (
        "ask_by",
        {
            "rank": "In your turn you ask another seat that has cards for a rank. You must hold a "
            "card of this rank.",
            "card": "In your turn you ask another seat that has cards for one exact card, rank and "
            "suit. You must hold a card of this rank.",
        },
    ),
    (
        "ask_held_card",
        {
            "forbid": "You may not ask for a card that you hold.",
            "allow": "You may ask for a card that you hold, as a bluff.",
        },
    ),
    (
        "transfer",
        {
            "all": "The asked seat must give all its cards that you asked for.",
            "one": "The asked seat must give one card of the rank: that of its lowest suit, in the "
            "order C D H S.",
        },
    ),
    (
        "extra_turn_on_book",
        {True: "A drawn card that completes any book gives another ask too.", False: ""},
    ),
    (
        "fish_penalty",
        {
            True: "If you draw what you asked for, you lose the oldest book that you made before.",
            False: "",
        },
    ),
    (
        "turn_passes_to",
        {
            "left": "Otherwise the turn passes to the next seat: seat 0 to 1, and the last to 0.",
            "asked": "Otherwise the turn passes to the seat that you asked.",
        },
    ),
    (
        "on_empty_hand",
        {
            "draw_one": "A seat without a card to ask with at its turn draws one card and asks.",
            "skip": "A seat without a card to ask with at its turn is skipped.",
        },
    ),
    (
        "mid_turn_empty",
        {
            "draw_and_continue": "If your hand becomes empty while you may ask again, you draw one "
            "card and go on.",
            "end_turn": "If your hand becomes empty while you may ask again, your turn ends.",
        },
    ),
    ("open_hands", {True: "All hands are open.", False: ""}),
    (
        "end_on_empty_hand",
        {
            "never": "",
            "while_stock": "The game ends when a hand is empty while the stock has cards.",
            "always": "The game ends when a hand is empty.",
        },
    ),
    ("end_on_empty_stock", {True: "The game ends when the stock is empty.", False: ""}),
    (
        "tie_break",
        {
            "shared": "Most books win. A tie is shared.",
            "fewest_cards": "Most books win. Of equal seats, the one with the fewest cards wins.",
        },
    ),
)
"""For each option that changes how a game goes, in this order, a sentence for each value."""


AFTER = (
    "If you get cards, you ask again: any seat, any rank that you hold.",
    "If the asked seat has none, it says go fish, and you draw the top card of the stock.",
    "If that is what you asked for, you show it and ask again.",
    "A complete book is laid at once and scores one point.",
)


def rules_in_words(rules: Json) -> Iterator[str]:
    """Yield sentences for the values of all options."""
    yield "The pack has 52 cards: ranks 2 3 4 5 6 7 8 9 T J Q K A, suits C D H S."
    for option, sayings in SAYINGS:
        if option == "ask_held_card" and rules["ask_by"] == "rank":
            continue
        if option == "transfer" and rules["ask_by"] == "card":
            yield "The asked seat must give this card if it has it."
            yield from AFTER
            continue
        if saying := sayings[rules[option]]:
            yield saying
        if option == "transfer":
            yield from AFTER
    yield "The game also ends when all books are made, or no seat can move."
    yield f"It ends after {rules['stalemate_limit']} asks in a row without a draw or a book."
    if rules["target_score"] is not None:
        yield f"Deals follow each other until a seat has {rules['target_score']} points."


def history_in_words(history: Sequence[Json]) -> Iterator[str]:
    """Yield a line for each event that tells something, oldest first."""
    for event in history:
        if line := _line(event):
            yield line


def _line(event: Json) -> str:
    match event:
        case {"type": "dealt", "counts": counts, "stock": stock, "hands": hands}:
            seen = "".join(
                f" Seat {seat} has {cards_in_words(hand)}."
                for seat, hand in enumerate(hands)
                if hand is not None
            )
            dealt = ", ".join(f"seat {seat} gets {count}" for seat, count in enumerate(counts))
            return f"Seat {event['dealer']} deals: {dealt}; the stock has {stock}.{seen}"
        case {"type": "asked", "seat": seat, "target": target}:
            return f"Seat {seat} asks seat {target} for {event.get('card') or event['rank']}."
        case {"type": "cards_given", "seat": seat, "to": to, "cards": cards}:
            return f"Seat {seat} gives seat {to} {cards_in_words(cards)}."
        case {"type": "go_fish", "seat": seat}:
            return f"Seat {seat} says go fish."
        case {"type": "card_drawn", "seat": seat, "card": card, "reason": reason}:
            why = " into an empty hand" if reason == "empty_hand" else ""
            shown = ", what it asked for, and shows it" if event["public"] else ""
            return f"Seat {seat} draws {card or 'a card'}{why}{shown}."
        case {"type": "book_made", "seat": seat, "cards": cards}:
            return f"Seat {seat} lays a book: {cards_in_words(cards)}."
        case {"type": "book_discarded", "seat": seat, "rank": rank}:
            return f"Seat {seat} loses its book of {rank}."
        case {"type": "turn_passed", "to": to}:
            return f"It is the turn of seat {to}."
        case {"type": "turn_continues", "seat": seat}:
            return f"Seat {seat} asks again."
        case {"type": "player_skipped", "seat": seat}:
            return f"Seat {seat} is skipped."
        case {"type": "series_continues", "totals": totals}:
            return f"The deal is over. Points by seat: {totals}. A new deal follows."
        case {"type": "resigned" | "abandoned" | "timed_out" as kind, "seat": seat}:
            return f"Seat {seat}: {kind}."
        case _:
            return ""


def cards_in_words(cards: Sequence[str]) -> str:
    """Return cards in a row."""
    return " ".join(cards) or "no cards"
