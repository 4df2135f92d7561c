"""Make the referee's overdue moves in one game: time-outs, ends of waits, and ends of lobbies.

A request does this in its own game, and ``referee.loop`` in all games. Each step is one move, so a
process that is killed at any instant loses nothing.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.utils import timezone

from games.engine import codec, commands, referee
from games.engine.cards import Seat
from games.engine.commands import Command
from games.log import head_reader, heads, ids
from games.log.heads import GameHead
from games.play import consequences, outages
from games.play.play import GameOverdue, advance

TRIES = 4
"""How often a command is tried in a game in which a move is overdue."""

logger = logging.getLogger(__name__)

Result = TypeVar("Result")


def enforce(game_id: int) -> GameHead:
    """Make the referee's overdue moves in a game until it waits for a player or a bot, and return
    the resulting head.

    While clocks stand still (``outages``), the game stays overdue.
    """
    head = head_reader.load(game_id)
    if not _is_due(head, now=timezone.now()):
        return head
    while (moved := _move(game_id, in_lobby=head.state.phase == "lobby")) is None:
        pass
    return moved


def enforce_and_retry(command: Callable[[], Result]) -> Result:
    """Carry out a command. If its game is overdue, make the referee's moves first and retry.

    :raises GameOverdue: if the game is still overdue after ``TRIES``.
    :raises Refusal: if the command is refused.
    """
    for _ in range(TRIES - 1):
        try:
            return command()
        except GameOverdue as error:
            enforce(error.game_id)
    return command()


def _is_due(head: GameHead, *, now: datetime) -> bool:
    """Return whether the overdue move is the referee's."""
    return heads.is_due(head.deadline, now=now) and not heads.awaits_bot(head.state)


@transaction.atomic
def _move(game_id: int, *, in_lobby: bool = False) -> GameHead | None:
    """Make the referee's move and return None, or return the head if none may be made, as found
    under the lock.
    """
    if in_lobby:
        consequences.lock_waiting(game_id)  # accounts before the game, as everywhere
    head = head_reader.load(game_id, lock=True)
    clock_now = outages.clock_time(head.deadline)
    if clock_now is None or not _is_due(head, now=clock_now):
        return head
    seat = head.state.to_act()
    command = commands.Close("expired") if seat is None else _command(head, seat)
    advance(head, command, seat=None, account_id=None, now=timezone.now())
    logger.info("%s in game %s", codec.TYPE_NAMES[type(command)], ids.to_text(game_id))
    return None


def _command(head: GameHead, seat: Seat) -> Command:
    """Return the referee's command for a seat whose time has run out."""
    if head.state.turn_seconds is None:
        return commands.Abandon(seat)
    late = referee.time_out(head.state, head.seed)
    assert late is not None
    return late
