"""Lay books: as soon as they are complete, and those still complete when a game ends."""

from games.engine import evolve
from games.engine.cards import (
    JOKERS,
    Card,
    Hand,
    Rank,
    Seat,
    lowest_cards,
    of_rank,
    ranks_in,
)
from games.engine.events import BookMade, BookVoided
from games.engine.evolve import record
from games.engine.table import Table


def lay(table: Table, seat: Seat, rank: Rank, cards: Hand) -> bool:
    """Lay one book; return whether it counts. A book of a barred rank does not (§5)."""
    if table.barred[seat] & of_rank(cards, rank):
        record(table, BookVoided(seat, rank, cards, "barred_rank"))
        return False
    made = BookMade(seat, rank, cards)
    table.events.append(made)
    evolve.book_made(table, made)
    return True


def lay_naturals(table: Table, seat: Seat, rank: Rank) -> bool:
    """Lay each complete natural book of a rank, lowest suits first; return whether any counts."""
    counts = False
    while cards := table.natural_book(seat, rank):
        counts |= lay(table, seat, rank, cards)
    return counts


def lay_all_naturals(table: Table, seat: Seat) -> None:
    """Lay every complete natural book of a seat, low rank first (§4.5)."""
    for rank in ranks_in(table.hands[seat]):
        lay_naturals(table, seat, rank)


def void_undeclared(table: Table, seat: Seat) -> None:
    """Lay void each book that the seat did not declare by the end of its turn (001)."""
    for rank in ranks_in(table.hands[seat]):
        while cards := table.natural_book(seat, rank):
            record(table, BookVoided(seat, rank, cards, "not_shown"))


def lay_with_jokers(table: Table, seat: Seat) -> None:
    """Lay books with jokers: most naturals first, then highest rank, black joker first (§4.11)."""
    size = table.rules.book_size
    while jokers := table.hands[seat] & JOKERS:
        held = {rank: of_rank(table.hands[seat], rank) for rank in ranks_in(table.hands[seat])}
        missing = {rank: size - cards.bit_count() for rank, cards in held.items()}
        complete = [rank for rank in held if missing[rank] <= jokers.bit_count()]
        if not complete:
            return
        rank = min(complete, key=lambda rank: (missing[rank], -rank))
        lay(table, seat, rank, held[rank] | lowest_cards(jokers, missing[rank]))


def is_book(cards: tuple[Card, ...], size: int) -> bool:
    """Return whether the cards are one book: the right number, one rank, at least one natural."""
    ranks = {card // 4 for card in cards if not JOKERS >> card & 1}
    return len(cards) == size and len(ranks) == 1
