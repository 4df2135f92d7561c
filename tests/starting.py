"""Fail a test that starts a process without a mark, so that `make test` stays quick; and let the
processes that tests start end at Ctrl-C.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

FONTS = "fc-list"
"""What matplotlib looks for fonts with, once in a home directory: a quick command."""
EVENTS = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty", "os.system"}

_forbidden_in: list[str] = []


def watch() -> None:
    """Look at every start of a process from now on."""
    sys.addaudithook(_look)


def heed_interrupts() -> None:
    """Let SIGINT end the processes that are started from now on.

    A job in the background of a shell ignores it, and what that starts would ignore it too.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def forbidden(test: str) -> Iterator[None]:
    """Fail what starts a process meanwhile, in the name of a test."""
    _forbidden_in.append(test)
    try:
        yield
    finally:
        _forbidden_in.pop()


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if event in EVENTS and _forbidden_in:
        command = arguments[1] if event == "subprocess.Popen" else event
        if command[0] == FONTS:
            return
        pytest.fail(
            f"{_forbidden_in[-1]} starts a process: {command}\n"
            "Mark the test or its file with `pytest.mark.process`: it then runs in `make test-rest`"
            " and `make test-all`, and no longer in `make test`. See CONTRIBUTING.md."
        )
