"""Verify a transcript that a client sent, in a separate process.

A verification is seconds of pure Python, which would hold the global interpreter lock of a server.
The caller bounds how many of these processes run at once. This module bounds the cost of each.
"""

import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer

from api_kit.strict_json import MemberTwice, NotJSON
from games.engine.receipts import NoReceipts
from games.engine.transcript_reader import NoTranscript
from games.engine.verification import Verification
from games.log.refusals import NotationIsPartial, TooMuchToCheck
from games.log.verification_process import LENGTH_BYTES, OUT_OF_MEMORY
from games.notation.syntax import NoNotation

ROOT = Path(__file__).parents[2]
WALL_SECONDS = 60.0
"""The wall-clock limit of a verification, for a machine that is too busy to run it."""


class NoAnswer(Exception):
    """The process ended without an answer."""


_running: set[subprocess.Popen[bytes]] = set()


def check(body: bytes) -> Verification:
    """Verify the text of a transcript, against the receipts in its member ``receipts`` if it has
    one, or of a notation.

    :raises NotJSON: if it is not JSON.
    :raises MemberTwice: if an object in it names a member twice.
    :raises NoTranscript: if it is not a transcript.
    :raises NoReceipts: if its receipts are malformed.
    :raises NoNotation: if it begins as a notation (GFN) and is none.
    :raises NotationIsPartial: if it is the notation of what one viewer saw.
    :raises TooMuchToCheck: if the process exceeded its time or memory.
    :raises NoAnswer: if the process was killed from outside.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "games.log.verification_process"],
        cwd=ROOT,
        env={},  # the process needs no secrets
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    _running.add(process)
    timer = Timer(WALL_SECONDS, process.kill)
    timer.start()
    try:
        output = _exchange(process, body)
    finally:
        timer.cancel()
        _running.discard(process)
        process.kill()  # still alive only if this thread was interrupted
        status = process.wait()
    return _result(output, status)


def end_all() -> None:
    """Kill all running verifications, since the server stops."""
    for process in tuple(_running):
        process.kill()


def _exchange(process: subprocess.Popen[bytes], body: bytes) -> bytes:
    """Send the text and return the process's output.

    Keeps its standard input open until it has ended.
    """
    assert process.stdin is not None and process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.write(len(body).to_bytes(LENGTH_BYTES) + body)
        process.stdin.flush()
    output: bytes = process.stdout.read()
    process.stdout.close()
    with suppress(BrokenPipeError):
        process.stdin.close()
    process.wait()
    return output


def _result(output: bytes, status: int) -> Verification:
    if status in (-signal.SIGXCPU, OUT_OF_MEMORY):
        raise TooMuchToCheck("The verification of this transcript exceeded its time or memory.")
    if status == -signal.SIGKILL:
        raise NoAnswer
    if status:
        raise RuntimeError(f"The verification of a transcript ended with exit status {status}.")
    found = pickle.loads(output)  # noqa: S301 - written by our own process
    if isinstance(found, NotJSON | MemberTwice):
        raise found
    if isinstance(found, tuple) and not isinstance(found, Verification):
        what, place, fault = found
        if what == "notation":
            line, _, column = place.partition(":")
            raise NoNotation(int(line), int(column), fault)
        if what == "partial":
            raise NotationIsPartial(fault)
        raise (NoReceipts if what == "receipts" else NoTranscript)(place, fault)
    assert isinstance(found, Verification)
    return found
