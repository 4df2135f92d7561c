"""The process that analyses one game, started by ``games.reports.computing``.

Imports neither Django nor a database driver. Runs at low priority. Ends when it exceeds its
processor time or memory, or when its parent is gone.
"""

import json
import os
import pickle
import resource
import sys
from threading import Thread
from typing import BinaryIO

from games.analysis.report import AnalysisUnavailable, analyse, to_json

CPU_SECONDS = 180
MEMORY_BYTES = 768 * 1024**2
LENGTH_BYTES = 8
NICENESS = 14

OUT_OF_MEMORY = 3
"""Exit status of an analysis that exceeded its memory."""
UNAVAILABLE = 4
"""Exit status where no model covers the game; the output is the reason."""


def main() -> None:
    """Read a pickled record from standard input; write the JSON of its analysis, or the reason why
    there is none, to standard output.
    """
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    given, status = sys.stdin.buffer, 0
    length = int.from_bytes(given.read(LENGTH_BYTES))
    record = pickle.loads(given.read(length))  # noqa: S301 - written by our own process
    Thread(target=_end_with_parent, args=[given], daemon=True).start()
    try:
        text = json.dumps(to_json(analyse(record)), separators=(",", ":"))
    except AnalysisUnavailable as error:
        text, status = error.reason, UNAVAILABLE
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    sys.stdout.write(text)
    sys.stdout.flush()
    os._exit(status)  # without joining the thread, which waits for the parent


def _end_with_parent(given: BinaryIO) -> None:
    given.read(1)
    os._exit(1)


if __name__ == "__main__":
    main()
