"""Fail a test that starts a process without a mark, so that `make test` stays quick."""

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
