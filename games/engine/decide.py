"""Decide a command: return its events, or refuse it. This is the only entry to the rules.

Each command has one rule function, in ``lobby``, ``dealing``, ``asking``, ``honour``, ``leaving``
or ``ruling``. These use ``turns``, ``books`` and ``ending``.
"""

from collections.abc import Callable
from typing import Any

from games.engine import asking, dealing, honour, leaving, lobby, ruling
from games.engine.commands import (
    Abandon,
    AddEntropy,
    Answer,
    Ask,
    Close,
    Command,
    Create,
    Cut,
    Deal,
    Declare,
    DrawDealer,
    EndTurn,
    Expose,
    LeaveSeat,
    Misdeal,
    Resign,
    Restore,
    Rule,
    Start,
    TakeSeat,
    TimeOut,
)
from games.engine.events import Event
from games.engine.refusals import GameClosed
from games.engine.state import State
from games.engine.table import Table


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Return the events that the command causes, oldest first; at least one.

    :raises Refusal: the first that applies, in the order of RULES.md §4.18.
    """
    return step(state, command)[0]


def step(state: State, command: Command) -> tuple[tuple[Event, ...], State]:
    """Return the events of the command, oldest first, and the state after them.

    :raises Refusal: as :func:`decide`.
    """
    table = Table(state)
    execute(table, command)
    return tuple(table.events), table.freeze()


def execute(table: Table, command: Command) -> None:
    """Record the command's events on the table.

    :raises Refusal: as :func:`decide`; the table is then as it was.
    """
    if table.phase == "closed":
        raise GameClosed
    RULES[type(command)](table, command)


RULES: dict[type[Command], Callable[[Table, Any], None]] = {
    Create: lobby.create,
    TakeSeat: lobby.take_seat,
    AddEntropy: lobby.add_entropy,
    LeaveSeat: lobby.leave_seat,
    Start: lobby.start,
    Close: lobby.close,
    DrawDealer: dealing.draw_dealer,
    Cut: dealing.cut,
    Deal: dealing.deal,
    Misdeal: dealing.misdeal,
    Ask: asking.ask,
    Answer: asking.answer,
    Declare: honour.declare,
    EndTurn: honour.end_turn,
    Expose: honour.expose,
    Resign: leaving.resign,
    Abandon: leaving.abandon,
    Restore: leaving.restore,
    TimeOut: leaving.time_out,
    Rule: ruling.rule,
}
