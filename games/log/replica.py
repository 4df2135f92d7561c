"""Read the moves of finished games from the read replica, where it has them.

The writer decides who may see a game and where its log ends. The replica gives moves only, and only
if its own position of the game has the same version and digest. Where it fails or is behind, the
moves come from the writer.
"""

import logging
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock, Timer, local
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections, transaction
from prometheus_client import Counter

from games.engine.refusals import MalformedEntry
from games.engine.transcript import StoredMove
from games.log.heads import FinishedLog
from games.log.reader import LoggedMove

ALIAS = "replica"
"""Its name in ``DATABASES``, which has it only if ``REPLICA_URL`` is set."""
MOST_SECONDS = 3.0
"""The time of a read there. Then its connection is closed."""
PAUSE_SECONDS = 10.0
"""After a failure, one thread of the process tries again this often; no other thread does."""

READS = Counter(
    "gofish_replica_reads",
    "Reads of finished games that the replica served, or the writer because the replica was behind, "
    "had failed, or was skipped after a failure.",
    ["result"],
)
_SERVED, _BEHIND, _FAILED, _SKIPPED = (
    READS.labels(result) for result in ("served", "behind", "failed", "skipped")
)

_HAS = "SELECT 1 FROM games_position WHERE game_id = %s AND version = %s AND digest = %s"

M = TypeVar("M", LoggedMove, StoredMove)

logger = logging.getLogger(__name__)


def read(
    finished: FinishedLog | None,
    moves: Callable[[str], Iterable[M]],
    *,
    last: int,
    first: int | None = None,
) -> Iterable[M]:
    """Return the moves that ``moves`` reads from the database with an alias.

    That is the replica if the game has finished, and if the replica gives all moves up to ``last``,
    from ``first`` if given. Otherwise it is the writer.
    """
    if finished is not None and ALIAS in connections.settings and (first or 1) <= last:
        found = _read_replica(finished, moves, first, last)
        if found is not None:
            return found
    return moves(DEFAULT_DB_ALIAS)


def _read_replica(
    finished: FinishedLog, moves: Callable[[str], Iterable[M]], first: int | None, last: int
) -> Sequence[M] | None:
    """Return the moves from the replica, or None if it cannot give them."""
    if not _breaker.may_try():
        _SKIPPED.inc()
        return None
    connection: Any = connections[ALIAS]
    found: Sequence[M] = []
    try:
        # What failed for one thread, such as a restart, also ended the connections of the others.
        if _connected.after_failures != (failures := _breaker.failures):
            connection.close()
            _connected.after_failures = failures
        connection.ensure_connection()
        # One snapshot, and one server if several share the address.
        with _time_limit(connection), transaction.atomic(using=ALIAS), suppress(MalformedEntry):
            if _has(finished):
                found = list(moves(ALIAS))
    except (DatabaseError, InterfaceError) as error:
        connection.close()
        # Moves that were read are right, even if a busy process read them too slowly to commit.
        if not found:
            _breaker.open(error)
            _FAILED.inc()
            return None
    _breaker.close()
    if not found or not _is_complete(found, first, last):
        _BEHIND.inc()
        return None
    _SERVED.inc()
    return found


def _has(finished: FinishedLog) -> bool:
    """Return whether the replica's log of the game ends as the writer's."""
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(_HAS, finished)
        return cursor.fetchone() is not None


def _is_complete(moves: Sequence[M], first: int | None, last: int) -> bool:
    """Return whether the moves are those from ``first``, if given, to ``last``."""
    start = moves[0].number if first is None else first
    return [move.number for move in moves] == list(range(start, last + 1))


@contextmanager
def _time_limit(connection: Any) -> Iterator[None]:
    """Shut down the socket of a connection if the block takes longer than ``MOST_SECONDS``.

    The server's ``statement_timeout`` does not end the wait for a server that hangs.
    """
    with connection.wrap_database_errors:
        number = connection.connection.fileno()
    # A duplicate stays ours even if the connection is closed within the block.
    with socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as ours:

        def give_up() -> None:
            with suppress(OSError):
                ours.shutdown(socket.SHUT_RDWR)

        timer = Timer(MOST_SECONDS, give_up)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


class _CircuitBreaker:
    """Whether the replica failed lately, for all threads of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._retry_at: float | None = None  # seconds, monotonic; None while it works
        self.failures = 0

    def may_try(self) -> bool:
        """Return whether to ask the replica: it works, or it is time to try again."""
        with self._lock:
            now = time.monotonic()
            if self._retry_at is None:
                return True
            if now < self._retry_at:
                return False
            self._retry_at = now + PAUSE_SECONDS  # the other threads do not wait for this try
            return True

    def open(self, error: Exception) -> None:
        """Record a failure; log it if it is the first."""
        with self._lock:
            is_first = self._retry_at is None
            self.failures += 1
            self._retry_at = time.monotonic() + PAUSE_SECONDS
        if is_first:
            reason = str(error).partition("\n")[0]
            logger.warning(
                "Finished games are read from the writer: the replica failed: %s", reason
            )

    def close(self) -> None:
        """Record that the replica works."""
        with self._lock:
            had_failed, self._retry_at = self._retry_at is not None, None
        if had_failed:
            logger.info("Finished games are read from the replica again.")


class _Connected(local):
    """How many failures the process had seen when this thread connected."""

    after_failures = 0


_breaker = _CircuitBreaker()
_connected = _Connected()
