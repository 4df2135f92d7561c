"""Cite the rule behind an event: its section of RULES.md and its source document."""

from typing import NamedTuple

from games.engine import events
from games.engine.events import Event
from games.engine.options import OPTIONS
from games.engine.presets import OWN, PRESETS


class Citation(NamedTuple):
    """A rule in words, its section of RULES.md, and its document; None if no document has it."""

    rule: str
    section: str
    document: str | None = None


_OFFENCES = {
    "out_of_turn": "An ask out of turn is void, and bars the seat from books of that rank.",
    "illegal_call": "An illegal call is void, and costs the seat its next turn.",
    "failure_to_give_up": "A seat that withholds cards is barred from the rank and misses a turn.",
}
_VOID = {
    "barred_rank": "A barred rank scores no point.",
    "not_shown": "A book not shown in its turn does not count.",
}
_PASSED = {
    "no_catch": (
        "A player who does not draw what they asked for ends their turn.",
        "§1",
        "turn_passes_to",
    ),
    "stock_empty": (
        "After “Go fish!” with an empty stock, no card is drawn and the turn passes.",
        "§4.9",
        "",
    ),
    "no_cards": (
        "The rules of the game say what happens when a hand becomes empty.",
        "§4.1",
        "mid_turn_empty",
    ),
    "no_target": ("If no other seat has cards, the turn passes.", "§4.8", ""),
    "no_playable_card": (
        "A player who draws at the start of their turn and still cannot ask passes the turn.",
        "§6",
        "on_empty_hand",
    ),
    "timeout": ("When the time of a seat runs out, the referee acts for it.", "§6", ""),
}
_CONTINUES = {
    "received": ("A player who gets what they asked for asks again.", "§1", "transfer"),
    "catch": ("A player who draws what they asked for shows it and asks again.", "§1", "transfer"),
    "book": ("Completing a book with a drawn card gives another turn.", "§2", "extra_turn_on_book"),
}
_OVER = {
    "all_books": ("The game ends when all books are made.", "§4.6", "book_size"),
    "hand_empty": ("The game ends with the first empty hand.", "§4.6", "end_on_empty_hand"),
    "stock_empty": ("The game ends when the stock is empty.", "§4.4", "end_on_empty_stock"),
    "no_moves": ("The game ends when no seat can ask or draw.", "§4.8", ""),
    "stalemate": ("The game ends after too many asks without a draw or a book.", "§4.17", ""),
    "abandoned": ("The game ends when a player leaves, and the scores count.", "§4.20", ""),
    "ruled": ("A ruling ended the game.", "", ""),
}


def citation_for(event: Event, *, preset: str) -> Citation | None:
    """Return the rule behind an act of the referee, such as a penalty; None for a player's act."""
    match event:
        case events.Irregularity(_, offence):
            return Citation(_OFFENCES[offence], "§5", "001")
        case events.BookVoided(_, _, _, void_reason):
            return Citation(_VOID[void_reason], "§5", "001")
        case events.BookDiscarded():
            return Citation("A catch costs the oldest book that was made before.", "§4.12", "000")
        case events.PlayerSkipped(_, "penalty"):
            return Citation("A missed turn counts when the turn comes to the seat.", "§4.19", "001")
        case events.PlayerSkipped():
            return _by_option(
                "A seat without cards is passed over.", "§4.2", "on_empty_hand", preset
            )
        case events.TurnPassed(None) | events.TurnPassed(_, _, "start"):
            return Citation("The dealer's left-hand neighbour starts.", "§1", _source(preset))
        case events.TurnPassed(_, _, pass_reason):
            return _by_option(*_PASSED[pass_reason], preset)
        case events.TurnContinues(_, go_on_reason):
            return _by_option(*_CONTINUES[go_on_reason], preset)
        case events.TurnClosing():
            return Citation("A turn never ends before its owner could declare books.", "§5", "001")
        case events.CardDrawn(_, _, "empty_hand"):
            return _by_option(
                "A player without cards at their turn draws one.", "§4.2", "on_empty_hand", preset
            )
        case events.CardExposed():
            return Citation("An exposed card stays in its hand; all have seen it.", "§5", "001")
        case events.Misdealt():
            return _by_option(
                "A misdeal is dealt again by the same dealer.", "§5", "redeal_on_exposed", preset
            )
        case events.DealerDrawn():
            return _by_option("The first dealer is drawn.", "§2", "dealer_selection", preset)
        case events.PackCut():
            return _by_option("The dealer's right neighbour cuts.", "§2", "cut_by_right", preset)
        case events.Dealt():
            return _by_option(
                "Cards are dealt one at a time from the dealer's left.", "§1", "deal_table", preset
            )
        case events.TimedOut():
            return _by_option(*_PASSED["timeout"], preset)
        case events.Abandoned() | events.StandInSeated():
            return Citation(
                "A player who leaves cannot win; the game ends or a bot plays the seat.", "§4.20"
            )
        case events.GameOver(end_reason):
            return _by_option(*_OVER[end_reason], preset)
        case events.SeriesContinues() | events.SeriesOver():
            return _by_option(
                "The series goes on until a total reaches the target.",
                "§4.16",
                "target_score",
                preset,
            )
        case _:
            return None


def is_penalty(event: Event) -> bool:
    """Return whether an event is a penalty, or the referee acts for a seat."""
    return isinstance(
        event,
        events.Abandoned
        | events.BookDiscarded
        | events.BookVoided
        | events.GameOver
        | events.Irregularity
        | events.Misdealt
        | events.TimedOut,
    ) or (isinstance(event, events.PlayerSkipped) and event.reason == "penalty")


def _by_option(rule: str, section: str, option: str, preset: str) -> Citation:
    """Cite the preset's document if it is a source of the option, else the first that is."""
    if not option:
        return Citation(rule, section)
    documents = OPTIONS[option].source.split(", ")
    source = _source(preset)
    document = source if source in documents else documents[0]
    return Citation(rule, section, None if document == OWN else document)


def _source(preset: str) -> str | None:
    """Return the document of a preset; None for an unknown one, which an imported game can have."""
    return PRESETS[preset].source if preset in PRESETS else None
