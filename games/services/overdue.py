"""Make overdue moves: time-outs, ends of waits and of lobbies, and moves of bots.

A request makes the referee's overdue moves in its own game. Bots can have many moves and need time to choose, so a
separate process (``run``) moves them, in all games in turns. Each step is one move, so a process that is killed at
any instant loses nothing.
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
from games.services.bot_history import BotHistories, BotHistory
from games.services.play import GameOverdue, advance
from games.services.turns import Origin, Origins, Turns

TRIES = 4
"""How often a command is tried in a game in which a move is overdue."""
QUERY_SECONDS = 0.05
"""How often a busy process queries which games have become overdue."""
ROUND_SECONDS = 0.5
"""How long it moves bots before it handles matches, its heartbeat and the rest."""
MOST_DUE = 1_000
"""Overdue games in memory at once. Each step moves a game to the end of the order, so all are reached."""
PAUSE_SECONDS = 60.0
"""How long a game is skipped after a step in it failed."""

# SQLite has one writer at a time, and a blocked writer polls after 1, 2, 5, 10 ms and so on. So the bots of several
# games move in one transaction, which syncs the disk once. Then they pause for REST_FACTOR times its duration.
GAMES_AT_ONCE = 1 if IS_POSTGRESQL else 3
REST_FACTOR = 0.0 if IS_POSTGRESQL else 3.0

MOST_UNREADABLE = 10_000
"""How many unreadable games a process skips; with more, it keeps failing on the next one."""

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

_RANDOM = SystemRandom()
_unreadable: set[int] = set()
"""Games whose moves or rules cannot be read. They never change, so this process does not try again."""


def enforce(game_id: int) -> None:
    """Make the referee's overdue moves in a game, until it waits for a player or a bot."""
    while _referee_is_due(reader.load(game_id)):
        _move_referee(game_id)


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


def enforce_all() -> int:
    """Make all overdue moves and seat all overdue matches; return the number of steps."""
    games, steps = OverdueGames(), 0
    while matchmaking.settle_next() or games.step():
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
    """Handle all overdue games every ``interval`` seconds, and when ``wanted`` is set, until ``stop`` is set.

    ``origins`` looks up who plays the games, for the order of turns. ``after_games`` is called about every interval.
    To stop, set ``stop`` and then ``wanted``.
    """
    wanted = wanted or Event()
    games, is_failing, next_round = OverdueGames(origins), False, time.monotonic()
    while not stop.is_set():
        is_busy = False
        try:
            is_busy = _move_bots(games, stop, until=time.monotonic() + ROUND_SECONDS)
            if time.monotonic() >= next_round:
                next_round = time.monotonic() + interval
                while matchmaking.settle_next():
                    is_busy = True
                referee_heartbeat.record(now=timezone.now())
                if after_games is not None:
                    after_games()
            is_failing = False
        except DatabaseError as error:
            if not is_failing:
                logger.warning("Overdue moves wait for the database: %s", str(error).strip())
            is_busy, is_failing = False, True
            connection.close()
        if not is_busy:
            wanted.wait(max(next_round - time.monotonic(), 0.0) if not is_failing else interval)
            wanted.clear()
    connection.close()


def _move_bots(games: "OverdueGames", stop: Event, *, until: float) -> bool:
    """Handle overdue games until none is left, and return False; or until the time is up, and return True."""
    while games.step(stop):
        if stop.is_set() or time.monotonic() > until:
            return True
    return False


class BotMove(NamedTuple):
    """The command that a bot chose, and the head of the log that it was chosen for."""

    head: GameHead
    seat: Seat
    command: Command


