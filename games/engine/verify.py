"""Check a game's log from nothing but itself: chain, legality, events, shuffles, scores.

``python -m games.engine.verify FILE`` reads a transcript, with the standard library alone, prints what holds and what
is proved, and exits with 0 if all holds, 1 if something does not, 2 if the file is no transcript. The log alone shows
that it agrees with itself, the rules and the published seed; that it is the log shown during play, only receipts
prove (``--receipts FILE``, see ``receipts``).
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from games.engine import (
    chain,
    codec,
    receipts,
    referee,
    report,
    shuffle,
    strict_json,
    transcript,
)
from games.engine.cards import Seat
from games.engine.commands import (
    Abandon,
    Close,
    Command,
    Create,
    Deal,
    DrawDealer,
    LeaveSeat,
    Rule,
    Start,
    TakeSeat,
    TimeOut,
)
from games.engine.decide import step
from games.engine.events import Event
from games.engine.receipts import Receipts
from games.engine.refusals import MalformedEntry, Refusal
from games.engine.rules import RULES_VERSION
from games.engine.state import NEW, State
from games.engine.transcript import StoredMove, Transcript

Check = Literal[
    "commitment",
    "number",
    "digest",
    "entry",
    "author",
    "legality",
    "events",
    "result",
    "receipt",
]
CHECKS: tuple[Check, ...] = get_args(Check)
Scope = Literal["full", "chain"]


class Failure(NamedTuple):
    """The first thing that does not hold: at which move (none for the log as a whole), which check, and why."""

    move: int | None
    check: Check
    reason: str


class Verification(NamedTuple):
    """What was found. ``scope`` is ``chain`` where the rules version is unknown, so that only digests were checked."""

    moves: int
    scope: Scope
    failure: Failure | None
    state: State
    digest: bytes
    """The digest of the last move that holds."""
    receipts: Receipts | None = None
    """What the log was compared with, None if with nothing."""
    has_annotations: bool = False
    """Whether the transcript has annotations, which nothing proves."""

    @property
    def holds(self) -> bool:
        """Whether everything checked holds."""
        return self.failure is None

    @property
    def proved_until(self) -> int | None:
        """The last move that receipts prove was shown during play; None without receipts, or if something fails."""
        return self.receipts.last if self.receipts and self.holds else None


class _Broken(Exception):
    """A check that failed."""

    def __init__(self, check: Check, reason: str) -> None:
        super().__init__(reason)
        self.check: Check = check


def verify_log(moves: Iterable[StoredMove], *, seed: bytes, commitment: str) -> Verification:
    """Check the moves of one game, oldest first, up to the first that does not hold."""
    log = _Log(seed, commitment)
    if shuffle.commitment(seed) != commitment:
        failure = Failure(
            None, "commitment", "The seed is not the one that the commitment was made for."
        )
        return log.verdict(failure)
    for move in moves:
        try:
            log.add(move)
        except _Broken as broken:
            return log.verdict(Failure(move.number, broken.check, str(broken)))
    return log.verdict(None)


def verify_transcript(document: Transcript, noted: Receipts | None = None) -> Verification:
    """Check a transcript of a finished game, that what it claims follows from its moves, and that it fits receipts."""
    header = document.header
    verdict = verify_log(document.moves, seed=header.seed, commitment=header.commitment)
    verdict = verdict._replace(receipts=noted, has_annotations=document.has_annotations)
    if verdict.failure is None and noted is not None:
        verdict = verdict._replace(failure=_compare_receipts(document, noted))
    if verdict.failure is None and verdict.scope == "full":
        verdict = verdict._replace(failure=_compare_claims(document, verdict.state))
    return verdict


class _Log:
    """The log checked so far, and the position at its end."""

    def __init__(self, seed: bytes, commitment: str) -> None:
        self.seed = seed
        self.digest = chain.genesis(commitment)
        self.commitment = commitment
        self.moves = 0
        self.state = NEW
        self.knows_rules = True

    def verdict(self, failure: Failure | None) -> Verification:
        """Return what was found."""
        scope: Scope = "full" if self.knows_rules else "chain"
        return Verification(self.moves, scope, failure, self.state, self.digest)

    def add(self, move: StoredMove) -> None:
        """Check one move and take it in."""
        if move.number != self.moves + 1:
            raise _Broken(
                "number",
                f"After move {self.moves} comes move {move.number}: a move is missing, added or out of order.",
            )
        digest = self._checked_digest(move)
        if self.moves == 0:
            self.knows_rules = _rules_version(move) == RULES_VERSION
        if self.knows_rules:
            self._check_play(move)
        self.digest = digest
        self.moves += 1

    def _checked_digest(self, move: StoredMove) -> bytes:
        entry = chain.entry(
            number=move.number,
            seat=move.seat,
            at=move.at,
            schema=move.schema,
            command=move.command,
            events=move.events,
        )
        try:
            digest = chain.next_digest(self.digest, seed=self.seed, number=move.number, entry=entry)
        except UnicodeEncodeError:
            raise _Broken(
                "entry", "The move is not written in the one form that there is."
            ) from None
        if digest != move.digest:
            raise _Broken(
                "digest",
                "Its digest is not what its text, the seed and the moves before it give: the log was "
                "changed here.",
            )
        return digest

    def _check_play(self, move: StoredMove) -> None:
        command, events_text = _read(move)
        self._check_author(move.seat, command)
        try:
            events, state = step(self.state, command)
        except Refusal as refusal:
            raise _Broken("legality", f"The rules refuse it: {refusal}") from None
        # The texts and not the values: tuples are equal across types of events, and 1 equals true.
        if _events_text(events) != events_text:
            raise _Broken("events", "The rules give other events than those recorded.")
        self.state = state

    def _check_author(self, seat: Seat | None, command: Command) -> None:
        """Check that the referee did what it owed, as the seed says, and players moved for themselves."""
        due = referee.next_command(self.state, self.seed)
        if due is not None:
            if seat is not None or type(command) is not type(due):
                raise _Broken("author", f"Before anything else the referee owed: {_title(due)}.")
            if command != due:
                raise _Broken("author", "It is not what the seed and the entropy give.")
        elif seat is not None:
            self._check_player(seat, command)
        elif isinstance(command, Create):
            if command.commitment != self.commitment:
                raise _Broken("commitment", "The game was created under another commitment.")
        elif isinstance(command, Rule):
            pass  # whether a ruling is possible, the rules say; whether it is just, no log can tell
        elif isinstance(command, Close) and command.reason == "expired":
            pass  # how long a lobby is kept open is for each server to say
        elif isinstance(command, TakeSeat) and command.bot is not None:
            pass  # the referee may fill a table with bots
        elif not isinstance(command, TimeOut | Abandon):
            raise _Broken("author", "The referee makes such a move only when it is owed.")
        elif not 0 <= command.seat < self.state.seats:
            raise _Broken("author", f"The game has no seat {command.seat}.")
        elif isinstance(command, TimeOut) and command != referee.time_out(self.state, self.seed):
            raise _Broken("author", "The referee acted otherwise than the seed and the rules say.")

    def _check_player(self, seat: Seat, command: Command) -> None:
        if not 0 <= seat < self.state.seats:
            raise _Broken("author", f"The game has no seat {seat}.")
        if isinstance(command, Create | Close | DrawDealer | Deal | TimeOut | Abandon | Rule):
            raise _Broken("author", "Only the referee makes such a move.")
        is_host = seat == self.state.host()
        seats_bot = isinstance(command, TakeSeat) and command.bot is not None
        if isinstance(command, Start):
            if not is_host:
                raise _Broken("author", f"Seat {seat} is not the host's, who starts the game.")
        elif seats_bot or (isinstance(command, LeaveSeat) and command.seat != seat):
            if not is_host:
                raise _Broken("author", f"Seat {seat} is not the host's, who fills the seats.")
        elif command.seat != seat:
            raise _Broken("author", f"Seat {seat} moved for another seat.")


def _read(move: StoredMove) -> tuple[Command, str]:
    """Return the command, and the events' canonical text in the current schema."""
    try:
        stored = json.loads(move.command), json.loads(move.events)
        # A stored text that names a member twice, for instance, says more than is read of it.
        if (codec.canonical(stored[0]), codec.canonical(stored[1])) != (move.command, move.events):
            raise MalformedEntry("The move is not written in the one form that there is.")
        value = codec.upcast(stored[0], move.schema)
        command = codec.command_from_json(value)
        events = [codec.upcast(event, move.schema) for event in stored[1]]
        for event in events:
            codec.event_from_json(event)
        texts = codec.canonical(value), codec.canonical(events)
    except (MalformedEntry, ValueError, TypeError, RecursionError) as error:
        raise _Broken("entry", str(error)) from None
    if texts[0] != codec.canonical(codec.to_json(command)):
        raise _Broken("entry", "The command is not written in the one form that there is.")
    return command, texts[1]


