"""Take turns at writing to a file of SQLite: urgent writes at once, all others one at a time.

SQLite has one writer, and a blocked writer polls after 1, 2, 5, 10 ms and so on. So writers that
follow each other without a pause keep writers of all processes out. A lock on a file next to the
database admits one writer at a time that is not urgent. While urgent writes come in, the next one
rests ``REST_FACTOR`` times as long as the last one held the database.
"""

import fcntl
import os
import random
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import OperationalError

REST_FACTOR = 3.0
MOST_REST = 1.0
"""Seconds of a rest, at most."""
RECENT = 2.0
"""Seconds after an urgent write in which others rest."""
POLL_SECONDS = 0.005
"""Between two tries to get the turn, at random from half to one and a half times as long. A writer
that has just had a turn first waits twice as long, so everyone who waits tries before it.
"""
_TIME = struct.Struct("=d")
_URGENT_AT, _FREE_AT = 0, _TIME.size
"""Places in the file: when an urgent write began last, and when the next other one may begin.

Both in seconds of the monotonic clock, which all processes of a machine share.
"""

_is_urgent: ContextVar[bool] = ContextVar("is_urgent", default=False)


@contextmanager
def urgent() -> Iterator[None]:
    """Write without a turn: for what a player at a table waits for. Also decorates functions."""
    token = _is_urgent.set(True)
    try:
        yield
    finally:
        _is_urgent.reset(token)


class WriteTurns:
    """The turns of one connection to a database. Used by one thread at a time."""

    def __init__(self, database: str, *, seconds: float) -> None:
        self._file = _opened(database)
        self._seconds = seconds
        self._began: float | None = None
        self._noted = self._ended = -RECENT

    def take(self) -> None:
        """Wait for the turn of this connection, or note an urgent write.

        :raises OperationalError: the turn does not come in time.
        """
        began = time.monotonic()
        if _is_urgent.get():
            if began - self._noted > RECENT / 4:
                self._noted = began
                self._write(_URGENT_AT, began)
            return
        if began - self._ended < 2 * POLL_SECONDS:
            time.sleep(2 * POLL_SECONDS)
        while not self._lock():
            if time.monotonic() - began > self._seconds:
                raise OperationalError("database is locked")
            time.sleep(random.uniform(0.5, 1.5) * POLL_SECONDS)  # noqa: S311
        now = time.monotonic()
        if 0 <= now - self._read(_URGENT_AT) < RECENT:
            time.sleep(min(max(self._read(_FREE_AT) - now, 0.0), MOST_REST))
        self._began = time.monotonic()

    def begin(self) -> None:
        """Note that the turn has the database from now on."""
        if self._began is not None:
            self._began = time.monotonic()

    def give_back(self) -> None:
        """End the turn, if this connection has it."""
        if self._began is not None:
            now, began, self._began = time.monotonic(), self._began, None
            self._ended = now
            try:
                self._write(_FREE_AT, now + REST_FACTOR * (now - began))
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """End the turn, and close the file."""
        self.give_back()
        os.close(self._file)

    def _lock(self) -> bool:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _read(self, place: int) -> float:
        packed = os.pread(self._file, _TIME.size, place)
        time: float = _TIME.unpack(packed)[0] if len(packed) == _TIME.size else 0.0
        return time

    def _write(self, place: int, at: float) -> None:
        os.pwrite(self._file, _TIME.pack(at), place)


def _opened(database: str) -> int:
    """Open the file of the turns, with the owner and mode of the database like SQLite's files."""
    file = os.open(f"{database}-turns", os.O_RDWR | os.O_CREAT, 0o600)
    like = os.stat(database)
    if os.geteuid() == 0:
        os.fchown(file, like.st_uid, like.st_gid)
    if os.fstat(file).st_uid == os.geteuid() or os.geteuid() == 0:
        os.fchmod(file, like.st_mode & 0o777)
    return file