class OverdueGames:
    """The games in which a move is overdue, and the order of their turns. Used by one thread."""

    def __init__(self, origins: Origins | None = None) -> None:
        self._turns = Turns(origins or _no_origins)
        self._histories = BotHistories()
        self._due: list[int] = []
        self._query_at = self._write_at = 0.0
        self._paused: dict[int, float] = {}

    def step(self, stop: Event | None = None) -> bool:
        """Make a move in some overdue games; return False if no game is overdue.

        Other processes may do the same at the same time: the later one writes nothing. With ``stop``, pause before
        writing, until it is set at the latest.
        """
        if not self._due or time.monotonic() >= self._query_at:
            self._query()
        moves: list[BotMove] = []
        for _ in range(min(GAMES_AT_ONCE, len(self._due))):
            game_id = self._turns.next_game(self._due)
            self._due.remove(game_id)
            move = self._attempt(game_id, partial(self._choose, game_id))
            if move is not None:
                moves.append(move)
        if stop is not None and moves:
            stop.wait(max(self._write_at - time.monotonic(), 0.0))
        if moves:
            self._write(moves)
        return bool(moves or self._due)

    def _query(self) -> None:
        now = time.monotonic()
        self._query_at = now + QUERY_SECONDS
        self._paused = {game_id: until for game_id, until in self._paused.items() if until > now}
        due = Position.objects.filter(deadline__lte=timezone.now()).order_by("deadline")
        if _unreadable:
            due = due.exclude(pk__in=_unreadable)
        found = due.values_list("pk", flat=True)[: MOST_DUE + len(self._paused)]
        self._due = [game_id for game_id in found if game_id not in self._paused]
        random.shuffle(self._due)  # so that two processes rarely choose the same game
        self._turns.load_origins(self._due)

    def _choose(self, game_id: int) -> BotMove | None:
        """Make the referee's overdue moves; return the move of the bot that the game waits for then, or None."""
        head = reader.load(game_id)
        while _referee_is_due(head):
            _move_referee(game_id)
            head = reader.load(game_id)
        if not deadlines.is_due(head.deadline, now=timezone.now()):
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
            began = time.monotonic()
            for move in moves:
                game_id = move.head.game_id
                after = self._attempt(game_id, partial(_write_bot_move, move))
                if after is None or deadlines.awaits_bot(after.state):
                    self._due.append(game_id)
                else:
                    self._histories.forget(game_id)
        ended = time.monotonic()
        self._write_at = ended + REST_FACTOR * (ended - began)

    def _attempt(self, game_id: int, step: Callable[[], Result]) -> Result | None:
        """Take a step in a game. If it fails, skip that game for ``PAUSE_SECONDS``, so that others continue."""
        try:
            return step()
        except DatabaseError:
            raise
        except MalformedEntry as error:
            _skip_unreadable(game_id, error)
            self._query_at = 0.0
            return None
        except Exception as error:
            _log_failure(game_id, "An overdue move", error)
            self._paused[game_id] = time.monotonic() + PAUSE_SECONDS
            self._query_at = 0.0
            return None


def _skip_unreadable(game_id: int, error: MalformedEntry) -> None:
    """Stop trying a game that cannot be read, and log it once."""
    if len(_unreadable) >= MOST_UNREADABLE:
        logger.error("More than %s games cannot be read.", MOST_UNREADABLE)
        return
    _unreadable.add(game_id)
    # The text of a malformed entry can quote a card.
    reason = error if isinstance(error, NewerSchema) else "Its log cannot be read."
    logger.error("Game %s is skipped (%s): %s", ids.to_text(game_id), error.code, reason)


def _batch_on_sqlite() -> AbstractContextManager[object]:
    """Join writes in one transaction on SQLite. On PostgreSQL each move is one statement, which autocommits."""
    return nullcontext() if IS_POSTGRESQL else transaction.atomic()


def _no_origins(game_ids: Collection[int]) -> Mapping[int, Origin]:
    return {}


def _referee_is_due(head: GameHead) -> bool:
    """Return whether the overdue move is one of the referee."""
    is_due = deadlines.is_due(head.deadline, now=timezone.now())
    return is_due and not deadlines.awaits_bot(head.state)


@transaction.atomic
def _move_referee(game_id: int) -> None:
    """Make the referee's move if it is still overdue under the lock."""
    head = reader.load(game_id, lock=True)
    if not _referee_is_due(head):
        return
    seat = head.state.to_act()
    command = commands.Close("expired") if seat is None else _referee_command(head, seat)
    advance(head, command, seat=None, account_id=None, now=timezone.now())
    logger.info("%s in game %s", codec.TYPE_NAMES[type(command)], ids.to_text(game_id))


def _write_bot_move(move: BotMove) -> GameHead | None:
    """Write the move of a bot; return the new head, or None on a version conflict."""
    head, seat, command = move
    now = timezone.now()
    with suppress(VersionConflict), _batch_on_sqlite():
        return advance(head, command, seat=seat, account_id=None, now=now).head
    return None


def _bot_command(head: GameHead, seat: Seat, level: Level, history: BotHistory) -> Command:
    """Return the command of a bot. If its level fails, choose at random, so that the game continues."""
    seen = view.state_view(head.state, seat)
    try:
        action = levels.choose(level, seen, history.history(head, seat), _RANDOM)
    except (DatabaseError, NewerSchema):
        raise
    except Exception as error:  # of any kind; its text is not logged, because it can name a card
        _log_failure(head.game_id, f"Bot {level}", error)
        action = at_random.choose(seen, [], _RANDOM)
    return view.command_of(action, seat)


def _log_failure(game_id: int, what: str, error: Exception) -> None:
    """Log an error without its text, which can name a card."""
    *_, frame = traceback.extract_tb(error.__traceback__)
    logger.error(
        "%s fails in game %s: %s in %s, line %s",
        what,
        ids.to_text(game_id),
        type(error).__name__,
        frame.filename,
        frame.lineno,
    )


def _referee_command(head: GameHead, seat: Seat) -> Command:
    """Return the referee's command for a seat whose time has run out."""
    if head.state.turn_seconds is None:
        return commands.Abandon(seat)
    late = referee.time_out(head.state, head.seed)
    assert late is not None
    return late
