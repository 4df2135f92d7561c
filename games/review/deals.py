"""Every pack dealt and every dealer drawn in a game, computed again from the secret seed and the players' entropy."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.engine import referee
from games.engine.commands import Deal, DrawDealer
from games.review.record import Step


class Recomputed(NamedTuple):
    """What chance decided in a move, and whether the seed gives the same."""

    move: int
    what: str
    holds: bool


def recompute(steps: Iterable[Step], seed: bytes) -> Iterator[Recomputed]:
    """Yield each decision of chance, oldest first."""
    for move, before, after in steps:
        command = move.command
        if isinstance(command, Deal | DrawDealer):
            dealt = f"Deal {after.packs}" if isinstance(command, Deal) else "The draw for dealer"
            yield Recomputed(move.number, dealt, referee.next_command(before, seed) == command)
