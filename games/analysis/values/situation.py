"""A position as the model of all cards sees it: how many cards of each rank are where."""

from collections.abc import Sequence
from typing import NamedTuple

from games.analysis.values.following import Follower
from games.engine.cards import RANK_CARDS, RANKS, Hand, Rank, Seat

Row = tuple[int, ...]
"""A number for each rank."""


class Situation(NamedTuple):
    """Cards by rank of each hand and of the stock, books by seat, and whose turn it is."""

    hands: tuple[Row, ...]
    known: tuple[Row, ...]
    """By seat and rank, how many cards all players know it to hold, at least."""
    stock: Row
    books: Row
    turn: Seat
    has_book_bonus: bool
    """Whether the last card of a book, drawn from the stock, keeps the turn."""


def situation_of(follower: Follower) -> Situation:
    """Return the situation of a dealt game; the turn is that of seat 0 if no seat has it."""
    table, knowledge = follower.table, follower.knowledge
    hands = tuple([_by_rank(hand) for hand in table.hands])
    stock = [0] * len(RANKS)
    for card in table.stock:
        stock[card // 4] += 1
    known = tuple(
        [
            tuple(
                [
                    min(held, (seen & cards).bit_count() + holds)
                    for held, cards, holds in zip(hand, RANK_CARDS, row, strict=False)
                ]
            )
            for hand, seen, row in zip(hands, knowledge.seen, knowledge.holds, strict=True)
        ]
    )
    return Situation(
        hands,
        known,
        tuple(stock),
        tuple([len(books) for books in table.books]),
        table.turn or 0,
        table.rules.extra_turn_on_book,
    )


def after_draw(before: Situation, seat: Seat, rank: Rank, asked: Rank | None) -> Situation:
    """Return the situation after the seat draws a card of the rank.

    ``asked`` is the rank it asked for, None for a draw into an empty hand. Whose turn is next
    follows from the drawn card alone, so that no later card of the stock counts.
    """
    hands, known, books = list(before.hands), list(before.known), list(before.books)
    held = before.hands[seat][rank] + 1
    is_catch = rank == asked
    is_book = held == 4
    hands[seat] = _changed(hands[seat], rank, 0 if is_book else held)
    if is_book:
        known[seat] = _changed(known[seat], rank, 0)
        books[seat] += 1
    elif is_catch:
        known[seat] = _changed(known[seat], rank, min(held, known[seat][rank] + 1))
    keeps = asked is None or is_catch or (is_book and before.has_book_bonus)
    return before._replace(
        hands=tuple(hands),
        known=tuple(known),
        stock=_changed(before.stock, rank, before.stock[rank] - 1),
        books=tuple(books),
        turn=seat if keeps else (seat + 1) % len(hands),
    )


def _by_rank(hand: Hand) -> Row:
    return tuple([(hand & RANK_CARDS[rank]).bit_count() for rank in range(len(RANKS))])


def _changed(row: Sequence[int], rank: Rank, count: int) -> Row:
    return (*row[:rank], count, *row[rank + 1 :])
