"""The record of a game: its rules and all its moves, as the analysis reads them."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.events import Event
from games.engine.rules import Rules


class RecordedMove(NamedTuple):
    """One move with its events, oldest first. Moves are numbered from 1."""

    number: int
    events: tuple[Event, ...]


class Record(NamedTuple):
    """A whole game from its opening on, oldest move first."""

    rules: Rules
    seats: int
    moves: Sequence[RecordedMove]
