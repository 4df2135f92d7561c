"""Rules of the end: when a game ends, its scores and winners, and the series."""

from games.engine import books
from games.engine.cards import Seat
from games.engine.events import EndReason, GameOver, SeriesContinues, SeriesOver, TurnClosing
from games.engine.evolve import record
from games.engine.table import Table

SERIES_DEALS_LIMIT = 100


def end_if_due(table: Table) -> bool:
    """Apply the end test (§4.6) and the stalemate (§4.17); return whether asking has ended.

    In honour mode the owner of the turn may still declare books (§5), unless all books are made.
    """
    reason = due_reason(table)
    if reason is None:
        return False
    if table.is_honour and table.turn is not None and reason != "all_books":
        assert reason in ("hand_empty", "stock_empty", "stalemate")
        record(table, TurnClosing(table.turn, reason))
    else:
        finish_game(table, reason)
    return True


def due_reason(table: Table) -> EndReason | None:
    """Return why the game must end now, or None: the first reason of §4.6, then the stalemate."""
    rules = table.rules
    if not table.has_open_rank():
        return "all_books"
    can_end_by_hand = rules.end_on_empty_hand == "always" or (
        rules.end_on_empty_hand == "while_stock" and table.stock
    )
    if can_end_by_hand and not all(table.hands):
        return "hand_empty"
    if rules.end_on_empty_stock and not table.stock:
        return "stock_empty"
    if table.idle_asks >= rules.stalemate_limit:
        return "stalemate"
    return None


def finish_game(table: Table, reason: EndReason) -> None:
    """Lay the complete books of all hands, count the books, and end the game or a series' deal."""
    if table.is_honour:
        for seat in range(table.seats):
            books.lay_all_naturals(table, seat)
    for seat in range(table.seats):
        books.lay_with_jokers(table, seat)
    scores = tuple(len(laid) for laid in table.books)
    record(table, GameOver(reason, scores, _winners(table, scores)))
    if table.rules.target_score is not None:
        _score_series(table, scores, is_final=reason in ("abandoned", "ruled"))


def _winners(table: Table, scores: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats that won this deal: most books, then the tie break (002).

    Leavers cannot win.
    """
    tied = highest(table, scores)
    if table.rules.tie_break == "shared":
        return tied
    fewest = min((table.hands[seat].bit_count() for seat in tied), default=0)
    return tuple(seat for seat in tied if table.hands[seat].bit_count() == fewest)


def highest(table: Table, points: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the most points among those that have not left."""
    stayed = [seat for seat in range(table.seats) if not table.left >> seat & 1]
    most = max((points[seat] for seat in stayed), default=0)
    return tuple(seat for seat in stayed if points[seat] == most)


def _score_series(table: Table, scores: tuple[int, ...], *, is_final: bool) -> None:
    """Add a point per book to the totals (003); end the series at its target or its last deal
    (§4.16).

    A leaver's total does not end the series (§4.20), even if a stand-in brings it to the target.
    """
    target = table.rules.target_score
    assert target is not None
    totals = tuple(total + score for total, score in zip(table.totals, scores, strict=True))
    is_reached = any(totals[seat] >= target for seat in highest(table, totals))
    if is_final or is_reached or table.deals_scored >= SERIES_DEALS_LIMIT:
        record(table, SeriesOver(totals, highest(table, totals)))
        return
    dealer = table.dealer
    assert dealer is not None
    if table.rules.dealer_rotation == "clockwise":
        dealer = table.left_of(dealer)
    record(table, SeriesContinues(dealer, totals))
