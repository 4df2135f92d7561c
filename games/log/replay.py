"""Replay a game to its state after any move, and verify its log.

Keeps a checkpoint in memory every ``STRIDE`` moves. The log is append-only, so checkpoints never go
stale. A step through a game, forwards or backwards, replays at most ``STRIDE`` moves.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from games.engine import chain
from games.engine.evolve import record
from games.engine.log_check import verify_log
from games.engine.refusals import MalformedEntry
from games.engine.state import NEW, State
from games.engine.table import Table
from games.engine.verification import Failure, Verification
from games.log import reader
from games.log.models import Game
from games.log.reader import LoggedMove
from games.play.refusals import NoSuchMove

STRIDE = 32
MOST_CHECKPOINTS = 4096  # a few kilobytes each


class Replayed(NamedTuple):
    """A past state and the move that led to it."""

    state: State
    move: LoggedMove


class _Checkpoints:
    """A cache of states by game and number of strides; evicts the least recently used."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], State] = OrderedDict()
        self._lock = Lock()

    def keep(self, game_id: int, strides: int, state: State) -> None:
        with self._lock:
            self._kept[game_id, strides] = state
            if len(self._kept) > MOST_CHECKPOINTS:
                self._kept.popitem(last=False)

    def last(self, game_id: int, strides: int) -> tuple[int, State]:
        """Return the newest checkpoint within so many strides: the number of its move, and the
        state.
        """
        with self._lock:
            for count in range(strides, 0, -1):
                if (game_id, count) in self._kept:
                    self._kept.move_to_end((game_id, count))
                    return count * STRIDE, self._kept[game_id, count]
        return 0, NEW


_checkpoints = _Checkpoints()


def state_at(game_id: int, number: int, *, version: int) -> Replayed:
    """Return the state after a move of a game whose last move is ``version``.

    :raises NoSuchMove: if the game has no such move.
    :raises MalformedEntry: if a move up to it cannot be read or is missing.
    """
    if not 1 <= number <= version:
        raise NoSuchMove(f"This game has moves 1 to {version}.")
    start, state = _checkpoints.last(game_id, (number - 1) // STRIDE)
    table = Table(state)
    for expected, move in enumerate(reader.read(game_id, after=start, until=number), start + 1):
        if move.number != expected:
            break
        for event in move.events:
            record(table, event)
        if move.number == number:
            return Replayed(table.freeze(), move)
        if move.number % STRIDE == 0:
            table.take_events()
            _checkpoints.keep(game_id, move.number // STRIDE, table.freeze())
    raise MalformedEntry(f"A move up to number {number} is missing from the log.")


def verify(game: Game) -> Verification:
    """Verify a game's log as it is stored, or as it was archived."""
    try:
        return verify_log(reader.stored(game.pk), seed=bytes(game.seed), commitment=game.commitment)
    except MalformedEntry as error:
        failure = Failure(None, "entry", str(error))
        return Verification(0, "full", failure, NEW, chain.genesis(game.commitment))
