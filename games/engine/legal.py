"""List the commands that ``decide`` accepts from a seat without an irregularity."""

from collections.abc import Iterator
from itertools import combinations

from games.engine.cards import JOKERS, NATURALS, Card, Hand, Seat, cards_in, of_rank, ranks_in
from games.engine.commands import (
    MISDEAL_REASONS,
    Answer,
    Ask,
    Command,
    Cut,
    Declare,
    EndTurn,
    Expose,
    Misdeal,
    Resign,
)
from games.engine.options import MAX_SEATS
from games.engine.table import Table


def legal_commands(table: Table, seat: Seat) -> list[Command]:
    """Return what the seat may do now, asks first; empty before the start and after the end.

    In honour mode only truthful answers are listed: where ``transfer`` is ``one``, one for each
    card.
    """
    if table.phase in ("new", "lobby", "closed", "over"):
        return []
    return [
        *asks(table, seat),
        *_answers(table, seat),
        *_declarations(table, seat),
        *_turn_ends(table, seat),
        *_cuts(table, seat),
        *_exposures(table, seat),
        *_misdeals(table, seat),
        *_resignations(table, seat),
    ]


def asks(table: Table, seat: Seat) -> list[Ask]:
    """Return the asks that the seat may make, by target and then by rank or card."""
    if table.phase != "ask" or table.turn != seat:
        return []
    held = table.can_ask_with(seat)
    if table.rules.referee == "honour":
        held = _without_whole_books(table, seat, held)
    if table.rules.ask_by == "rank":
        rows, choices = _RANK_ASKS[seat], ranks_in(held)
    else:
        rows, choices = _CARD_ASKS[seat], _cards_to_ask_for(table, seat, held)
    legal_asks: list[Ask] = []
    for target, hand in enumerate(table.hands):
        if hand and target != seat:
            row = rows[target]
            for choice in choices:
                legal_asks.append(row[choice])
    return legal_asks


# Every ask, by seat, target and then rank or card. Asks are listed at every turn; a lookup is
# faster than a new one.
_SEATS = range(MAX_SEATS)
_RANK_ASKS = [[[Ask(s, t, rank) for rank in range(13)] for t in _SEATS] for s in _SEATS]
_CARD_ASKS = [[[Ask(s, t, card // 4, card) for card in range(52)] for t in _SEATS] for s in _SEATS]


def _cards_to_ask_for(table: Table, seat: Seat, held: Hand) -> tuple[Card, ...]:
    wanted = table.in_play & NATURALS
    if table.rules.ask_held_card == "forbid":
        wanted &= ~table.hands[seat]
    return tuple(card for rank in ranks_in(held) for card in cards_in(of_rank(wanted, rank)))


def _without_whole_books(table: Table, seat: Seat, held: int) -> int:
    for rank in ranks_in(held):
        if table.natural_book(seat, rank):
            held &= ~of_rank(held, rank)
    return held


def _answers(table: Table, seat: Seat) -> Iterator[Answer]:
    if table.phase == "answer" and table.asked is not None and table.asked.target == seat:
        for cards in table.truthful_answers():
            yield Answer(seat, tuple(cards_in(cards)))


def _declarations(table: Table, seat: Seat) -> Iterator[Declare]:
    if table.turn != seat or table.phase not in ("ask", "closing"):
        return
    hand, size = table.hands[seat], table.rules.book_size
    jokers = cards_in(hand & JOKERS)
    for rank in ranks_in(hand):
        naturals = cards_in(of_rank(hand, rank))
        for wild in range(min(len(jokers), size - 1) + 1):
            for chosen in combinations(naturals, size - wild):
                for filling in combinations(jokers, wild):
                    yield Declare(seat, chosen + filling)


def _turn_ends(table: Table, seat: Seat) -> Iterator[EndTurn]:
    if table.phase == "closing" and table.turn == seat:
        yield EndTurn(seat)


def _cuts(table: Table, seat: Seat) -> Iterator[Cut]:
    if table.phase == "cut" and table.left_of(seat) == table.dealer:
        for position in range(1, table.rules.pack_size):
            yield Cut(seat, position)


def _exposures(table: Table, seat: Seat) -> Iterator[Expose]:
    if table.is_honour and table.phase in ("ask", "answer", "closing"):
        for card in cards_in(table.hands[seat] & ~table.exposed):
            yield Expose(seat, card)


def _resignations(table: Table, seat: Seat) -> Iterator[Resign]:
    if not table.left >> seat & 1:
        yield Resign(seat)


def _misdeals(table: Table, seat: Seat) -> Iterator[Misdeal]:
    if (
        table.rules.redeal_on_exposed
        and table.phase in ("ask", "answer", "closing")
        and not table.asks
        and not table.misdeal_claims >> seat & 1
    ):
        for reason in MISDEAL_REASONS:
            yield Misdeal(seat, reason)
