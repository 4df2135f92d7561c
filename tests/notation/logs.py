"""Logs of random games, and golden ones, for tests of the notation."""

from datetime import UTC, datetime, timedelta
from random import Random

from games.engine import chain, move_texts, shuffle, transcript_reader
from games.engine.commands import Abandon, Close, Create, Deal, DrawDealer, Rule, Start, TimeOut
from games.engine.state import NEW, State
from games.engine.transcript import Header, StoredMove
from games.notation import writer
from tests.engine import games
from tests.engine.forging import golden
from tests.engine.games import Setting

_REFEREES = Close | Create | Start | DrawDealer | Deal | TimeOut | Abandon | Rule


def played(setting: Setting, schema: int) -> tuple[Header, list[StoredMove], State]:
    """Play a game, and return its log as it is stored, with the state at its end."""
    rng = Random(setting.seed)
    seed = rng.randbytes(shuffle.SEED_BYTES)  # as `games.play` draws it
    commitment = shuffle.commitment(seed)
    digest, at, state = chain.genesis(commitment), datetime(2026, 1, 5, tzinfo=UTC), NEW
    moves: list[StoredMove] = []
    for number, move in enumerate(games.play(setting), 1):
        at += timedelta(microseconds=rng.randrange(10**7))
        seat = None if isinstance(move.command, _REFEREES) else move.command.seat
        written = number, seat, at, schema, *move_texts.write(move.command, move.events, schema)
        digest = chain.next_digest(digest, *written, seed=seed)
        moves.append(StoredMove(*written, digest))
        state = move.after
    names = [f"player {seat}" if seat else None for seat in range(state.seats)]
    return Header("0Qo4OC0W000", "classic", ["honour"], names, commitment, seed), moves, state


def notation_of(name: str = "classic") -> str:
    """Return the notation of a golden game."""
    value = golden(name)
    document = transcript_reader.read(value)
    return writer.write(document.header, document.moves, annotations=value.get("annotations"))
