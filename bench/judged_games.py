"""Play games and analyse them, for the arena, the statistics of the analysis and their tests."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from games.analysis.reading import from_local
from games.analysis.record import Record
from games.bots import expert
from games.bots.knowledge import memory_start
from games.bots.levels import LEVELS, Choose
from games.bots.local_game import LocalGame
from games.engine.rules import Rules
from games.engine.shuffle import SEED_BYTES

Json = dict[str, Any]

SHORT_MEMORY = "expert of 8 asks"
"""A player whom the models did not learn from: the expert, who remembers the last 8 asks only."""


def _choose_with_short_memory(
    view: Json, history: Sequence[Json], rng: Random, *, span: int
) -> Json:
    recent = [history[0], *history[max(1, memory_start(history, span=span)) :]]
    return expert.choose(view, recent, rng)


PLAYERS: dict[str, Choose] = {
    **LEVELS,
    SHORT_MEMORY: partial(_choose_with_short_memory, span=8),
}


class PlayedRecord(NamedTuple):
    """A finished game with its result by seat."""

    record: Record
    shares: tuple[float, ...]
    margins: tuple[float, ...]
    """Books less the mean of all seats."""


def play(rules: Rules, players: Sequence[str], seed: str) -> PlayedRecord:
    """Play a game between the named players."""
    rng = Random(seed)
    seats = len(players)
    game = LocalGame(rules, seats=seats, seed=rng.randbytes(SEED_BYTES))
    while (seat := game.to_act) is not None:
        game.act(PLAYERS[players[seat]](game.view(seat), game.history(seat), rng))
    books = [len(laid) for laid in game.state.books]
    mean = sum(books) / seats
    return PlayedRecord(from_local(game), game.shares(), tuple(laid - mean for laid in books))
