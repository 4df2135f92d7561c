"""Rules for rulings on disputed games, and the winners that count after them.

A ruling is a move of the log, also after the end, and changes no earlier move. Its reason, and the
account that it warns or suspends, are stored elsewhere: the log names a seat only if the ruling
removes it.
"""

from typing import get_args

from games.engine import ending
from games.engine.cards import Seat
from games.engine.commands import Rule, RulingKind
from games.engine.events import GameOver, Ruled, SeatRestored, SeriesOver, StandInSeated
from games.engine.evolve import record
from games.engine.refusals import AlreadyLeft, GameIsOver, NotStarted, RulingImpossible
from games.engine.state import State
from games.engine.table import Table


def rule(table: Table, command: Rule) -> None:
    """Rule on a case; a later ruling on the same case replaces the earlier one."""
    case, kind, seat, scores = command
    _check(table, command)
    before = standing(table.rulings).get(case)
    removed = None if before is None or table.phase == "over" else before.seat
    if seat is not None and (before is None or seat != before.seat):
        _need_there(table, seat)
    highest = None if scores is None else ending.highest(table, scores)
    record(table, Ruled(case, kind, seat, scores, highest))
    if table.phase == "over":
        return
    if kind == "annulled":
        ending.finish_game(table, "ruled")
        return
    if removed is not None and removed != seat:
        record(table, SeatRestored(removed))
    if seat is not None and removed != seat:
        if table.has_people():
            record(table, StandInSeated(seat, table.stand_in))
        else:
            ending.finish_game(table, "ruled")


def standing(rulings: tuple[Ruled, ...]) -> dict[int, Ruled]:
    """Return the last ruling of each case: the one that counts."""
    return {ruled.case: ruled for ruled in rulings}


def counted(state: State) -> tuple[Seat, ...] | None:
    """Return the winners after all rulings; None while the game runs or if it does not count."""
    if state.result is None or not state.is_over:
        return None
    return winners(state.result, state.series, state.rulings)


def winners(
    result: GameOver, series: SeriesOver | None, rulings: tuple[Ruled, ...]
) -> tuple[Seat, ...] | None:
    """Return the winners that count for a finished game, or None if it does not count.

    A game that a ruling ended was not played to its end: it counts only if its result is adjusted.
    """
    stand = standing(rulings).values()
    if any(ruled.kind == "annulled" for ruled in stand):
        return None
    adjusted = [ruled.winners for ruled in stand if ruled.winners is not None]
    if adjusted:
        return adjusted[-1]
    if result.reason == "ruled":
        return None
    return result.winners if series is None else series.winners


def scores(state: State) -> tuple[int, ...] | None:
    """Return the points of each seat, after all rulings; None before the game starts.

    A book is a point. In a series, points of earlier deals are included. All players see how many
    books lie before each seat, face up or down.
    """
    if state.phase in ("new", "lobby", "closed"):
        return None
    if state.is_over and state.result is not None:
        stand = standing(state.rulings).values()
        if adjusted := [ruled.scores for ruled in stand if ruled.scores is not None]:
            return adjusted[-1]
        return state.result.scores if state.series is None else state.series.totals
    totals = state.totals or (0,) * state.seats
    if state.result is not None or not state.books:  # the totals include the last deal
        return totals
    return tuple(total + len(laid) for total, laid in zip(totals, state.books, strict=True))


def _check(table: Table, command: Rule) -> None:
    """Check that the ruling is possible now, and names exactly what its kind needs."""
    case, kind, seat, scores = command
    if table.phase in ("new", "lobby"):
        raise NotStarted("The game has not started. A ruling is possible from its start on.")
    if kind not in get_args(RulingKind):
        raise RulingImpossible(f"The kinds of a ruling are {', '.join(get_args(RulingKind))}.")
    following = len(standing(table.rulings)) + 1
    if not 1 <= case <= following:
        raise RulingImpossible(f"The next case of this game is {following}.")
    if (kind == "seat_removed") != (seat is not None):
        raise RulingImpossible("Name a seat for a removal, and for no other ruling.")
    if (kind == "adjusted") != (scores is not None):
        raise RulingImpossible("Name scores for an adjusted result, and for no other ruling.")
    if seat is not None and not 0 <= seat < table.seats:
        raise RulingImpossible(f"The seats of this game are 0 to {table.seats - 1}.")
    if scores is None:
        return
    if table.phase != "over":
        raise RulingImpossible("A result can be adjusted only after the game is over.")
    if len(scores) != table.seats or min(scores) < 0:
        raise RulingImpossible(f"An adjusted result needs {table.seats} scores, none below 0.")


def _need_there(table: Table, seat: Seat) -> None:
    if table.phase == "over":
        raise GameIsOver("The game is over: no seat can be removed.")
    if table.left >> seat & 1:
        raise AlreadyLeft("This seat has already left the game.")
    if table.bots[seat] is not None:
        raise RulingImpossible("A built-in bot plays this seat: there is no player to remove.")
