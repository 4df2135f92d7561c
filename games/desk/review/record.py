"""Replay a log move by move, with the state before and after each, as far as possible."""

from collections.abc import Iterable
from typing import NamedTuple

from games.desk.review import tamper_check
from games.engine.evolve import record
from games.engine.refusals import MalformedEntry
from games.engine.state import NEW, State
from games.engine.table import Table
from games.log.reader import LoggedMove


class Step(NamedTuple):
    """A move and the states around it."""

    move: LoggedMove
    before: State
    after: State


class ReplayedGame(NamedTuple):
    """The steps of a game, oldest first, and why they end before the log does; None if they do
    not.
    """

    steps: tuple[Step, ...]
    obstacle: str | None = None

    @property
    def last(self) -> int:
        """The number of the last move that was replayed."""
        return len(self.steps)


def of(moves: Iterable[LoggedMove]) -> ReplayedGame:
    """Replay moves, oldest first, up to the first that is missing, cannot be read or is impossible.

    Only ``engine.verify`` checks whether the moves are valid.
    """
    steps: list[Step] = []
    table = Table(NEW)
    before = NEW
    try:
        for number, move in enumerate(moves, 1):
            if move.number != number:
                return ReplayedGame(tuple(steps), f"Move {number} is missing.")
            for event in move.events:
                tamper_check.check(table, event)
                record(table, event)
            table.take_events()
            after = table.freeze()
            steps.append(Step(move, before, after))
            before = after
    except (MalformedEntry, LookupError, TypeError, ValueError) as error:
        return ReplayedGame(tuple(steps), f"Move {len(steps) + 1} cannot be replayed: {error}")
    return ReplayedGame(tuple(steps))
