"""Handle the games in which a move is overdue, in turns: moves of the referee, and of bots.

Bots can have many moves and need time to choose, so no request moves them: ``loop`` does.
Each step is one move, so a process that is killed at any instant loses nothing.
"""

import logging
import random
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from functools import partial
from random import SystemRandom
from typing import NamedTuple, TypeVar

from django.db import DatabaseError
from django.db.models import F, Q
from django.utils import timezone

from accounts.statements import IS_POSTGRESQL, small_batch
from games.bots import at_random, levels
from games.engine import view
from games.engine.cards import Seat
from games.engine.commands import Command, Level
from games.engine.refusals import MalformedEntry, NewerSchema
from games.log import heads, ids
from games.log.heads import GameHead
from games.log.models import Position
from games.log.reader import DamagedPosition, error_summary
from games.play import create_game, overdue
from games.play.outages import CLOCKS_AT_ONCE
from games.play.play import commit, decide
from games.referee.turns import BotHistories, BotHistory, Origins, Turns

QUERY_SECONDS = 0.05
"""How often a busy process queries which games have become overdue."""
MOST_DUE = 1_000
"""Overdue games in memory at once.

Each step moves a game to the end of the order, so all are reached.
"""
PAUSE_SECONDS = 60.0
"""How long a game is skipped after a step in it failed."""

# SQLite has one writer at a time. So the bots of several games move in one short transaction, which
# syncs the disk once.
GAMES_AT_ONCE = 1 if IS_POSTGRESQL else 3

MOST_UNREADABLE = 10_000
"""How many unreadable games a process remembers to skip."""
MOST_PAUSED = 10_000
"""How many games a process remembers to skip for ``PAUSE_SECONDS``."""
REST_SECONDS = 1.0
"""How long the process moves no game after a failure in one that it cannot remember: it would fail
again at once.
"""

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

_FAILS = "%s fails in game %s: %s"
_RANDOM = SystemRandom()
_unreadable: set[int] = set()
"""Games whose moves or rules cannot be read.

They never change, so this process does not try again.
"""


class BotMove(NamedTuple):
    """The command that a bot chose, and the head of the log that it was chosen for."""

    head: GameHead
    seat: Seat
    command: Command


