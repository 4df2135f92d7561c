"""What a turn asks for beside the choice of an ask: answers, books, cuts, the end of a turn."""

from random import Random
from typing import Any

from games.engine.cards import CARD_TEXTS

Json = dict[str, Any]

# What a player may do at any time, and which moves no game on.
_ASIDE = {"resign", "expose", "misdeal"}
_JOKERS = set(CARD_TEXTS[52:])


def asks_or_duty(view: Json, rng: Random) -> list[Json]:
    """Return the asks to choose from, or the one thing that comes before them.

    A book is declared at once, since it is a point and the next seat may ask for it. Answers are listed only
    if they are truthful.

    :raises IndexError: if the view's seat has nothing to do.
    """
    actions = [action for action in view["legal_actions"] if action["type"] not in _ASIDE]
    if book := _book_to_declare(view, actions, rng):
        return [book]
    asks = [action for action in actions if action["type"] == "ask"]
    return asks or [rng.choice(actions)]


def _book_to_declare(view: Json, actions: list[Json], rng: Random) -> Json | None:
    """Return a book that counts, with as few jokers as can be: they fit another rank as well."""
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
