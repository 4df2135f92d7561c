"""Replay a game to its state after any move, verify its log, and check or rebuild its position.

Keeps a checkpoint in memory every ``STRIDE`` moves. The log is append-only, so checkpoints never go
stale. A step through a game, forwards or backwards, replays at most ``STRIDE`` moves.
"""

from collections import OrderedDict
from datetime import datetime, timedelta
from threading import Lock
from typing import NamedTuple

import orjson
from django.db import transaction
from django.utils import timezone

from accounts.statements import small_batch
from games.engine import chain, codec, snapshot
from games.engine.evolve import record
from games.engine.log_check import verify_log
from games.engine.refusals import MalformedEntry
from games.engine.report import where
from games.engine.state import NEW, State
from games.engine.table import Table
from games.engine.verification import Failure, Verification
from games.log import heads, reader, writer
from games.log.heads import GameHead
from games.log.models import Game, GameStatus, Position
from games.log.reader import LoggedMove
from games.log.refusals import NoSuchMove

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
        """Return the newest checkpoint within so many strides: its move's number, and the state."""
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


class Report(NamedTuple):
    """The result of a check: the number of valid moves, and every fault as a sentence."""

    game: str
    moves: int
    faults: tuple[str, ...]
    knows_rules: bool = True
    differed: bool = False
    """Whether the stored position differed from the log and was rebuilt."""


def check(game_id: int) -> Report:
    """Check a game's log, and its stored position against it.

    Checks again under a lock if it finds a fault, since the game may have moved between the two
    reads.
    """
    report = _check(Game.objects.get(pk=game_id))
    if not report.faults:
        return report
    with transaction.atomic():
        _lock(game_id)
        return _check(Game.objects.get(pk=game_id))


def rebuild(game_id: int) -> Report:
    """Rebuild the stored position from the log, unless it is current or the log is invalid."""
    with small_batch():
        _lock(game_id)
        game = Game.objects.get(pk=game_id)
        verdict = verify(game)
        faults = _log_faults(verdict)
        if not faults and verdict.scope != "full":
            faults = (
                "This server does not know its rules version, so it cannot replay the moves.",
            )
        if faults:
            return Report(game.public_id, verdict.moves, faults)
        position = Position.objects.filter(pk=game_id).first()
        differed = (
            position is None
            or not _is_current(position)
            or bool(_position_faults(game, position, verdict))
        )
        if differed:
            head = GameHead(
                game_id,
                bytes(game.seed),
                verdict.moves,
                verdict.digest,
                verdict.state,
                None,
                deadline=_deadline(position, verdict.state),
            )
            writer.store_position(head, is_new=position is None)
    return Report(game.public_id, verdict.moves, (), differed=differed)


def disagreements(game: Game, verdict: Verification) -> tuple[str, ...]:
    """Return how the stored position and status differ from the log.

    If the log is invalid, only whether there is a stored position.
    """
    position = Position.objects.filter(pk=game.pk).first()
    faults: tuple[str, ...] = ()
    if position is None:
        faults = ("It has no stored position. Run manage.py rebuild_positions.",)
    elif verdict.holds:
        faults = _position_faults(game, position, verdict)
    if (
        verdict.holds
        and verdict.scope == "full"
        and game.status != GameStatus.of_state(verdict.state)
    ):
        faults += (
            f"It is marked as {game.status}, the log says {GameStatus.of_state(verdict.state)}.",
        )
    return faults


def _check(game: Game) -> Report:
    verdict = verify(game)
    faults = _log_faults(verdict) + disagreements(game, verdict)
    return Report(game.public_id, verdict.moves, faults, verdict.scope == "full")


def _log_faults(verdict: Verification) -> tuple[str, ...]:
    if verdict.failure is not None:
        return (f"{where(verdict.failure)} ({verdict.failure.check}): {verdict.failure.reason}",)
    return () if verdict.moves else ("It has no moves.",)


def _position_faults(game: Game, position: Position, verdict: Verification) -> tuple[str, ...]:
    """Return how a stored position differs from a valid log."""
    if position.version != verdict.moves:
        ending = f"but the log ends with move {verdict.moves}"
        is_short = position.version > verdict.moves
        difference = "moves are missing" if is_short else "there are moves that it does not know"
        return (f"The stored position is after move {position.version}, {ending}: {difference}.",)
    if bytes(position.digest) != verdict.digest:
        return (f"The stored position has another digest than move {verdict.moves}.",)
    if verdict.scope != "full":
        return ()
    try:
        rules = codec.rules_from_text(game.rules)
        stored = snapshot.read(orjson.loads(position.state), rules)
    except snapshot.OtherSchema as other:
        if isinstance(other.schema, int):
            return ()  # the reader rebuilds it
        return ("The stored position cannot be read: it has no schema number.",)
    except Exception as error:  # whatever has been done to the text
        return (f"The stored position cannot be read ({type(error).__name__}: {error}).",)
    names = zip(State._fields, stored, verdict.state, strict=True)
    if differing := [name for name, mine, its in names if mine != its]:
        return (f"The stored position differs from the log in: {', '.join(differing)}.",)
    return ()


def _is_current(position: Position) -> bool:
    """Return whether a stored position has the schema that this code writes."""
    value = orjson.loads(position.state)
    return isinstance(value, dict) and value.get("schema") == snapshot.SCHEMA


def _deadline(position: Position | None, state: State) -> datetime | None:
    """Keep the stored deadline. If there is none, the awaited seat gets its full time again.

    It is a microsecond later, so that no process continues with the head that it remembers
    (``writer``): version and digest are still the same.
    """
    if position is not None and (position.deadline is not None or state.phase != "lobby"):
        return position.deadline and position.deadline + timedelta(microseconds=1)
    return heads.deadline(state, now=timezone.now(), before=NEW, deadline_before=None)


def _lock(game_id: int) -> None:
    """Keep other writers of the game out until the end of the transaction."""
    Position.objects.select_for_update().filter(pk=game_id).first()
