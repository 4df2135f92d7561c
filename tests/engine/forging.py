"""Golden transcripts, and forgeries by a forger who has the seed and can compute every digest."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.engine import chain, codec, move_texts, receipts, transcript_reader
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.events import Event
from games.engine.transcript import StoredMove
from games.engine.verification import Failure, Verification
from games.engine.verify import verify_transcript
from tests.engine import make_transcripts
from tests.engine.make_transcripts import CASES, Recorder

Json = dict[str, Any]
Forgery = Callable[[Json], None]
"""Changes a transcript's JSON value in place."""


def _text(document: Json) -> bytes:
    return codec.canonical(document).encode() + b"\n"


_OLDER = make_transcripts.read(1)
_NEWER = {f"version_2/{name}": game for name, game in make_transcripts.read(2).items()}
_STORED = {name: _text(game) for name, game in (_OLDER | _NEWER).items()}
NAMES = list(_OLDER)
"""The golden transcripts of version 1."""
VERSION_2 = list(_NEWER)
"""The same games in version 2."""


def stored_text(name: str = "classic") -> bytes:
    """Return a golden transcript as it was downloaded."""
    return _STORED[name]


def save(folder: Path, name: str = "classic") -> Path:
    """Write a golden transcript to a file of a folder, as it was downloaded."""
    file = folder / "golden.json"
    file.write_bytes(stored_text(name))
    return file


def golden(name: str = "classic") -> Json:
    """Return a copy of a golden transcript, with the options in its header that are newer than it:
    so it is written today.
    """
    document: Json = json.loads(stored_text(name))
    document["rules"] = codec.with_defaults(document["rules"])
    return document


def golden_text(name: str) -> bytes:
    """Return a golden transcript as it is written today from its stored moves."""
    return _text(golden(name))


def text_of_today(name: str) -> bytes:
    """Return the transcript of a golden game that is played today: newer options are in its first
    move too.
    """
    document = golden(name)
    opening = document["moves"][0]
    texts = move_texts.normal_form(opening["command"], opening["events"], opening["schema"])
    opening["command"], opening["events"] = map(json.loads, texts)
    rechain(document)
    return _text(document)


def rechain(document: Json) -> None:
    """Number the moves and compute every digest again, in place, as a forger with the seed can."""
    digest = chain.genesis(document["commitment"])
    seed = bytes.fromhex(document["seed"])
    for number, move in enumerate(document["moves"], 1):
        move["number"] = number
        stored = transcript_reader.read({**document, "moves": [move]}).moves[0]
        digest = chain.next_digest(digest, *stored[:6], seed=seed)
        move["digest"] = digest.hex()


def invented_after(number: int, name: str = "classic") -> Json:
    """Return a golden game whose moves after this one are invented and chained with the public
    seed.

    :raises AssertionError: if the invented moves are the true ones.
    """
    document = golden(name)
    kept = transcript_reader.read(document).moves[:number]
    inventor = Recorder("an inventor", CASES[name])
    inventor.seed = bytes.fromhex(document["seed"])
    inventor.moves, inventor.digest, inventor.at = list(kept), kept[-1].digest, kept[-1].at
    for move in kept:
        command, _ = read(move)
        _, inventor.state = step(inventor.state, command)
    forged: Json = json.loads(inventor.finish())
    assert forged["moves"][number] != document["moves"][number]
    return forged


def read(move: StoredMove) -> tuple[Command, tuple[Event, ...]]:
    """Return the command and the events of a move."""
    return move_texts.read(json.loads(move.command), json.loads(move.events), move.schema)


def noted(document: Json, *numbers: int) -> Json:
    """Return a receipts file of these moves of a game, with its commitment."""
    return {
        "format": "gofish-receipts",
        "version": 1,
        "game": document["game"],
        "commitment": document["commitment"],
        "receipts": [
            {"number": number, "digest": document["moves"][number - 1]["digest"]}
            for number in numbers
        ],
    }


def verdict(document: Json, receipts_file: Json | None = None) -> Verification:
    """Verify a document as it would come over the wire."""
    held = None if receipts_file is None else receipts.read(json.loads(json.dumps(receipts_file)))
    return verify_transcript(transcript_reader.read(json.loads(json.dumps(document))), held)


def failure(document: Json) -> Failure:
    """Return what does not hold of a document."""
    found = verdict(document).failure
    assert found is not None, "the forgery was not noticed"
    return found


def first(document: Json, kind: str) -> Json:
    """Return the first move whose command is of a type."""
    return next(move for move in document["moves"] if move["command"]["type"] == kind)


def event(move: Json, kind: str) -> Json:
    """Return the first event of a type in a move."""
    found: Json = next(event for event in move["events"] if event["type"] == kind)
    return found


def nested(depth: int) -> Any:
    """Return a list in so many others."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value
