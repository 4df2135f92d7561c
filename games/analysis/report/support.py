"""Decide whether games with some rules can be analysed, and say why not."""

from typing import Any

from games.analysis.values import weights
from games.engine.options import OPTIONS
from games.engine.presets import PRESETS
from games.engine.rule_sets import compose
from games.engine.rules import Rules

SENTENCES = {
    "jokers": "No model covers games with jokers.",
    "asks_by_card": "No model covers asks for exact cards.",
    "honour_mode": "No model covers honour mode.",
    "pairs": "No model covers books of two.",
    "series": "No model covers a series of deals.",
    "open_hands": "No model covers open hands.",
    "rules": "No model covers these rules.",
    "seats": "No model covers this number of seats.",
    "not_played": "No cards were dealt in this game.",
    "not_over": "The game is not over.",
}
"""Why a game cannot be analysed: a sentence for each code."""


class AnalysisUnavailable(Exception):
    """The game cannot be analysed. ``reason`` is a code, the text a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(SENTENCES[reason])
        self.reason = reason


def supported(rules: Rules, seats: int) -> None:
    """Return if games with these rules and this number of seats can be analysed.

    :raises AnalysisUnavailable: with the reason, if no model covers them.
    """
    for option, usual, reason in (
        ("joker_count", 0, "jokers"),
        ("ask_by", "rank", "asks_by_card"),
        ("referee", "auto", "honour_mode"),
        ("book_size", 4, "pairs"),
        ("target_score", None, "series"),
        ("open_hands", False, "open_hands"),
    ):
        if getattr(rules, option) != usual:
            raise AnalysisUnavailable(reason)
    if not weights.has_model(seats):
        raise AnalysisUnavailable("seats")
    model_preset(rules)
    if not _has_usual_hands(rules, seats):
        raise AnalysisUnavailable("rules")


def model_preset(rules: Rules) -> str:
    """Return the preset whose model covers the rules.

    :raises AnalysisUnavailable: if there is none.
    """
    for name in weights.PRESETS_COVERED:
        if _essence(rules) == _PRESET_ESSENCES[name]:
            return name
    raise AnalysisUnavailable("rules")


def _has_usual_hands(rules: Rules, seats: int) -> bool:
    usual = compose(model_preset(rules)).hand_counts(seats=seats, dealer=0)
    return rules.hand_counts(seats=seats, dealer=0) == usual


def _essence(rules: Rules) -> dict[str, Any]:
    """Return what decides the worth of a position; the number of cards dealt is compared apart."""
    return {
        name: value for name, value in rules.as_options().items() if OPTIONS[name].changes_worth
    }


_PRESET_ESSENCES = {name: _essence(compose(name)) for name in PRESETS}