class OverdueGames:
    """The games in which a move is overdue, and the order of their turns. Used by one thread."""

    def __init__(self, origins: Origins | None = None) -> None:
        self._turns = Turns(origins or (lambda _: {}))
        self._histories = BotHistories()
        self._due: list[int] = []
        self._query_at = self._rest_until = 0.0
        self._paused: dict[int, float] = {}

    def step(self) -> bool:
        """Make a move in some overdue games; return False if no game is overdue, or while it rests.

        Other processes may do the same at the same time: the later one writes nothing.
        """
        if self._is_resting():
            return False
        if not self._due or time.monotonic() >= self._query_at:
            self._query()
        moves: list[BotMove] = []
        for _ in range(min(GAMES_AT_ONCE, len(self._due))):
            if self._is_resting():
                break
            game_id = self._turns.next_game(self._due)
            self._due.remove(game_id)
            move = self._attempt(game_id, partial(self._choose, game_id))
            if move is not None:
                moves.append(move)
        if moves:
            self._write(moves)
        return bool(moves or self._due)

    def _query(self) -> None:
        now = time.monotonic()
        self._query_at = now + QUERY_SECONDS
        self._paused = {game_id: until for game_id, until in self._paused.items() if until > now}
        at = timezone.now()
        found = heads.to_check(at).annotate(is_due=Q(deadline__lte=at)).order_by("deadline")
        if _unreadable:
            found = found.exclude(pk__in=_unreadable)
        # Deadlines as times would take longer to read than all else.
        games = list(found.values_list("pk", "is_due")[: MOST_DUE + len(self._paused)])
        self._due = [pk for pk, is_due in games if is_due and pk not in self._paused]
        later = [pk for pk, is_due in games if not is_due]
        for first in range(0, len(later), CLOCKS_AT_ONCE):
            _check_later(later[first : first + CLOCKS_AT_ONCE], now=at)
        random.shuffle(self._due)  # so that two processes rarely choose the same game
        self._turns.load_origins(self._due)

    def _choose(self, game_id: int) -> BotMove | None:
        """Make the referee's overdue moves; return the move of the bot that the game waits for
        then, or None.
        """
        head = overdue.enforce(game_id)
        if not heads.is_due(head.deadline, now=timezone.now()):
            return None
        if not heads.awaits_bot(head.state):  # clocks stand still, or may
            self._paused[game_id] = time.monotonic() + REST_SECONDS
            return None
        seat = head.state.to_act()
        assert seat is not None
        level = head.state.bots[seat]
        assert level is not None
        return BotMove(
            head, seat, _bot_command(head, seat, level, self._histories.of_game(game_id))
        )

    def _write(self, moves: Sequence[BotMove]) -> None:
        """Write the moves of bots. They were chosen without a lock."""
        with _batch_on_sqlite():
            for move in moves:
                game_id = move.head.game_id
                after = self._attempt(game_id, partial(_write_bot_move, move))
                if after is None or heads.awaits_bot(after.state):
                    self._due.append(game_id)
                else:
                    self._histories.forget(game_id)

    def _attempt(self, game_id: int, step: Callable[[], Result]) -> Result | None:
        """Take a step in a game.

        If it fails, skip that game for ``PAUSE_SECONDS``, so that others continue.
        """
        try:
            return step()
        except DatabaseError:
            raise
        except Exception as error:
            # A damaged position can be rebuilt, so the game is tried again.
            if isinstance(error, MalformedEntry) and not isinstance(error, DamagedPosition):
                self._skip_unreadable(game_id, error)
                return None
            logger.error(_FAILS, "An overdue move", ids.to_text(game_id), error_summary(error))
            if len(self._paused) < MOST_PAUSED:
                self._paused[game_id] = time.monotonic() + PAUSE_SECONDS
                self._query_at = 0.0
            else:
                self._rest_until = time.monotonic() + REST_SECONDS
            return None

    def _skip_unreadable(self, game_id: int, error: MalformedEntry) -> None:
        """Stop trying a game that cannot be read, and log it once."""
        if len(_unreadable) >= MOST_UNREADABLE:
            logger.error("More than %s games cannot be read.", MOST_UNREADABLE)
            self._rest_until = time.monotonic() + REST_SECONDS
            return
        _unreadable.add(game_id)
        self._query_at = 0.0
        reason = error if isinstance(error, NewerSchema) else error_summary(error)
        logger.error("Game %s is skipped (%s): %s", ids.to_text(game_id), error.code, reason)

    def _is_resting(self) -> bool:
        return time.monotonic() < self._rest_until


def _check_later(game_ids: Collection[int], *, now: datetime) -> None:
    """Move ``check_at`` of these games on to the deadline that each has by now.

    Skip locked rows, to get into no deadlock with a transaction that locks several games.
    """
    with small_batch():
        rows = Position.objects.select_for_update(skip_locked=True)
        stale = list(rows.filter(pk__in=game_ids, check_at__lte=now).values_list("pk", flat=True))
        Position.objects.filter(pk__in=stale).update(check_at=F("deadline"))


def _batch_on_sqlite() -> AbstractContextManager[object]:
    """Join writes in one transaction on SQLite.

    On PostgreSQL each move is one statement, which autocommits.
    """
    return nullcontext() if IS_POSTGRESQL else small_batch()


def _write_bot_move(move: BotMove) -> GameHead | None:
    """Write the move of a bot; return the new head, or None on a conflict."""
    head, seat, command = move
    now = timezone.now()
    with _batch_on_sqlite():
        outcome = commit(decide(head, command, seat=seat, account_id=None, now=now))
    return None if outcome is None else outcome.head


def _bot_command(head: GameHead, seat: Seat, level: Level, history: BotHistory) -> Command:
    """Return the command of a bot.

    If its level fails, choose at random, so that the game continues.
    """
    seen = view.state_view(head.state, seat)
    rng = create_game.random_of_bots(head.seed, head.version) or _RANDOM
    try:
        action = levels.choose(level, seen, history.history(head, seat), rng)
    except (DatabaseError, NewerSchema):
        raise
    except Exception as error:  # of any kind; its text is not logged, because it can name a card
        logger.error(_FAILS, f"Bot {level}", ids.to_text(head.game_id), error_summary(error))
        action = at_random.choose(seen, [], rng)
    return view.command_of(action, seat)
