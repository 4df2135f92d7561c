"""Read the record of a game from a transcript, or from a game of this process."""

import json

from games.analysis.record import Record, RecordedMove
from games.bots.local_game import LocalGame
from games.engine import move_texts
from games.engine.refusals import MalformedEntry
from games.engine.report import describe
from games.engine.transcript import StoredMove, Transcript
from games.engine.verify import verify_transcript


def from_transcript(document: Transcript) -> Record:
    """Verify a transcript and return its record.

    :raises MalformedEntry: if the transcript is invalid, or its rules version is unknown.
    """
    verdict = verify_transcript(document)
    if not verdict.holds:
        raise MalformedEntry(describe(verdict)[0])
    if verdict.scope != "full":
        raise MalformedEntry("The rules version of the transcript is unknown here.")
    state = verdict.state
    return Record(state.rules, state.seats, tuple(map(_move, document.moves)))


def from_local(game: LocalGame) -> Record:
    """Return the record of a game that was played in this process."""
    moves = [RecordedMove(number, move.events) for number, move in enumerate(game.moves, start=1)]
    return Record(game.state.rules, game.state.seats, moves)


def _move(move: StoredMove) -> RecordedMove:
    events = json.loads(move.events)
    return RecordedMove(move.number, move_texts.events_from_json(events, move.schema))
