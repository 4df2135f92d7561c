"""The referee process of `serve`: started, and restarted if it ends.

A thread of the server would share Python's global lock with the threads that serve moves.
"""

import logging
import os
import subprocess
import sys
from pathlib import Path
from threading import Event, Lock, Thread

from django.conf import settings

PAUSE_SECONDS = 1.0
"""Pause between an unexpected end of the process and the next start."""
GRACE_SECONDS = 5.0
"""Time for a stopped process to finish its step before it is killed."""
ROOT = Path(__file__).parents[2]

logger = logging.getLogger(__name__)


class RefereeChild:
    """A `manage.py referee` that runs until ``close``, or until this process ends.

    It stops when its standard input is closed, which the kernel does if this process is killed.
    """

    def __init__(self) -> None:
        self._is_closed, self._changing = Event(), Lock()
        self._process = _start()
        Thread(target=self._keep, name="referee-child", daemon=True).start()

    def close(self) -> None:
        """Stop the process and wait for its end."""
        with self._changing:
            self._is_closed.set()
        try:
            self._process.communicate(timeout=GRACE_SECONDS)  # closes its standard input
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _keep(self) -> None:
        while True:
            self._process.wait()
            if self._is_closed.wait(PAUSE_SECONDS):
                return
            logger.warning("The referee process has ended; restarting it.")
            with self._changing:
                if not self._is_closed.is_set():
                    self._process = _start()


def _start() -> subprocess.Popen[bytes]:
    """Start it; its metrics are on the port after that of this process."""
    own = {"METRICS_PORT": str(settings.METRICS_PORT + 1)} if settings.METRICS_PORT else {}
    return subprocess.Popen(
        [sys.executable, "manage.py", "referee", "--until-stdin-closes"],
        cwd=ROOT,
        env=os.environ | own,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
