"""Check a game's log from nothing but itself: chain, legality, events, shuffles, scores.

``python -m games.engine.verify FILE`` reads a transcript, with the standard library alone, prints what holds, and
exits with 0 if all does, 1 if something does not, 2 if the file is no transcript.
"""

import json
import sys
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

from games.engine import chain, codec, referee, shuffle
from games.engine.cards import Seat
from games.engine.commands import Command, Create, Cut, Deal, DrawDealer, Start
from games.engine.decide import step
from games.engine.events import Event
from games.engine.refusals import MalformedEntry, Refusal
from games.engine.rules import RULES_VERSION
from games.engine.state import NEW, State

TRANSCRIPT_FORMAT = "gofish-transcript"
TRANSCRIPT_VERSION = 1

Check = Literal[
    "format", "commitment", "number", "digest", "entry", "author", "legality", "events", "result"
]


class StoredMove(NamedTuple):
    """A move as it was stored: the texts that the chain digests, not yet read."""

    number: int
    seat: Seat | None
    at: datetime
    schema: int
    command: str
    events: str
    digest: bytes


class Failure(NamedTuple):
    """The first thing that does not hold: at which move (none for the log as a whole), which check, and why."""

    move: int | None
    check: Check
    reason: str


class Verdict(NamedTuple):
    """What was found. ``scope`` is ``chain`` where the rules version is unknown, so that only digests were checked."""

    moves: int
    scope: Literal["full", "chain"]
    failure: Failure | None
    state: State

    @property
    def holds(self) -> bool:
        """Whether everything checked holds."""
        return self.failure is None


class _Broken(Exception):
    """A check that failed."""

    def __init__(self, check: Check, reason: str) -> None:
        super().__init__(reason)
        self.check: Check = check


def verify_log(moves: Iterable[StoredMove], *, seed: bytes, commitment: str) -> Verdict:
    """Check the moves of one game, oldest first, up to the first that does not hold."""
    log = _Log(seed, commitment)
    if shuffle.commitment(seed) != commitment:
        failure = Failure(None, "commitment", "The commitment is not that of the seed.")
        return log.verdict(failure)
    for move in moves:
        try:
            log.add(move)
        except _Broken as broken:
            return log.verdict(Failure(move.number, broken.check, str(broken)))
    return log.verdict(None)


def verify_transcript(transcript: Any) -> Verdict:
    """Check a transcript of a finished game, from its JSON value.

    :raises MalformedEntry: if it is no transcript at all.
    """
    try:
        moves = stored_moves(transcript)
        seed = bytes.fromhex(transcript["seed"])
        commitment = transcript["commitment"]
        is_known = (transcript["format"], transcript["version"]) == (
            TRANSCRIPT_FORMAT,
            TRANSCRIPT_VERSION,
        )
        claimed = {name: transcript[name] for name in ("rules", "entropy", "result", "series")}
        bytes.fromhex(commitment)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise MalformedEntry(f"This is no transcript: {error!r}.") from None
    if not is_known:
        raise MalformedEntry("This is no transcript of a version that is known here.")
    verdict = verify_log(moves, seed=seed, commitment=commitment)
    if verdict.failure is None and verdict.scope == "full":
        verdict = verdict._replace(failure=_compare_claims(claimed, verdict.state))
    return verdict


def stored_moves(transcript: dict[str, Any]) -> list[StoredMove]:
    """Return a transcript's moves; their texts are canonical by construction, as the stored ones are."""
    return [_stored_move(move) for move in transcript["moves"]]


def outcome(state: State) -> dict[str, Any]:
    """Return what a transcript claims beside its moves: rules, entropy, result and series."""
    return {
        "rules": codec.rules_to_json(state.rules),
        "entropy": [list(given) for given in state.entropy],
        "result": None if state.result is None else codec.to_json(state.result),
        "series": None if state.series is None else codec.to_json(state.series),
    }


