"""Golden transcripts, and what a forger makes of them who has the seed and can compute every digest anew."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.engine import chain, transcript
from games.engine.verify import Failure, Verdict, verify_transcript
from tests.engine.make_transcripts import FOLDER, digest_of

Json = dict[str, Any]
Forgery = Callable[[Json], None]
"""Changes a transcript's JSON value in place."""

FILES = sorted(FOLDER.glob("*.json"))
NAMES = [path.stem for path in FILES]


def path_of(name: str) -> Path:
    """Return where a golden transcript lies."""
    return FOLDER / f"{name}.json"


def golden(name: str = "classic") -> Json:
    """Read a golden transcript anew."""
    document: Json = json.loads(path_of(name).read_bytes())
    return document


def rechain(document: Json) -> None:
    """Number the moves and compute every digest anew, as whoever has the seed can."""
    digest = chain.genesis(document["commitment"])
    seed = bytes.fromhex(document["seed"])
    for number, move in enumerate(document["moves"], 1):
        move["number"] = number
        stored = transcript.read({**document, "moves": [move]}).moves[0]
        digest = digest_of(stored, after=digest, seed=seed)
        move["digest"] = digest.hex()


def verdict(document: Json) -> Verdict:
    """Verify a document as it would come over the wire."""
    return verify_transcript(transcript.read(json.loads(json.dumps(document))))


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
