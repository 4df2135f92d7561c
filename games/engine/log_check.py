"""Check the moves of one game against each other, the rules and the seed."""

import json
from collections.abc import Iterable
from textwrap import shorten
from typing import Any

from games.engine import chain, codec, move_texts, referee, shuffle
from games.engine.cards import Seat
from games.engine.commands import (
    Abandon,
    Close,
    Command,
    Create,
    Deal,
    DrawDealer,
    LeaveSeat,
    Restore,
    Rule,
    Start,
    TakeSeat,
    TimeOut,
)
from games.engine.decide import step
from games.engine.events import Created
from games.engine.refusals import MalformedEntry, Refusal
from games.engine.rules import RULES_VERSION
from games.engine.state import NEW, State
from games.engine.transcript import StoredMove
from games.engine.verification import Check, Failure, Scope, Verification

_RULES_VERSION = 1 + Created._fields.index("rules_version")
"""Its place in ``created`` as an array; newer code adds fields only after it."""
LONGEST_REASON = 1_000
"""Characters. An error can name each option of rules that are invalid."""
_NOT_CANONICAL = "The move is not in canonical form."


class _CheckFailed(Exception):
    """A check of a move failed; ``str()`` is the reason."""

    def __init__(self, check: Check, reason: str) -> None:
        super().__init__(reason)
        self.check: Check = check


def verify_log(moves: Iterable[StoredMove], *, seed: bytes, commitment: str) -> Verification:
    """Check the moves of one game, oldest first, up to the first that fails."""
    log = _Log(seed, commitment)
    if shuffle.commitment(seed) != commitment:
        return log.verification(
            Failure(None, "commitment", "The commitment was made for another seed.")
        )
    for move in moves:
        try:
            log.add(move)
        except _CheckFailed as failed:
            return log.verification(Failure(move.number, failed.check, str(failed)))
    return log.verification(None)


class _Log:
    """The log checked so far, and the state at its end."""

    def __init__(self, seed: bytes, commitment: str) -> None:
        self.seed = seed
        self.digest = chain.genesis(commitment)
        self.commitment = commitment
        self.moves = 0
        self.state = NEW
        self.knows_rules = True

    def verification(self, failure: Failure | None) -> Verification:
        """Return what was found."""
        scope: Scope = "full" if self.knows_rules else "chain"
        return Verification(self.moves, scope, failure, self.state, self.digest)

    def add(self, move: StoredMove) -> None:
        """Check one move and append it.

        :raises _CheckFailed: if a check fails; the log is then as it was.
        """
        if move.number != self.moves + 1:
            raise _CheckFailed(
                "number",
                f"Move {move.number} follows move {self.moves}: a move is missing, added or out of order.",
            )
        digest = self._checked_digest(move)
        if self.moves == 0:
            self.knows_rules = _rules_version(move) == RULES_VERSION
        if self.knows_rules:
            self._check_play(move)
        self.digest = digest
        self.moves += 1

    def _checked_digest(self, move: StoredMove) -> bytes:
        try:
            digest = chain.next_digest(self.digest, *move[:6], seed=self.seed)
        except UnicodeEncodeError:
            raise _CheckFailed("entry", _NOT_CANONICAL) from None
        if digest != move.digest:
            raise _CheckFailed(
                "digest",
                "Its digest does not match its text, the seed and the moves before it: the log was "
                "changed here.",
            )
        return digest

    def _check_play(self, move: StoredMove) -> None:
        command, events_text = _read(move)
        if error := _author_error(move.seat, command, state=self.state, seed=self.seed):
            raise _CheckFailed("author", error)
        if isinstance(command, Create) and command.commitment != self.commitment:
            raise _CheckFailed("commitment", "The game was created under another commitment.")
        try:
            events, state = step(self.state, command)
        except Refusal as refusal:
            raise _CheckFailed("legality", f"The rules refuse it: {refusal}") from None
        # Compare texts, not values: tuples of different event types can be equal, and 1 equals
        # True.
        if move_texts.write_events(events, _writable(move.schema)) != events_text:
            raise _CheckFailed("events", "The recorded events are not those that the rules give.")
        self.state = state


def _author_error(seat: Seat | None, command: Command, *, state: State, seed: bytes) -> str | None:
    """Return why this author cannot have made the move, or None.

    The referee does what it owes, as the seed gives it. Players move for their own seat.
    """
    due = referee.next_command(state, seed)
    if isinstance(due, Start) and isinstance(command, Start):
        due = command  # whether a game is rated depends on other games: no log shows it
    if due is not None:
        if seat is not None or type(command) is not type(due):
            return f"The referee had to make another move first: {_title(due)}."
        return None if command == due else "The seed and the entropy give another move."
    if seat is not None:
        return _player_error(seat, command, state=state)
    match command:
        # Whether a ruling is just, how long a lobby stays open and whether bots fill it: no log
        # shows these.
        case Create() | Rule() | Close("expired") | TakeSeat(bot=str()):
            return None
        case TimeOut() | Abandon() | Restore() if not 0 <= command.seat < state.seats:
            return f"The game has no seat {command.seat}."
        case TimeOut() if command != referee.time_out(state, seed):
            return "The seed and the rules give another move for the seat."
        case TimeOut() | Abandon() | Restore():
            return None
        case _:
            return "The referee makes such a move only when the rules require it."


def _player_error(seat: Seat, command: Command, *, state: State) -> str | None:
    if not 0 <= seat < state.seats:
        return f"The game has no seat {seat}."
    if isinstance(command, Create | Close | DrawDealer | Deal | TimeOut | Abandon | Restore | Rule):
        return "Only the referee makes such a move."
    is_host = seat == state.host()
    if isinstance(command, Start):
        return None if is_host else f"Seat {seat} is not the host, who starts the game."
    seats_bot = isinstance(command, TakeSeat) and command.bot is not None
    if seats_bot or (isinstance(command, LeaveSeat) and command.seat != seat):
        return None if is_host else f"Seat {seat} is not the host, who fills the seats."
    return None if command.seat == seat else f"Seat {seat} moved for another seat."


def _read(move: StoredMove) -> tuple[Command, str]:
    """Return the command, and the events as the text that would be written today."""
    try:
        stored = json.loads(move.command), json.loads(move.events)
        # A text that is not canonical can hold more than is read, such as a repeated member.
        if (codec.canonical(stored[0]), codec.canonical(stored[1])) != (move.command, move.events):
            raise MalformedEntry(_NOT_CANONICAL)
        command, events = move_texts.read(*stored, move.schema)
        texts = move_texts.normal_form(*stored, move.schema)
    except (MalformedEntry, ValueError, TypeError, RecursionError) as error:
        raise _CheckFailed("entry", shorten(str(error), LONGEST_REASON)) from None
    if texts.command != move_texts.write_command(command, events, _writable(move.schema)):
        raise _CheckFailed("entry", _NOT_CANONICAL)
    return command, texts.events


def _writable(schema: int) -> int:
    """Return the schema of a move, or the oldest that can be written."""
    return max(schema, move_texts.WRITABLE[0])


def _title(command: Command) -> str:
    return codec.TYPE_NAMES[type(command)].replace("_", " ")


def _rules_version(move: StoredMove) -> Any:
    try:
        created = json.loads(move.events)[0]
        return created[_RULES_VERSION] if isinstance(created, list) else created["rules_version"]
    except (ValueError, LookupError, TypeError):
        raise _CheckFailed("entry", "The first move must create the game.") from None
