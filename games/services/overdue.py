"""Doing what is due: time-outs, ends of waits and of lobbies, and moves of bots.

A request does what the referee owes in its own game, a move or two. The moves of bots may be many and take thought, so
they are made by a process of its own (``run``), which goes on with all games in turns. Each step is a move, so a
process that is killed at any instant loses nothing.
"""

import logging
import random
import time
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from random import SystemRandom
from threading import Event
from typing import NamedTuple, TypeVar

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.plain_sql import IS_POSTGRESQL
from games import ids
from games.bots import at_random, levels
from games.engine import codec, commands, referee, view
from games.engine.cards import Seat
from games.engine.commands import Command, Level
from games.engine.refusals import MalformedEntry, NewerSchema
from games.log import deadlines, reader
from games.log.reader import GameHead
from games.log.writer import VersionConflict
from games.models import Position
from games.services import matchmaking, referee_heartbeat
from games.services.bot_history import BotHistory, Witnesses
from games.services.play import Overdue, advance
from games.services.turns import Origin, Origins, Turns

TRIES = 4
"""How often a command is tried in a game in which something is due."""
LOOK_SECONDS = 0.05
"""How often a process that is busy with games looks which others have become due."""
ROUND_SECONDS = 0.5
"""How long it is busy with games before it looks after everything else."""
MOST_DUE = 1_000
"""Games that it knows to be due at once. Each step puts a game behind all others, so all are reached."""
ASIDE_SECONDS = 60.0
"""How long a game is left alone in which a step failed."""

# SQLite has one writer at a time, and whoever finds it busy looks again after 1, 2, 5, 10 ms and so on. So the bots of
# several games move in one transaction, which syncs the disk once, and then leave it to others for three times as long.
GAMES_AT_ONCE = 1 if IS_POSTGRESQL else 8
REST = 0.0 if IS_POSTGRESQL else 3.0

MOST_UNREADABLE = 10_000
"""How many unreadable games a process skips; with more, it keeps failing on the next one."""

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

_RANDOM = SystemRandom()
_unreadable: set[int] = set()
"""Games whose moves or rules cannot be read. They never change, so this process does not try again."""


def enforce(game_id: int) -> None:
    """Do what the referee owes in a game, until it waits for a player again, a bot perhaps."""
    while _is_referees(reader.load(game_id)):
        _act(game_id)


def enforce_and_retry(command: Callable[[], Result]) -> Result:
    """Carry out a command; where something is due in its game, do that first and retry.

    :raises Overdue: if ``TRIES`` were not enough.
    :raises Refusal: as the command is refused.
    """
    for _ in range(TRIES - 1):
        try:
            return command()
        except Overdue as overdue:
            enforce(overdue.game_id)
    return command()


def enforce_all() -> int:
    """Do all that is due in all games and matches; return how many steps that took."""
    sweep, steps = Sweep(), 0
    while matchmaking.settle_next() or sweep.step():
        steps += 1
    return steps


def run(
    stop: Event,
    *,
    interval: float,
    wanted: Event | None = None,
    origins: Origins | None = None,
    after_games: Callable[[], object] | None = None,
) -> None:
    """Do what is due in all games until told to stop: every ``interval`` seconds, and when ``wanted`` is set.

    ``origins`` says for whom games are played, who take turns then. ``after_games`` is called about every interval.
    Whoever sets ``stop`` sets ``wanted`` after it.
    """
    wanted = wanted or Event()
    sweep, is_away, next_round = Sweep(origins), False, time.monotonic()
    while not stop.is_set():
        is_busy = False
        try:
            is_busy = _play(sweep, stop, until=time.monotonic() + ROUND_SECONDS)
            if time.monotonic() >= next_round:
                next_round = time.monotonic() + interval
                while matchmaking.settle_next():
                    is_busy = True
                referee_heartbeat.note(now=timezone.now())
                if after_games is not None:
                    after_games()
            is_away = False
        except DatabaseError as error:
            if not is_away:
                logger.warning("What is due waits for the database: %s", str(error).strip())
            is_busy, is_away = False, True
            connection.close()
        if not is_busy:
            wanted.wait(max(next_round - time.monotonic(), 0.0) if not is_away else interval)
            wanted.clear()
    connection.close()


def _play(sweep: "Sweep", stop: Event, *, until: float) -> bool:
    """Go on with games until nothing is due in any, and return False; or until it is time for other things."""
    while sweep.step(stop):
        if stop.is_set() or time.monotonic() > until:
            return True
    return False


class Choice(NamedTuple):
    """What a bot does, and the end of the log that it was chosen for."""

    head: GameHead
    seat: Seat
    command: Command


