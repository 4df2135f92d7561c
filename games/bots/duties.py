"""Choose the actions other than asks, which all bots take alike: answers, books, cuts, the end of a
turn.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from games.engine.cards import CARD_TEXTS

Json = dict[str, Any]

# Actions that are possible at any time, and do not advance the game.
_ASIDE = {"resign", "expose", "misdeal"}
_JOKERS = set(CARD_TEXTS[52:])


def asks_or_duty(view: Mapping[str, Any], rng: Random) -> list[Json]:
    """Return the asks to choose from, or the one action to take instead.

    A book is declared at once, because it is a point and the next seat can ask for its cards. The
    view lists only truthful answers.

    :raises IndexError: if the view's seat has nothing to do.
    """
    actions = [action for action in view["legal_actions"] if action["type"] not in _ASIDE]
    if book := _book_to_declare(view, actions, rng):
        return [book]
    asks = [action for action in actions if action["type"] == "ask"]
    return asks or [rng.choice(actions)]


def _book_to_declare(view: Mapping[str, Any], actions: list[Json], rng: Random) -> Json | None:
    """Return a book that counts, with as few jokers as possible, or None."""
    barred = set(view["seats"][view["you"]]["barred"])
    books = [
        action
        for action in actions
        if action["type"] == "declare" and not _ranks(action["cards"]) & barred
    ]
    if not books:
        return None
    jokers = [len(_JOKERS.intersection(book["cards"])) for book in books]
    fewest = min(jokers)
    return rng.choice([book for book, count in zip(books, jokers, strict=True) if count == fewest])


def _ranks(cards: list[str]) -> set[str]:
    return {card[0] for card in cards if card not in _JOKERS}
