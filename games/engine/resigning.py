"""Rules for a seat that leaves a running game (§4.20)."""

from games.engine import ending
from games.engine.commands import Resign
from games.engine.events import Resigned
from games.engine.evolve import record
from games.engine.refusals import GameIsOver, NotStarted
from games.engine.table import Table


def resign(table: Table, command: Resign) -> None:
    """End the game with the scores as they stand; a leaver cannot win."""
    if table.phase == "over":
        raise GameIsOver("The game is over.")
    if table.phase in ("new", "lobby"):
        raise NotStarted("The game has not started: leave your seat instead.")
    record(table, Resigned(command.seat))
    ending.finish_game(table, "abandoned")
