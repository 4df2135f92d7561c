"""Rules for seats that leave a running game, or whose time runs out (§4.20)."""

from games.engine import asking, books, ending, honour, turns
from games.engine.commands import Abandon, Resign, Restore, TimeOut
from games.engine.events import Abandoned, PackCut, Resigned, SeatRestored, StandInSeated, TimedOut
from games.engine.evolve import record
from games.engine.refusals import (
    AlreadyLeft,
    GameIsOver,
    NoClock,
    NoSuchSeat,
    NotStarted,
    NotYourTurn,
    SeatTakenAlready,
)
from games.engine.table import Table

TIMEOUTS_IN_A_ROW = 3
"""How many timeouts without an ask between them make a seat abandoned."""


def resign(table: Table, command: Resign) -> None:
    """Remove a player who resigns from their seat."""
    _need_there(table, command.seat)
    record(table, Resigned(command.seat))
    _replace(table, command.seat)


def abandon(table: Table, command: Abandon) -> None:
    """Remove a player who has been absent for too long from their seat."""
    _need_there(table, command.seat)
    record(table, Abandoned(command.seat))
    _replace(table, command.seat)


def restore(table: Table, command: Restore) -> None:
    """Let a person play on for the bot at a seat."""
    _need_running(table)
    if not 0 <= command.seat < table.seats:
        raise NoSuchSeat(f"The seats of this game are 0 to {table.seats - 1}.")
    if table.bots[command.seat] is None:
        raise SeatTakenAlready(f"A person plays seat {command.seat}.")
    record(table, SeatRestored(command.seat))


def time_out(table: Table, command: TimeOut) -> None:
    """Act for a seat whose time ran out: answer truthfully, cut, or pass its turn."""
    seat = command.seat
    _need_running(table)
    if table.turn_seconds is None:
        raise NoClock("This game has no time limit for moves.")
    if seat != table.to_act():
        raise NotYourTurn("The game does not wait for this seat.")
    record(table, TimedOut(seat))
    if table.timeouts[seat] >= TIMEOUTS_IN_A_ROW and not table.left >> seat & 1:
        record(table, Abandoned(seat))
        if _replace(table, seat):
            return
    match table.phase:
        case "cut":
            assert command.cut is not None
            record(table, PackCut(seat, command.cut))
        case "answer":
            asking.settle(table, table.cards_due())
        case "closing":
            honour.close_turn(table)
        case _:
            _pass_turn(table)


def _pass_turn(table: Table) -> None:
    """Pass the turn to the left; in honour mode, first lay undeclared books void (001)."""
    seat = table.owner
    if table.is_honour:
        books.void_undeclared(table, seat)
    reason = ending.due_reason(table)
    if reason is not None:
        ending.finish_game(table, reason)
    else:
        turns.give_turn(table, table.left_of(seat), giver=seat, reason="timeout")


def _replace(table: Table, seat: int) -> bool:
    """Seat a stand-in or end the game, as ``on_abandon`` says; return whether the game is over.

    Without people the game always ends: bots do not play among themselves.
    """
    if table.on_abandon == "stand_in" and table.has_people():
        record(table, StandInSeated(seat, table.stand_in))
        return False
    ending.finish_game(table, "abandoned")
    return True


def _need_running(table: Table) -> None:
    if table.phase == "over":
        raise GameIsOver("The game is over.")
    if table.phase in ("new", "lobby"):
        raise NotStarted("The game has not started. Leave your seat instead.")


def _need_there(table: Table, seat: int) -> None:
    _need_running(table)
    if table.left >> seat & 1:
        raise AlreadyLeft("This seat has already left the game.")
