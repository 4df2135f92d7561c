"""Doing what is due: time-outs, abandoned seats, stand-ins. Every request does it for its game, workers for all.

Each step is a transaction of its own, so that a worker killed at any instant loses nothing.
"""

import logging
from datetime import datetime
from random import SystemRandom
from threading import Event

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games import clock, ids, move_log
from games.bots import at_random
from games.engine import codec, commands, referee, view
from games.engine.cards import Seat
from games.engine.commands import Command
from games.models import Position
from games.move_log import Tail
from games.play import advance

logger = logging.getLogger(__name__)

_RANDOM = SystemRandom()


def enforce(game_id: int) -> None:
    """Do all that is due in a game, until it waits for a player again."""
    while Position.objects.filter(pk=game_id, deadline__lte=timezone.now()).exists():
        with transaction.atomic():
            _act(game_id, timezone.now())


def run(stop: Event, *, interval: float) -> None:
    """Do what is due in all games, every ``interval`` seconds, until told to stop."""
    is_away = False
    while not stop.wait(interval):
        try:
            enforce_all()
            is_away = False
        except DatabaseError as error:
            if not is_away:
                logger.warning("What is due waits for the database: %s", str(error).strip())
            is_away = True
            connection.close()
    connection.close()


def enforce_all() -> int:
    """Do all that is due in all games; return how many steps it took."""
    steps = 0
    while enforce_next() is not None:
        steps += 1
    return steps


def enforce_next() -> int | None:
    """Do one step that is due in any game; return the game's id, or none if nothing is.

    Games that another worker is busy with are passed over.
    """
    now = timezone.now()
    due = Position.objects.filter(deadline__lte=now).order_by("deadline")
    if not due.exists():
        return None
    with transaction.atomic():
        position = due.select_for_update(skip_locked=True).first()
        if position is None:
            return None
        game_id: int = position.pk
        _act(game_id, now)
        return game_id


def _act(game_id: int, now: datetime) -> None:
    """Do the referee's part if it is still due, now that nobody else can change the game."""
    tail = move_log.load(game_id, lock=True)
    if not clock.is_due(tail.deadline, now=now):
        return
    seat = tail.state.to_act()
    assert seat is not None
    author, command = _due(tail, seat)
    advance(tail, command, seat=author, account_id=None, now=now)
    logger.info("%s in game %s", codec.TYPE_NAMES[type(command)], ids.to_text(game_id))


def _due(tail: Tail, seat: Seat) -> tuple[Seat | None, Command]:
    """Return who does what: a stand-in for its seat, or the referee."""
    if tail.state.left >> seat & 1:
        action = at_random.choose(view.state_view(tail.state, seat), [], _RANDOM)
        return seat, codec.command_from_json({**action, "seat": seat})
    if tail.state.turn_seconds is not None:
        late = referee.time_out(tail.state, tail.seed)
        assert late is not None
        return None, late
    return None, commands.Abandon(seat)
