"""The process that verifies one transcript, started by ``games.log.verification``.

Imports neither Django nor a database driver. Runs at low priority. Ends when it exceeds its
processor time or memory, or when its parent is gone.
"""

import os
import pickle
import resource
import sys
from threading import Thread
from typing import BinaryIO

from api_kit import strict_json
from api_kit.strict_json import MemberTwice, NotJSON
from games.engine import receipts, transcript_reader
from games.engine.receipts import NoReceipts
from games.engine.transcript_reader import NoTranscript
from games.engine.verification import Verification
from games.engine.verify import verify_transcript
from games.notation import reader, syntax
from games.notation.reader import PartialNotation
from games.notation.syntax import NoNotation

CPU_SECONDS = 20
MEMORY_BYTES = 768 * 1024**2
LENGTH_BYTES = 8
NICENESS = 10

OUT_OF_MEMORY = 3
"""Exit status of a verification that exceeded its memory."""


def main() -> None:
    """Read a transcript's length and text from standard input; write the pickled result."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    given = sys.stdin.buffer
    length = int.from_bytes(given.read(LENGTH_BYTES))
    body = given.read(length)
    Thread(target=_end_with_parent, args=[given], daemon=True).start()
    try:
        finding = find(body)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    pickle.dump(finding, sys.stdout.buffer)
    sys.stdout.buffer.flush()
    os._exit(0)  # without joining the thread, which waits for the parent to close standard input


Unreadable = tuple[str, str, str]
"""``transcript``, ``notation``, ``partial`` or ``receipts``, the place of the fault, and the fault:
a plain tuple, picklable in ``__main__``.
"""


def find(body: bytes) -> Verification | NotJSON | MemberTwice | Unreadable:
    """Return the verification, or why the text cannot be verified."""
    try:
        if body.startswith(syntax.START):
            return reader.verify(syntax.parse(body))
        value = strict_json.read(body)
        has_receipts = isinstance(value, dict) and "receipts" in value
        noted = value.pop("receipts") if has_receipts else None
        document = transcript_reader.read(value)
        return verify_transcript(document, receipts.read(noted) if has_receipts else None)
    except (NotJSON, MemberTwice) as refusal:
        return refusal
    except NoNotation as refusal:
        return "notation", f"{refusal.line}:{refusal.column}", refusal.fault
    except PartialNotation as refusal:
        return "partial", "", str(refusal)
    except (NoTranscript, NoReceipts) as refusal:
        what = "receipts" if isinstance(refusal, NoReceipts) else "transcript"
        return what, refusal.place, refusal.fault


def _end_with_parent(given: BinaryIO) -> None:
    given.read(1)
    os._exit(1)


if __name__ == "__main__":
    main()