def _events_text(events: Iterable[Event]) -> str:
    return codec.canonical([codec.to_json(event) for event in events])


def _title(command: Command) -> str:
    return codec.TYPE_NAMES[type(command)].replace("_", " ")


def _rules_version(move: StoredMove) -> Any:
    try:
        return json.loads(move.events)[0]["rules_version"]
    except (ValueError, LookupError, TypeError):
        raise _Broken("entry", "The first move must create the game.") from None


def _compare_receipts(document: Transcript, noted: Receipts) -> Failure | None:
    found = receipts.mismatch(noted, commitment=document.header.commitment, moves=document.moves)
    return None if found is None else Failure(found.move, "receipt", found.reason)


def _compare_claims(document: Transcript, state: State) -> Failure | None:
    if not state.is_over:
        return Failure(None, "result", "The moves do not finish the game.")
    claims = transcript.claims_of(state)
    for name in claims | document.claims:
        if document.claims.get(name) != claims.get(name):
            return Failure(None, "result", f'The member "{name}" is not what the moves lead to.')
    if len(document.header.players) != state.seats:
        return Failure(None, "result", f"The moves lead to {state.seats} seats, not those listed.")
    return None


def main(arguments: list[str]) -> int:
    """Check the transcript in a file and say what was found."""
    parser = ArgumentParser(
        prog="python -m games.engine.verify",
        description="Check the transcript of a finished game, offline.",
    )
    parser.add_argument("file", metavar="FILE", help="the transcript")
    parser.add_argument(
        "--receipts",
        metavar="FILE",
        help="what was noted during play: the commitment, and moves' numbers and digests",
    )
    options = parser.parse_args(arguments)
    path = options.file
    try:
        document = transcript.read(_load(path))
        noted = None
        if options.receipts is not None:
            path = options.receipts
            noted = receipts.read(_load(path))
    except (OSError, ValueError, RecursionError, MalformedEntry) as error:
        print(f"{path} cannot be verified: {error}", file=sys.stderr)
        return 2
    verdict = verify_transcript(document, noted)
    print("\n".join([*report.describe(verdict), *report.describe_proof(verdict)]))
    return 0 if verdict.holds else 1


def _load(path: str) -> Any:
    return strict_json.loads(Path(path).read_bytes())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
