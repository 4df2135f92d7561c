"""The referee process of `serve`, which is restarted if it ends.

A thread of the server would share Python's global lock with the threads that serve moves, so one
player's bots would delay the requests of all. A process with a low priority does not.
"""

import logging
import subprocess
import sys
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread

from gofish_api.server.processes import counting

PAUSE_SECONDS = 1.0
"""Pause between an unexpected end of the process and the next start."""
GRACE_SECONDS = 5.0
"""Time for a stopped process to finish its step before it is killed."""
ROOT = Path(__file__).parents[3]

logger = logging.getLogger(__name__)


class RefereeSupervisor:
    """Keeps a referee process running until closed, and adds its counts to this process's
    metrics.
    """

    def __init__(self) -> None:
        self._is_closed = Event()
        self._process, self._connection = self._start()
        self._thread = Thread(target=self._keep, name="referee-supervisor", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the process and wait for its end."""
        self._is_closed.set()
        self._send_stop()
        self._thread.join(GRACE_SECONDS)
        if self._thread.is_alive():
            self._process.kill()
            self._thread.join()

    def _send_stop(self) -> None:
        with suppress(OSError):  # it has ended
            self._connection.send("stop")

    def _keep(self) -> None:
        while True:
            self._count()
            self._end()
            if self._is_closed.is_set():
                return
            logger.warning("The referee process has ended; restarting it.")
            if self._is_closed.wait(PAUSE_SECONDS):
                return
            self._process, self._connection = self._start()
            if self._is_closed.is_set():  # close() ran while there was no process
                self._send_stop()

    def _count(self) -> None:
        """Add the counts that the process sends, until it ends."""
        while True:
            try:
                counting.add(self._connection.recv())
            except (EOFError, OSError):
                return

    def _end(self) -> None:
        self._connection.close()
        self._process.kill()  # it has ended, or closed its connection
        self._process.wait()

    @staticmethod
    def _start() -> tuple[subprocess.Popen[bytes], Connection]:
        ours, theirs = Pipe()
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "gofish_api.server.processes.referee_process",
                str(theirs.fileno()),
            ],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        theirs.close()
        return process, ours
