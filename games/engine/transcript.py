"""Transcripts: finished games as portable documents.

``transcript_reader`` reads them, and ``verify`` checks whether one is valid.

A transcript is one JSON object, described by ``games.play.api.transcript_schema``. Its canonical
text has the same bytes on every server.

It carries the stored text of each move, so a schema of moves with another form needs a version of
transcripts. Version 1 has objects, of schemas 1 and 2. Version 2 also has arrays, and commands that
are null because the first event implies them, of schema 3.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, NoReturn

from games.engine import chain, codec
from games.engine.cards import Seat
from games.engine.refusals import MalformedEntry
from games.engine.state import State

FORMAT = "gofish-transcript"
VERSIONS = (1, 2)
GAME_ID = "[0-9A-Za-z]{11}"
NAME = "[a-z_]{1,32}"
PLAYER_MOST_CHARACTERS = 150

Json = dict[str, Any]


class StoredMove(NamedTuple):
    """A move as it is stored: the texts that the chain digests, not parsed."""

    number: int
    seat: Seat | None
    at: datetime
    schema: int
    command: str
    events: str
    digest: bytes


class Header(NamedTuple):
    """The members of a transcript that do not follow from its moves."""

    game: str
    """The id on the server where the game was played."""
    preset: str
    overlays: Sequence[str]
    players: Sequence[str | None]
    """By seat; None where the account is closed."""
    commitment: str
    seed: bytes


class Transcript(NamedTuple):
    """The content of a transcript."""

    header: Header
    claims: dict[str, str]
    """The members that must follow from the moves, as :func:`claims_of` returns them."""
    moves: tuple[StoredMove, ...]
    has_annotations: bool = False
    """Whether the object ``annotations`` is present, which nothing proves, such as comments."""


def write(
    header: Header, moves: Iterable[StoredMove], state: State, *, annotations: Json | None = None
) -> bytes:
    """Return the canonical text of a game that ended in ``state``, in ASCII, with a newline at its
    end, in the version that :func:`version_of` returns.

    No digest covers ``annotations``; without them the text is the same on every server.

    :raises MalformedEntry: if a move is not the JSON that was stored.
    """
    moves = tuple(moves)
    document = {
        "format": FORMAT,
        "version": version_of(moves),
        "game": header.game,
        "preset": header.preset,
        "overlays": list(header.overlays),
        "seats": [{"seat": seat, "player": name} for seat, name in enumerate(header.players)],
        "commitment": header.commitment,
        "seed": header.seed.hex(),
        **outcome(state),
        "moves": [_move_to_json(move) for move in moves],
        **({} if annotations is None else {"annotations": annotations}),
    }
    return codec.canonical(document).encode("ascii") + b"\n"


def version_of(moves: Iterable[StoredMove]) -> int:
    """Return the lowest version that can carry the moves.

    A log without newer moves keeps the bytes of its transcript.
    """
    return 1 if all(move.schema <= codec.OBJECT_SCHEMA for move in moves) else 2


def claims_of(state: State) -> dict[str, str]:
    """Return the members of a transcript that follow from its moves, as canonical texts."""
    return {name: codec.canonical(value) for name, value in outcome(state).items()}


def outcome(state: State) -> Json:
    """Return the members of a transcript that follow from its moves."""
    return {
        "rules": codec.rules_to_json(state.rules),
        "entropy": [list(given) for given in state.entropy],
        "result": None if state.result is None else codec.to_json(state.result),
        "series": None if state.series is None else codec.to_json(state.series),
        **({"rulings": [codec.to_json(ruled) for ruled in state.rulings]} if state.rulings else {}),
    }


def _move_to_json(move: StoredMove) -> Json:
    return {
        "number": move.number,
        "seat": move.seat,
        "at": chain.time_text(move.at),
        "schema": move.schema,
        "command": _stored(move, move.command),
        "events": _stored(move, move.events),
        "digest": move.digest.hex(),
    }


def _stored(move: StoredMove, text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_number)
    except (ValueError, RecursionError) as error:
        raise MalformedEntry(f"Move {move.number} is not JSON: {error}") from None


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")
