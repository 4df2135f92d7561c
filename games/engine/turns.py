"""Rules of the turn: whether it continues, closes, or passes, and which seats are skipped."""

from typing import Literal

from games.engine import ending, evolve
from games.engine.cards import Seat
from games.engine.events import (
    CONTINUED,
    PASSED,
    CardDrawn,
    ContinueReason,
    PassReason,
    PlayerSkipped,
    TurnClosing,
    TurnPassed,
)
from games.engine.evolve import record
from games.engine.table import Table

StopReason = Literal["no_catch", "stock_empty", "no_cards", "no_target", "no_playable_card"]
"""Why the owner of a turn cannot ask again although the game continues."""


def go_on(table: Table, reason: ContinueReason | None) -> None:
    """Let the owner of the turn ask again, or draw, stop or end the game if they cannot (§4.1,
    §4.8).

    ``reason`` is None after a book declared before an ask: no event says then that the turn
    continues.
    """
    if ending.end_if_due(table):
        return
    seat = table.turn
    assert seat is not None
    has_nothing = not table.can_ask_with(seat)
    if has_nothing and not (table.rules.mid_turn_empty == "draw_and_continue" and table.stock):
        stop(table, "no_playable_card" if table.hands[seat] else "no_cards")
    elif not has_nothing and not table.has_target(seat):
        stop(table, "no_target")
    else:
        if reason is not None:
            continued = CONTINUED[reason][seat]
            table.events.append(continued)
            evolve.turn_continues(table, continued)
        if has_nothing:
            _draw_into_empty_hand(table)


def stop(table: Table, reason: StopReason) -> None:
    """Pass the turn, or in honour mode close it so that its owner can declare books."""
    if table.rules.referee == "honour":
        record(table, TurnClosing(table.owner, reason))
    else:
        pass_turn(table, reason)


def pass_turn(table: Table, reason: StopReason) -> None:
    """Pass the turn to the left, or after a miss to the asked seat where the rules say so (003)."""
    giver = table.turn
    assert giver is not None
    taker = table.left_of(giver)
    if reason in ("no_catch", "stock_empty") and table.rules.turn_passes_to == "asked":
        assert table.asked is not None
        taker = table.asked.target
    give_turn(table, taker, giver=giver, reason=reason)


def give_turn(table: Table, seat: Seat, *, giver: Seat | None, reason: PassReason) -> None:
    """Give the turn to this seat, or if it is skipped to the next one clockwise that is not."""
    held, has_target = table.can_ask_with(seat), table.has_target(seat)
    # No seat can move (§4.8).
    if not ((held and has_target) or _may_draw(table) or _any_seat_can_ask(table)):
        ending.finish_game(table, "no_moves")
        return
    # A seat without cards also uses up a missed turn (§4.19).
    while table.misses_turns[seat] or not (held or _may_draw(table)):
        record(table, PlayerSkipped(seat, "penalty" if table.misses_turns[seat] else "no_cards"))
        seat = table.left_of(seat)
        held, has_target = table.can_ask_with(seat), table.has_target(seat)
    passed = TurnPassed(None, seat, reason) if giver is None else PASSED[reason][giver][seat]
    table.events.append(passed)
    evolve.turn_passed(table, passed)
    if not held:
        _draw_into_empty_hand(table)
    elif not has_target:
        stop(table, "no_target")


def _draw_into_empty_hand(table: Table) -> None:
    """Draw one card for an owner who has nothing to ask with; it is never a catch (§4.2)."""
    seat = table.owner
    record(table, CardDrawn(seat, table.stock[0], "empty_hand", False))
    if ending.end_if_due(table):
        return
    if not table.can_ask_with(seat):
        stop(table, "no_playable_card")
    elif not table.has_target(seat):
        stop(table, "no_target")


def _may_draw(table: Table) -> bool:
    return table.rules.on_empty_hand == "draw_one" and bool(table.stock)


def _any_seat_can_ask(table: Table) -> bool:
    return any(table.can_ask_with(seat) and table.has_target(seat) for seat in range(table.seats))
