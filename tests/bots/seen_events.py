"""Build public events as every seat sees them, for tests of bots."""

from typing import Any

from games.engine.rule_sets import compose

Json = dict[str, Any]


def created(*overlays: str, preset: str = "classic") -> Json:
    """Return the event that opens a game."""
    return {"type": "created", "rules": compose(preset, overlays).as_options()}


def asked(seat: int, target: int, what: str) -> Json:
    """Return an ask for a rank, or for a card."""
    event = {"type": "asked", "seat": seat, "target": target, "rank": what[0]}
    return event | ({"card": what} if len(what) == 2 else {})


def go_fish(seat: int, to: int) -> Json:
    """Return “Go fish!” from the asked seat."""
    return {"type": "go_fish", "seat": seat, "to": to, "draws": True}


def gave(seat: int, to: int, *cards: str) -> Json:
    """Return the cards handed over."""
    return {"type": "cards_given", "seat": seat, "to": to, "cards": [*cards]}


def drew(seat: int, card: str | None = None) -> Json:
    """Return a draw: a catch if a card is named, else face down."""
    return {
        "type": "card_drawn",
        "seat": seat,
        "card": card,
        "reason": "fish",
        "public": card is not None,
    }
