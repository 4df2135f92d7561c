"""Checking a transcript that a stranger sent, in a process of its own.

It is seconds of pure Python, during which every other thread of this process would wait for Python's global lock. The
caller bounds how many of these processes run at once; this module bounds each.
"""

import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer

from accounts.strict_json import MemberTwice, NotJSON
from games.engine.receipts import NoReceipts
from games.engine.transcript import NoTranscript
from games.engine.verify import Verification
from games.log.verification_process import LENGTH_BYTES, OUT_OF_MEMORY
from games.refusals import TooMuchToCheck

ROOT = Path(__file__).parents[2]
WALL_SECONDS = 60.0
"""The wall-clock limit of a check, for a machine that is too busy to run it."""


class NoAnswer(Exception):
    """The process ended without an answer."""


class _Running:
    """The processes that run now."""

    def __init__(self) -> None:
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._lock = Lock()

    def add(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._processes.add(process)

    def discard(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._processes.discard(process)

    def count(self) -> int:
        return len(self._processes)

    def end_all(self) -> None:
        with self._lock:
            for process in self._processes:
                process.kill()


_running = _Running()


def check(body: bytes) -> Verification:
    """Check the text of a transcript, against the receipts in its member ``receipts`` if it has one.

    :raises NotJSON: it is not JSON.
    :raises MemberTwice: an object in it names a member twice.
    :raises NoTranscript: it is no transcript.
    :raises NoReceipts: its receipts are none.
    :raises TooMuchToCheck: the check was ended because it took too long or too much memory.
    :raises NoAnswer: the process was ended from outside.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "games.log.verification_process"],
        cwd=ROOT,
        env={},  # it needs none of the secrets that stand there
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    _running.add(process)
    timer = Timer(WALL_SECONDS, process.kill)
    timer.start()
    try:
        said = _exchange(process, body)
    finally:
        timer.cancel()
        _running.discard(process)
        process.kill()  # it has ended, unless this thread was interrupted
        status = process.wait()
    return _verdict(said, status)


def end_all() -> None:
    """End every check that runs: the server stops."""
    _running.end_all()


def _exchange(process: subprocess.Popen[bytes], body: bytes) -> bytes:
    """Send the text and return all that the process writes; standard input stays open for as long as this lives."""
    assert process.stdin is not None and process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.write(len(body).to_bytes(LENGTH_BYTES) + body)
        process.stdin.flush()
    said: bytes = process.stdout.read()
    process.stdout.close()
    with suppress(BrokenPipeError):
        process.stdin.close()
    process.wait()
    return said


def _verdict(said: bytes, status: int) -> Verification:
    if status in (-signal.SIGXCPU, OUT_OF_MEMORY):
        raise TooMuchToCheck("The check of this transcript used up its time or memory.")
    if status == -signal.SIGKILL:
        raise NoAnswer
    if status:
        raise RuntimeError(f"The check of a transcript ended with exit status {status}.")
    found = pickle.loads(said)  # noqa: S301 - a process of our own wrote it
    if isinstance(found, NotJSON | MemberTwice):
        raise found
    if isinstance(found, tuple) and not isinstance(found, Verification):
        what, place, fault = found
        raise (NoReceipts if what == "receipts" else NoTranscript)(place, fault)
    assert isinstance(found, Verification)
    return found
