"""How long tests wait for what must come: a machine that is busy with much else must not fail a
test.
"""

import time
from collections.abc import Callable

import httpx

PATIENCE = 120.0
"""Seconds. What takes this long does not come at all."""
LONGEST_WAIT = 60
"""The longest ``?wait=`` in seconds: an answer in less time did not wait to its end."""
_PAUSE = 0.02  # seconds


def eventually(is_so: Callable[[], object], otherwise: Callable[[], str] = str) -> None:
    """Wait until something is so.

    :raises AssertionError: if the condition stays false; the message is what ``otherwise`` returns.
    """
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, otherwise()
        time.sleep(_PAUSE)


def be_patient() -> None:
    """Let httpx wait this long wherever a test names no timeout; it would give up after five
    seconds.
    """
    timeout = httpx._config.DEFAULT_TIMEOUT_CONFIG  # the one object that every default refers to
    timeout.connect = timeout.read = timeout.write = timeout.pool = PATIENCE