class _Log:
    """The log checked so far, and the position at its end."""

    def __init__(self, seed: bytes, commitment: str) -> None:
        self.seed = seed
        self.digest = chain.genesis(commitment)
        self.commitment = commitment
        self.moves = 0
        self.state = NEW
        self.knows_rules = True

    def verdict(self, failure: Failure | None) -> Verdict:
        """Return what was found."""
        return Verdict(self.moves, "full" if self.knows_rules else "chain", failure, self.state)

    def add(self, move: StoredMove) -> None:
        """Check one move and take it in."""
        if move.number != self.moves + 1:
            raise _Broken("number", f"After move {self.moves} comes move {move.number}.")
        self._check_digest(move)
        if self.moves == 0:
            self.knows_rules = _rules_version(move) == RULES_VERSION
        if self.knows_rules:
            self._check_play(move)
        self.moves += 1

    def _check_digest(self, move: StoredMove) -> None:
        entry = chain.entry(
            number=move.number,
            seat=move.seat,
            at=move.at,
            schema=move.schema,
            command=move.command,
            events=move.events,
        )
        digest = chain.next_digest(self.digest, seed=self.seed, number=move.number, entry=entry)
        if digest != move.digest:
            raise _Broken("digest", "The move is not the one that was digested when it was made.")
        self.digest = digest

    def _check_play(self, move: StoredMove) -> None:
        command, events = _read(move)
        self._check_author(move.seat, command)
        try:
            decided, state = step(self.state, command)
        except Refusal as refusal:
            raise _Broken("legality", f"The rules refuse it: {refusal}") from None
        if decided != events:
            raise _Broken("events", "The rules give other events than those recorded.")
        self.state = state

    def _check_author(self, seat: Seat | None, command: Command) -> None:
        """Check that the referee did what it owed, as the seed says, and players moved for themselves."""
        due = referee.next_command(self.state, self.seed)
        if due is not None and (seat, command) != (None, due):
            raise _Broken("author", "The referee owed another move, by the seed and the entropy.")
        if seat is not None:
            if not 0 <= seat < self.state.seats:
                raise _Broken("author", f"The game has no seat {seat}.")
            if isinstance(command, Create | DrawDealer | Deal):
                raise _Broken("author", "Only the referee makes such a move.")
            if not isinstance(command, Start) and command.seat != seat:
                raise _Broken("author", f"Seat {seat} moved for another seat.")
        elif isinstance(command, Create):
            if command.commitment != self.commitment:
                raise _Broken("commitment", "The game was created under another commitment.")
        elif due is None and not (
            isinstance(command, Cut) and command == referee.cut_for(self.state, self.seed)
        ):
            raise _Broken("author", "The referee did not owe such a move.")


def _read(move: StoredMove) -> tuple[Command, tuple[Event, ...]]:
    try:
        command = codec.command_from_json(json.loads(move.command), move.schema)
        events = tuple(codec.event_from_json(e, move.schema) for e in json.loads(move.events))
    except (MalformedEntry, ValueError, TypeError) as error:
        raise _Broken("entry", str(error)) from None
    return command, events


def _rules_version(move: StoredMove) -> Any:
    try:
        return json.loads(move.events)[0]["rules_version"]
    except (ValueError, LookupError, TypeError):
        raise _Broken("entry", "The first move must create the game.") from None


def _stored_move(value: Any) -> StoredMove:
    return StoredMove(
        number=value["number"],
        seat=value["seat"],
        at=datetime.fromisoformat(value["at"]),
        schema=value["schema"],
        command=codec.canonical(value["command"]),
        events=codec.canonical(value["events"]),
        digest=bytes.fromhex(value["digest"]),
    )


def _compare_claims(claimed: dict[str, Any], state: State) -> Failure | None:
    if not state.is_over:
        return Failure(None, "result", "The moves do not finish the game.")
    for name, value in outcome(state).items():
        if claimed[name] != value:
            return Failure(None, "result", f"The moves lead to another {name} than claimed.")
    return None


def main(arguments: list[str]) -> int:
    """Check the transcript in a file and say what was found."""
    if len(arguments) != 1:
        print("usage: python -m games.engine.verify FILE", file=sys.stderr)
        return 2
    try:
        verdict = verify_transcript(json.loads(Path(arguments[0]).read_bytes()))
    except (OSError, ValueError, MalformedEntry) as error:
        print(f"{arguments[0]} cannot be verified: {error}", file=sys.stderr)
        return 2
    print("\n".join(describe(verdict)))
    return 0 if verdict.holds else 1


def describe(verdict: Verdict) -> list[str]:
    """Say in lines what was found, for a person."""
    if verdict.failure is not None:
        move, check, reason = verdict.failure
        where = "The transcript" if move is None else f"Move {move}"
        return [f"BROKEN  {where} does not hold ({check}): {reason}"]
    if verdict.scope == "chain":
        return [f"HOLDS   The digests of {verdict.moves} moves; the rules version is unknown here."]
    lines = [
        f"HOLDS   {verdict.moves} moves: digests, authors, legality and events.",
        f"HOLDS   {verdict.state.packs} packs, from the seed, its commitment and the entropy.",
    ]
    if verdict.state.result is not None:
        scores = ", ".join(str(score) for score in verdict.state.result.scores)
        lines.append(f"HOLDS   The result: scores by seat {scores}.")
    return lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
