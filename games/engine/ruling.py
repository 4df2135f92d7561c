"""Rules for the referee's rulings on disputed games, and what counts after them.

A ruling adds to the log, also after the end, and changes no move. Why it was given, and whom it warns or suspends, is
told elsewhere: the log names a seat only where the seat leaves the game.
"""

from games.engine import ending
from games.engine.cards import Seat
from games.engine.commands import Rule
from games.engine.events import GameOver, Ruled, SeatRestored, SeriesOver, StandInSeated
from games.engine.evolve import record
from games.engine.refusals import AlreadyLeft, GameIsOver, NotStarted, RulingImpossible
from games.engine.state import State
from games.engine.table import Table


def rule(table: Table, command: Rule) -> None:
    """Rule on a case; on one that was ruled on before, in the place of that ruling."""
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
    """Return the ruling that stands in each case: the last."""
    return {ruled.case: ruled for ruled in rulings}


def counted(state: State) -> tuple[Seat, ...] | None:
    """Return the winners who count after all rulings; none while the game runs, or if it counts for nobody."""
    if state.result is None or not state.is_over:
        return None
    return winners(state.result, state.series, state.rulings)


def winners(
    result: GameOver, series: SeriesOver | None, rulings: tuple[Ruled, ...]
) -> tuple[Seat, ...] | None:
    """Return who counts as winner of a game that ended so; none if it counts for nobody.

    A game that a ruling ended was not played out, so that it counts only if its result is adjusted.
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


def _check(table: Table, command: Rule) -> None:
    """Refuse a ruling that does not fit the game, or that names what it does not need."""
    case, kind, seat, scores = command
    if table.phase in ("new", "lobby"):
        raise NotStarted("A game is ruled on once it has started.")
    following = len(standing(table.rulings)) + 1
    if not 1 <= case <= following:
        raise RulingImpossible(f"The next case of this game is {following}.")
    if (kind == "seat_removed") != (seat is not None):
        raise RulingImpossible("A seat is named where it is to be removed, and only there.")
    if (kind == "adjusted") != (scores is not None):
        raise RulingImpossible("Scores are named where the result is adjusted, and only there.")
    if seat is not None and not 0 <= seat < table.seats:
        raise RulingImpossible(f"The seats of this game are 0 to {table.seats - 1}.")
    if scores is None:
        return
    if table.phase != "over":
        raise RulingImpossible("There is no result to adjust before the game is over.")
    if len(scores) != table.seats or min(scores) < 0:
        raise RulingImpossible(f"An adjusted result has {table.seats} scores, none below 0.")


def _need_there(table: Table, seat: Seat) -> None:
    if table.phase == "over":
        raise GameIsOver("The game is over: no seat can be removed from it.")
    if table.left >> seat & 1:
        raise AlreadyLeft("This seat has left the game already.")
    if table.bots[seat] is not None:
        raise RulingImpossible("A built-in bot plays this seat: there is nobody to remove.")