class Sweep:
    """Goes on with the games in which something is due, in turns. Used by one thread."""

    def __init__(self, origins: Origins | None = None) -> None:
        self._turns = Turns(origins or _no_origins)
        self._witnesses = Witnesses()
        self._due: list[int] = []
        self._look_at = self._write_at = 0.0
        self._aside: dict[int, float] = {}

    def step(self, stop: Event | None = None) -> bool:
        """Make a move in some games in which one is due; return False if there are none.

        Other processes may do the same at the same time: who is later writes nothing. With ``stop``, which ends it,
        it rests before it writes.
        """
        if not self._due or time.monotonic() >= self._look_at:
            self._look()
        choices = []
        for _ in range(min(GAMES_AT_ONCE, len(self._due))):
            game_id = self._turns.take(self._due)
            self._due.remove(game_id)
            choice = self._attempt(game_id, partial(self._go_on, game_id))
            if choice is not None:
                choices.append(choice)
        if stop is not None and choices:
            stop.wait(max(self._write_at - time.monotonic(), 0.0))
        if choices:
            self._write(choices)
        return bool(choices or self._due)

    def _look(self) -> None:
        now = time.monotonic()
        self._look_at = now + LOOK_SECONDS
        self._aside = {game_id: until for game_id, until in self._aside.items() if until > now}
        due = Position.objects.filter(deadline__lte=timezone.now()).order_by("deadline")
        if _unreadable:
            due = due.exclude(pk__in=_unreadable)
        found = due.values_list("pk", flat=True)[: MOST_DUE + len(self._aside)]
        self._due = [game_id for game_id in found if game_id not in self._aside]
        random.shuffle(self._due)  # so that two processes rarely choose the same
        self._turns.learn(self._due)

    def _go_on(self, game_id: int) -> Choice | None:
        """Make the referee's moves that are due; return what the bot does that the game waits for then."""
        head = reader.load(game_id)
        while _is_referees(head):
            _act(game_id)
            head = reader.load(game_id)
        if not deadlines.is_due(head.deadline, now=timezone.now()):
            return None
        seat = head.state.to_act()
        assert seat is not None
        level = head.state.bots[seat]
        assert level is not None
        return Choice(head, seat, _bots(head, seat, level, self._witnesses.of_game(game_id)))

    def _write(self, choices: Sequence[Choice]) -> None:
        """Make the moves of bots. Nothing was locked while they thought."""
        with _writing():
            began = time.monotonic()
            for choice in choices:
                game_id = choice.head.game_id
                after = self._attempt(game_id, partial(_move_bot, choice))
                if after is None or deadlines.awaits_bot(after.state):
                    self._due.append(game_id)
                else:
                    self._witnesses.forget(game_id)
        ended = time.monotonic()
        self._write_at = ended + REST * (ended - began)

    def _attempt(self, game_id: int, step: Callable[[], Result]) -> Result | None:
        """Take a step in a game; should it fail, leave that game alone for a while, since others go on."""
        try:
            return step()
        except DatabaseError:
            raise
        except MalformedEntry as error:
            _skip_unreadable(game_id, error)
            self._look_at = 0.0
            return None
        except Exception as error:
            _log_failure(game_id, "The sweep", error)
            self._aside[game_id] = time.monotonic() + ASIDE_SECONDS
            self._look_at = 0.0
            return None


def _skip_unreadable(game_id: int, error: MalformedEntry) -> None:
    """Stop trying a game that cannot be read, and log it once."""
    if len(_unreadable) >= MOST_UNREADABLE:
        logger.error("More than %s games cannot be read.", MOST_UNREADABLE)
        return
    _unreadable.add(game_id)
    # The text about a malformed entry may quote a card.
    reason = error if isinstance(error, NewerSchema) else "Its log cannot be read."
    logger.error("Game %s is skipped (%s): %s", ids.to_text(game_id), error.code, reason)


def _writing() -> AbstractContextManager[object]:
    """Keep writes together on SQLite; on PostgreSQL each move is one statement, which commits itself."""
    return nullcontext() if IS_POSTGRESQL else transaction.atomic()


def _no_origins(game_ids: Collection[int]) -> Mapping[int, Origin]:
    return {}


def _is_referees(head: GameHead) -> bool:
    """Return whether a move is due that the referee makes."""
    is_due = deadlines.is_due(head.deadline, now=timezone.now())
    return is_due and not deadlines.awaits_bot(head.state)


@transaction.atomic
def _act(game_id: int) -> None:
    """Make the referee's move if it is still due, now that nobody else can change the game."""
    head = reader.load(game_id, lock=True)
    if not _is_referees(head):
        return
    seat = head.state.to_act()
    command = commands.Close("expired") if seat is None else _referees(head, seat)
    advance(head, command, seat=None, account_id=None, now=timezone.now())
    logger.info("%s in game %s", codec.TYPE_NAMES[type(command)], ids.to_text(game_id))


def _move_bot(choice: Choice) -> GameHead | None:
    """Make the move that a bot has chosen; return the end of the log, or None if another was faster."""
    head, seat, command = choice
    now = timezone.now()
    with suppress(VersionConflict), _writing():
        return advance(head, command, seat=seat, account_id=None, now=now).head
    return None


def _bots(head: GameHead, seat: Seat, level: Level, witness: BotHistory) -> Command:
    """Return what a bot does; should it fail, then what a random one does, since the game must go on."""
    seen = view.state_view(head.state, seat)
    try:
        action = levels.choose(level, seen, witness.history(head, seat), _RANDOM)
    except (DatabaseError, NewerSchema):
        raise
    except Exception as error:  # whatever it is: without what it says, which may name a card
        _log_failure(head.game_id, f"Bot {level}", error)
        action = at_random.choose(seen, [], _RANDOM)
    return view.command_of(action, seat)


def _log_failure(game_id: int, what: str, error: Exception) -> None:
    """Log an error without what it says, which may name a card."""
    *_, frame = traceback.extract_tb(error.__traceback__)
    logger.error(
        "%s fails in game %s: %s in %s, line %s",
        what,
        ids.to_text(game_id),
        type(error).__name__,
        frame.filename,
        frame.lineno,
    )


def _referees(head: GameHead, seat: Seat) -> Command:
    """Return what the referee does about a seat whose time has run out."""
    if head.state.turn_seconds is None:
        return commands.Abandon(seat)
    late = referee.time_out(head.state, head.seed)
    assert late is not None
    return late
