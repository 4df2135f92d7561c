"""Doing what is due: moves of bots, time-outs, ends of waits and of lobbies.

Every request does it for its game, workers for all.

Each step is a transaction of its own, so that a worker killed at any instant loses nothing. A request spends no
more than ``PATIENCE`` on it and leaves the rest to the next, or to a worker, which is awakened if it is a thread here.
"""

import logging
import time
import traceback
from collections.abc import Callable
from datetime import datetime
from random import SystemRandom
from threading import Event
from typing import TypeVar

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games import ids
from games.bots import at_random, levels
from games.engine import codec, commands, referee, view
from games.engine.cards import Seat
from games.engine.commands import Command, Level
from games.engine.refusals import MalformedEntry, NewerSchema
from games.log import deadlines, reader
from games.log.reader import GameHead
from games.models import Position
from games.services import matchmaking, referee_heartbeat
from games.services.bot_history import BotHistory
from games.services.play import Overdue, advance

PATIENCE = 0.25  # seconds
TRIES = 4
"""How often a command is tried in a game in which something is due."""
MOST_UNREADABLE = 10_000
"""How many games that it cannot read a process passes over; with more it stops at the next one."""

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

_RANDOM = SystemRandom()
_wanted = Event()
_unreadable: set[int] = set()
"""Games of which the moves or the rules cannot be read. They never change, so this process need not look again."""


def enforce(game_id: int) -> None:
    """Do what is due in a game, until it waits for a person again or a request may wait no longer."""
    witness = BotHistory(game_id)
    patient_until = time.monotonic() + PATIENCE
    while Position.objects.filter(pk=game_id, deadline__lte=timezone.now()).exists():
        if time.monotonic() > patient_until:
            wake()
            return
        with transaction.atomic():
            _act(game_id, timezone.now(), witness)


def enforce_and_retry(command: Callable[[], Result]) -> Result:
    """Carry out a command; where something is due in its game, do that first and retry.

    :raises Overdue: if ``TRIES`` were not enough, as where the database is too slow for ``PATIENCE``.
    :raises Refusal: as the command is refused.
    """
    for _ in range(TRIES - 1):
        try:
            return command()
        except Overdue as overdue:
            enforce(overdue.game_id)
    return command()


def follow_up(game_id: int) -> None:
    """Do what a command has made due; that it was carried out stands, whatever becomes of this."""
    try:
        enforce(game_id)
    except DatabaseError as error:
        logger.warning("What is due waits for a worker: %s", str(error).strip())
        wake()
    except MalformedEntry:
        wake()  # a worker says why


def run(stop: Event, *, interval: float, after_games: Callable[[], object] | None = None) -> None:
    """Do what is due in all games, every ``interval`` seconds or when awakened, until told to stop.

    ``after_games`` is called at the end of each round.
    """
    is_away = False
    while not stop.is_set():
        try:
            enforce_all()
            referee_heartbeat.note(now=timezone.now())
            if after_games is not None:
                after_games()
            is_away = False
        except DatabaseError as error:
            if not is_away:
                logger.warning("What is due waits for the database: %s", str(error).strip())
            is_away = True
            connection.close()
        _wanted.wait(interval)
        _wanted.clear()
    connection.close()


def wake() -> None:
    """Have the worker of this process, if there is one, look at once whether something is due."""
    _wanted.set()


def enforce_all() -> int:
    """Do all that is due in all games and matches; return how often one was gone on with."""
    steps = 0
    while matchmaking.settle_next() or enforce_next() is not None:
        steps += 1
    return steps


def enforce_next() -> int | None:
    """Go on with the game in which something has been due for the longest; return its id, or none if nothing is.

    Games that another worker is busy with are passed over, and those that cannot be read.
    """
    now = timezone.now()
    due = Position.objects.filter(deadline__lte=now).order_by("deadline")
    if _unreadable:
        due = due.exclude(pk__in=_unreadable)
    if not due.exists():
        return None
    game_id: int | None = None
    try:
        with transaction.atomic():
            position = due.select_for_update(skip_locked=True).first()
            if position is None:
                return None
            game_id = position.pk
            _act(game_id, now, BotHistory(game_id))
        enforce(game_id)
    except MalformedEntry as error:
        assert game_id is not None
        return _pass_over(game_id, error)
    return game_id


def _pass_over(game_id: int, error: MalformedEntry) -> int | None:
    """Do nothing more in a game that cannot be read; return its id, or None if there are too many of them."""
    if len(_unreadable) >= MOST_UNREADABLE:
        logger.error("More than %s games cannot be read.", MOST_UNREADABLE)
        return None
    _unreadable.add(game_id)
    # What is wrong with an entry may quote a card.
    reason = error if isinstance(error, NewerSchema) else "Its log cannot be read."
    logger.error("Game %s is passed over (%s): %s", ids.to_text(game_id), error.code, reason)
    return game_id


def _act(game_id: int, now: datetime, witness: BotHistory) -> None:
    """Make the move of a bot or the referee if it is still due, now that nobody else can change the game."""
    tail = reader.load(game_id, lock=True)
    if not deadlines.is_due(tail.deadline, now=now):
        return
    seat = tail.state.to_act()
    level = None if seat is None else tail.state.bots[seat]
    if seat is not None and level is not None:
        command = _bots(tail, seat, level, witness)
        advance(tail, command, seat=seat, account_id=None, now=now)
        return
    command = commands.Close("expired") if seat is None else _referees(tail, seat)
    advance(tail, command, seat=None, account_id=None, now=now)
    logger.info("%s in game %s", codec.TYPE_NAMES[type(command)], ids.to_text(game_id))


def _bots(tail: GameHead, seat: Seat, level: Level, witness: BotHistory) -> Command:
    """Return what a bot does; should it fail, then what a random one does, since the game must go on."""
    seen = view.state_view(tail.state, seat)
    try:
        action = levels.choose(level, seen, witness.history(tail, seat), _RANDOM)
    except NewerSchema:
        raise  # nothing is wrong with the bot
    except Exception as error:  # whatever it is: without what it says, which may name a card
        *_, frame = traceback.extract_tb(error.__traceback__)
        logger.error(
            "Bot %s fails in game %s: %s in %s, line %s",
            level,
            ids.to_text(tail.game_id),
            type(error).__name__,
            frame.filename,
            frame.lineno,
        )
        action = at_random.choose(seen, [], _RANDOM)
    return view.command_of(action, seat)


def _referees(tail: GameHead, seat: Seat) -> Command:
    """Return what the referee does about a seat whose time has run out."""
    if tail.state.turn_seconds is None:
        return commands.Abandon(seat)
    late = referee.time_out(tail.state, tail.seed)
    assert late is not None
    return late
