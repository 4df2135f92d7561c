"""The referee of `serve`: a process of its own, which is started again if it ends.

In a thread of the first process it would share Python's global lock with the threads that serve moves, and the bots of
one player would hold up the asks of all others. So it has a process and a low priority.
"""

import logging
import subprocess
import sys
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread

from gofish_api.server import counting

PAUSE_SECONDS = 1.0
"""Between the end of a process that was not told to stop and the start of the next."""
GRACE_SECONDS = 5.0
"""A process that was told to stop finishes its step; then it is killed."""
ROOT = Path(__file__).parents[2]

logger = logging.getLogger(__name__)


class Keeper:
    """Keeps one referee's process running until it is closed, and counts what it counts."""

    def __init__(self) -> None:
        self._is_closed = Event()
        self._process, self._connection = self._start()
        self._thread = Thread(target=self._keep, name="keeper", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the process, and return when it has ended."""
        self._is_closed.set()
        self._tell()
        self._thread.join(GRACE_SECONDS)
        if self._thread.is_alive():
            self._process.kill()
            self._thread.join()

    def _tell(self) -> None:
        with suppress(OSError):  # it has ended
            self._connection.send("stop")

    def _keep(self) -> None:
        while True:
            self._count()
            self._end()
            if self._is_closed.is_set():
                return
            logger.warning("The referee's process has ended; another starts.")
            if self._is_closed.wait(PAUSE_SECONDS):
                return
            self._process, self._connection = self._start()
            if self._is_closed.is_set():  # it was told while there was none
                self._tell()

    def _count(self) -> None:
        """Count what the process sends, until it ends."""
        while True:
            try:
                counting.add(self._connection.recv())
            except (EOFError, OSError):
                return

    def _end(self) -> None:
        self._connection.close()
        self._process.kill()  # it has ended, or nobody hears of it any more
        self._process.wait()

    @staticmethod
    def _start() -> tuple[subprocess.Popen[bytes], Connection]:
        ours, theirs = Pipe()
        process = subprocess.Popen(
            [sys.executable, "-m", "gofish_api.server.referee_process", str(theirs.fileno())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        theirs.close()
        return process, ours
