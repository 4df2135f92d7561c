"""Read the database for streams, in a few threads or, without a thread, in the event loop.

So a thousand streams share two connections. Reads in the event loop use one connection of libpq in
pipeline mode, because a thread would cost more than the statement. ``docs/adr/0016`` says which
statements use this.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, connection
from psycopg import Error, OperationalError, pq
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result

from accounts.statements import Row, numbered

THREADS = 2
UNAVAILABLE = (DatabaseError, InterfaceError)
"""What a read raises while the database is unreachable."""

P = ParamSpec("P")
R = TypeVar("R")

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="live")


async def in_thread(read: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that only reads the database; it may run twice.

    Instead of a health check before each read, a read that fails on a kept connection is retried on
    a new one.
    """

    def run() -> R:
        is_kept = _keep_connection()
        try:
            return read(*args, **kwargs)
        except UNAVAILABLE:
            connection.close()
            if not is_kept:
                raise
            return read(*args, **kwargs)
        finally:
            if connection.errors_occurred:
                connection.close()

    return await asyncio.get_running_loop().run_in_executor(_threads, run)


def _keep_connection() -> bool:
    """Return whether this thread keeps its connection: there is one, and it is not too old."""
    if connection.close_at is not None and time.monotonic() >= connection.close_at:
        connection.close()
    return connection.connection is not None


_PREPARED = b"loop_%d"

logger = logging.getLogger(__name__)


class _Read(NamedTuple):
    """A statement that was sent, and how to read its rows."""

    rows: asyncio.Future[list[Row]]
    adapter: Any


class LoopReader:
    """Executes statements that only read, without waiting for earlier ones.

    Belongs to one event loop. Opens its connection for the first statement, and again after a
    failure.
    """

    def __init__(self) -> None:
        self._database: Any = None
        self._socket = -1
        self._connecting: asyncio.Task[None] | None = None
        self._names: dict[tuple[bytes, tuple[int, ...]], bytes] = {}
        """Of prepared statements, by text and types."""
        self._reads: deque[_Read] = deque()

    async def fetch(self, statement: str, values: Sequence[Any]) -> list[Row]:
        """Return the rows of a statement.

        :raises DatabaseError: if it fails, or the database cannot be reached.
        """
        self._close_if_old()
        if self._database is None:
            if self._connecting is None:
                self._connecting = asyncio.create_task(self._connect())
                # Its readers may have gone; asyncio would then log its error as never retrieved.
                self._connecting.add_done_callback(
                    lambda task: task.cancelled() or task.exception()
                )
            await asyncio.shield(self._connecting)
        if self._database is None:
            raise DatabaseError("The connection was lost.")
        psycopg = self._database.connection
        adapter = Transformer(psycopg)
        sent = adapter.dump_sequence(values, [PyFormat.AUTO] * len(values))
        read = _Read(asyncio.get_running_loop().create_future(), adapter)
        self._reads.append(read)
        try:
            self._send(psycopg, numbered(statement), sent, adapter)
        except Error as error:
            self._lose(error)
        return await read.rows

    def close(self) -> None:
        """Close the connection. Reads without a result fail."""
        self._lose(OperationalError("The reader was closed."))

    def _close_if_old(self) -> None:
        """Close a connection that has reached `CONN_MAX_AGE`, if nothing is being read."""
        close_at = None if self._database is None else self._database.close_at
        if close_at is not None and time.monotonic() >= close_at and not self._reads:
            self.close()

    async def _connect(self) -> None:
        try:
            self._database = await asyncio.to_thread(_connected)
        finally:
            self._connecting = None
        self._names = {}
        self._socket = self._database.connection.fileno()
        asyncio.get_running_loop().add_reader(self._socket, self._receive)

    def _send(self, psycopg: Any, statement: bytes, sent: Sequence[Any], adapter: Any) -> None:
        libpq, types, formats = psycopg.pgconn, adapter.types or (), adapter.formats
        if psycopg.prepare_threshold is None:
            libpq.send_query_params(statement, sent, types, formats)
        else:
            name = self._names.get((statement, types))
            if name is None:
                name = self._names[statement, types] = _PREPARED % len(self._names)
                libpq.send_prepare(name, statement, types)
            libpq.send_query_prepared(name, sent, formats)
        libpq.pipeline_sync()

    def _receive(self) -> None:
        """Read what has arrived. An error ends the connection, because it may concern a statement
        that the server has forgotten.
        """
        libpq = self._database.connection.pgconn
        try:
            libpq.consume_input()
            while self._reads and not libpq.is_busy():
                result = libpq.get_result()
                if result is None:  # between the results of two statements
                    continue
                if result.status == pq.ExecStatus.PIPELINE_SYNC:
                    self._reads.popleft()
                elif result.status == pq.ExecStatus.TUPLES_OK:
                    rows, adapter = self._reads[0]
                    adapter.set_pgresult(result)
                    if not rows.done():  # its reader may have gone
                        rows.set_result(adapter.load_rows(0, result.ntuples, tuple))
                elif result.status != pq.ExecStatus.COMMAND_OK:
                    raise error_from_result(result)
        except Error as error:
            logger.warning("Cannot read in the event loop: %s", error)
            self._lose(error)

    def _lose(self, error: Error) -> None:
        if self._database is None:
            return
        asyncio.get_running_loop().remove_reader(self._socket)
        self._database.connection.close()
        self._database = None
        reads, self._reads = self._reads, deque()
        for rows, _ in reads:
            if not rows.done():
                rows.set_exception(DatabaseError(str(error)))


def _connected() -> Any:
    """Return a separate Django connection, with the settings of all others."""
    database = connection.copy()
    database.inc_thread_sharing()  # opened in a thread, used in the event loop
    database.connect()
    database.connection.pgconn.nonblocking = 1
    database.connection.pgconn.enter_pipeline_mode()
    return database
