"""Play a short game in memory, for the examples of the schema."""

from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from games import ids
from games.api.positions import render
from games.engine import move_texts, referee, shuffle, transcript
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.events import Event
from games.engine.state import NEW
from games.engine.transcript import Header, StoredMove
from games.log.heads import GameHead
from games.log.next_move import next_move
from games.log.reader import LoggedMove

SEED = bytes(shuffle.SEED_BYTES)
BEGIN = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
GAME = ids.new_id(BEGIN) >> 22 << 22


class ExampleGame:
    """A game in memory, move by move, as the player on seat 0 sees it."""

    def __init__(self) -> None:
        self.stored: list[StoredMove] = []
        self.head = GameHead(GAME, SEED, 0, bytes.fromhex(shuffle.commitment(SEED)), NEW, 0)

    def move(self, command: Command, seat: Seat | None) -> LoggedMove:
        """Append one move."""
        events, state = step(self.head.state, command)
        at = BEGIN + timedelta(seconds=5 * (self.head.version + 1))
        self.head, logged, stored = next_move(
            self.head, seat=seat, command=command, events=events, state=state, at=at
        )
        self.stored.append(stored)
        return logged

    def referee(self) -> list[LoggedMove]:
        """Append all moves that the referee owes."""
        moves = []
        while (command := referee.next_command(self.head.state, SEED)) is not None:
            moves.append(self.move(command, None))
        return moves

    def events(self) -> list[Event]:
        """Return the events so far, oldest first."""
        return [
            event
            for move in self.stored
            for event in move_texts.events_from_json(orjson.loads(move.events), move.schema)
        ]

    def answer(self, moves: list[LoggedMove]) -> dict[str, Any]:
        """Return moves as the answer to a command."""
        return render.command_answer(self.head, moves)

    def transcript(self) -> Any:
        """Return the transcript of the finished game."""
        commitment = shuffle.commitment(SEED)
        header = Header(ids.to_text(GAME), "classic", [], ["Ann", "Bob"], commitment, SEED)
        return orjson.loads(transcript.write(header, self.stored, self.head.state))
