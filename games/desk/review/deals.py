"""Check the chance of a game: recompute deals and dealers from the seed, and compare draws with the
pack.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.desk.review.record import Step
from games.engine import referee
from games.engine.cards import Card
from games.engine.commands import Deal, DrawDealer
from games.engine.events import CardDrawn, Dealt


class Recomputed(NamedTuple):
    """A move that the seed decides, and whether the seed gives the same."""

    move: int
    what: str
    holds: bool


class Misdrawn(NamedTuple):
    """A card that was drawn according to the log, and the one on top of the pack."""

    move: int
    drawn: Card
    on_top: Card


def recompute(steps: Iterable[Step], seed: bytes) -> Iterator[Recomputed]:
    """Yield each move that the seed decides, oldest first."""
    for move, before, after in steps:
        command = move.command
        if isinstance(command, Deal | DrawDealer):
            dealt = f"Deal {after.packs}" if isinstance(command, Deal) else "The draw for dealer"
            yield Recomputed(move.number, dealt, referee.next_command(before, seed) == command)


def misdrawn(steps: Iterable[Step]) -> Iterator[Misdrawn]:
    """Yield the draws that do not match the pack, oldest first."""
    for move, before, _ in steps:
        stock = before.stock
        for event in move.events:
            match event:
                case Dealt(_, pack, counts):
                    stock = pack[sum(counts) :]
                case CardDrawn(_, card) if stock:
                    if card != stock[0]:
                        yield Misdrawn(move.number, card, stock[0])
                    stock = stock[1:]
                case _:
                    pass
