"""Check the transcript of a finished game: its log, its claims, and receipts of players.

``python -m games.engine.verify FILE`` needs the standard library alone. It prints what is valid and
what is proved. It exits with 0 if all checks pass, 1 if one fails, and 2 if the file is no
transcript. The log alone shows that it agrees with itself, the rules and the published seed. Only
receipts prove that it is the log shown during play (``--receipts FILE``, see ``receipts``).
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from games.engine import receipts, report, strict_json, transcript, transcript_reader
from games.engine.log_check import verify_log
from games.engine.receipts import Receipts
from games.engine.refusals import MalformedEntry
from games.engine.state import State
from games.engine.transcript import Transcript
from games.engine.verification import Failure, Verification


def verify_transcript(document: Transcript, noted: Receipts | None = None) -> Verification:
    """Check a transcript's log, then receipts if there are any, then the transcript's claims."""
    header = document.header
    verdict = verify_log(document.moves, seed=header.seed, commitment=header.commitment)
    return complete(verdict, document, noted)


def complete(
    verdict: Verification, document: Transcript, noted: Receipts | None = None
) -> Verification:
    """Add to what was found of a transcript's log the check of its receipts and claims."""
    verdict = verdict._replace(receipts=noted, has_annotations=document.has_annotations)
    if verdict.failure is None and noted is not None:
        verdict = verdict._replace(failure=_compare_receipts(document, noted))
    if verdict.failure is None and verdict.scope == "full":
        verdict = verdict._replace(failure=_compare_claims(document, verdict.state))
    return verdict


def _compare_receipts(document: Transcript, noted: Receipts) -> Failure | None:
    mismatch = receipts.mismatch(noted, document.header, document.moves)
    return None if mismatch is None else Failure(mismatch.move, "receipt", mismatch.reason)


def _compare_claims(document: Transcript, state: State) -> Failure | None:
    if not state.is_over:
        return Failure(None, "result", "The game is not over after the last move.")
    claims = transcript.claims_of(state)
    for name in claims | document.claims:
        if document.claims.get(name) != claims.get(name):
            return Failure(None, "result", f'The member "{name}" does not match the moves.')
    if len(document.header.players) != state.seats:
        return Failure(
            None, "result", f"The game has {state.seats} seats, and the transcript lists others."
        )
    return None


def main(arguments: list[str]) -> int:
    """Check the transcript in a file, print what was found, and return the exit status."""
    parser = ArgumentParser(
        prog="python -m games.engine.verify",
        description="Check the transcript of a finished game, offline.",
    )
    parser.add_argument("file", metavar="FILE", help="the transcript")
    parser.add_argument(
        "--receipts",
        metavar="FILE",
        help="receipts from play: the commitment, and numbers and digests of moves",
    )
    options = parser.parse_args(arguments)
    path = options.file
    try:
        document = transcript_reader.read(_load(path))
        noted = None
        if options.receipts is not None:
            path = options.receipts
            noted = receipts.read(_load(path))
    except (OSError, ValueError, RecursionError, MalformedEntry) as error:
        print(f"{path} cannot be verified: {error}", file=sys.stderr)
        return 2
    return show(verify_transcript(document, noted))


def show(verdict: Verification) -> int:
    """Print what was found, and return the exit status."""
    print("\n".join([*report.describe(verdict), *report.describe_proof(verdict)]))
    return 0 if verdict.holds else 1


def _load(path: str) -> Any:
    text = Path(path).read_bytes()
    if text.startswith(b"GFN:"):
        raise ValueError("This is a notation. Run: gofish verify FILE")
    return strict_json.loads(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
