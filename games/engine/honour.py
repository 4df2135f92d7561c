"""Rules of what players do by hand in honour mode (§5).

Books with jokers are declared in every mode.
"""

from games.engine import books, ending, turns
from games.engine.asking import named_cards
from games.engine.cards import card_text
from games.engine.commands import Declare, EndTurn, Expose
from games.engine.events import CardExposed
from games.engine.evolve import record
from games.engine.refusals import (
    CardAlreadyExposed,
    CardNotHeld,
    GameIsOver,
    HonourOnly,
    NotABook,
    NotYourTurn,
    WrongPhase,
)
from games.engine.table import Table


def declare(table: Table, command: Declare) -> None:
    """Lay a book in its owner's turn: before asking, or while the turn is closing (honour mode)."""
    seat = command.seat
    _need_own_turn(table, seat)
    if table.phase not in ("ask", "closing"):
        raise WrongPhase("Declare a book before you ask, or while your turn is closing.")
    cards = named_cards(table, seat, command.cards)
    size = table.rules.book_size
    if not books.is_book(command.cards, size):
        raise NotABook(
            f"A book is {size} cards of one rank. Jokers can replace some of them, but not all."
        )
    has_drawn = table.drawn is not None and bool(cards >> table.drawn & 1)
    rank = min(command.cards) // 4
    counts = books.lay(table, seat, rank, cards)
    if table.phase == "ask":
        turns.go_on(table, None)
    elif ending.due_reason(table) == "all_books":
        ending.finish_game(table, "all_books")
    elif counts and has_drawn and table.closing == "no_catch" and table.rules.extra_turn_on_book:
        turns.go_on(table, "book")


def end_turn(table: Table, command: EndTurn) -> None:
    """End the closing phase: undeclared books are void, then the game ends or the turn passes."""
    _need_own_turn(table, command.seat)
    if table.phase != "closing":
        raise WrongPhase("Your turn is not closing. Ask first.")
    close_turn(table)


def close_turn(table: Table) -> None:
    """End the closing phase for the owner of the turn."""
    closing = table.closing
    assert closing is not None
    books.void_undeclared(table, table.owner)
    reason = ending.due_reason(table)
    if reason is None and closing == "stalemate":
        reason = "stalemate"
    if reason is not None:
        ending.finish_game(table, reason)
    else:
        # If a hand was empty it still is, so that the game has ended above.
        assert closing != "hand_empty" and closing != "stalemate"
        turns.pass_turn(table, closing)


def expose(table: Table, command: Expose) -> None:
    """Show a card of a hand to all, at any time, without penalty (001)."""
    if table.phase == "over":
        raise GameIsOver("The game is over.")
    if not table.is_honour:
        raise HonourOnly("Cards can be exposed only in honour mode.")
    if table.phase not in ("ask", "answer", "closing"):
        raise WrongPhase("No cards have been dealt.")
    if not table.hands[command.seat] >> command.card & 1:
        raise CardNotHeld(f"You do not hold {card_text(command.card)}.")
    if table.exposed >> command.card & 1:
        raise CardAlreadyExposed(f"All players have already seen {card_text(command.card)}.")
    record(table, CardExposed(command.seat, command.card))


def _need_own_turn(table: Table, seat: int) -> None:
    if table.phase == "over":
        raise GameIsOver("The game is over.")
    if seat != table.turn:
        raise NotYourTurn("It is not your turn.")
