"""Any position of a game, and whether its log holds.

A checkpoint is kept in memory every ``STRIDE`` moves. The log never changes, so a checkpoint never goes stale, and
whoever steps through a game pays for at most ``STRIDE`` moves a step, however long the game.
"""

from functools import lru_cache

from games import move_log
from games.engine.evolve import evolve
from games.engine.state import NEW, State
from games.engine.verify import Verdict, verify_log
from games.models import Game
from games.refusals import NoSuchMove

STRIDE = 32
_MOST_CHECKPOINTS = 4096


def position_at(game_id: int, number: int, *, version: int) -> State:
    """Return the position after a move of a game whose last move is ``version``.

    :raises NoSuchMove: if the game has no such move.
    """
    if not 1 <= number <= version:
        raise NoSuchMove(f"This game has moves 1 to {version}.")
    # From the first on, so that no checkpoint has to reach far back for the one before it.
    for block in range(number // STRIDE):
        _checkpoint(game_id, block)
    return _advance(game_id, _checkpoint(game_id, number // STRIDE), number)


def verify(game: Game) -> Verdict:
    """Check a game's log as it is stored."""
    return verify_log(move_log.stored(game.pk), seed=bytes(game.seed), commitment=game.commitment)


@lru_cache(maxsize=_MOST_CHECKPOINTS)
def _checkpoint(game_id: int, block: int) -> tuple[int, State]:
    """Return the move number at which a block begins and the position there."""
    if block == 0:
        return 0, NEW
    number = block * STRIDE
    return number, _advance(game_id, _checkpoint(game_id, block - 1), number)


def _advance(game_id: int, checkpoint: tuple[int, State], number: int) -> State:
    start, state = checkpoint
    moves = move_log.read(game_id, after=start, limit=number - start)
    return evolve(state, (event for move in moves for event in move.events))
