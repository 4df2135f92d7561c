"""What this process wrote lately, to try a player's next command on before anything is read.

A try may fail in any way, and nothing of it is answered: the request is then read and decided
again. The write compares version, digest and deadline with what is stored, and checks the token.
"""

from typing import NamedTuple

from accounts.credentials.bearers import Bearer
from games.engine.cards import Seat
from games.log import heads
from games.log.heads import GameHead

MAX_ENTRIES = 4_000
"""Heads and players, each; beyond that all are forgotten."""


class Player(NamedTuple):
    """The bearer of a token, and their seat in a game; the seat can change with the revision."""

    bearer: Bearer
    seat: Seat
    revision: int


_heads: dict[int, GameHead] = {}
_players: dict[tuple[bytes, int], Player] = {}


def find(token: bytes, game_id: int) -> tuple[Bearer, GameHead] | None:
    """Return the bearer of a token and the head of a game for them, if both may be up to date."""
    player, head = _players.get((token, game_id)), _heads.get(game_id)
    if player is None or head is None or player.revision != head.revision:
        return None
    return player.bearer, head._replace(seat=player.seat)


def note(token: bytes, bearer: Bearer, head: GameHead) -> None:
    """Remember the head that a player's command led to, if the next move is one of a player."""
    state = head.state
    if head.viewer is None or not state.is_running or heads.awaits_bot(state):
        forget(head.game_id)
        return
    if max(len(_heads), len(_players)) >= MAX_ENTRIES:
        clear()
    _heads[head.game_id] = head
    if bearer.is_use_noted and not bearer.is_suspended:
        _players[token, head.game_id] = Player(bearer, head.viewer, head.revision)


def forget(game_id: int) -> None:
    """Forget a head that is out of date."""
    _heads.pop(game_id, None)


def clear() -> None:
    """Forget all."""
    _heads.clear()
    _players.clear()
