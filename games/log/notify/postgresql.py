"""Send and receive messages through PostgreSQL's NOTIFY, each with one connection per process."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import connection
from psycopg import AsyncConnection, Connection, OperationalError, pq

from games.log.notify.reconnecting import FAILED_NOTIFICATIONS, REST_SECONDS, Message, reconnecting

MOST_UNREAD = 1_000
"""Notifications without an answer of the server; with more, it counts as lost."""

# The notification's own commit does not wait for the disk: after a crash there are no listeners.
_NOTIFY = b"SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)"
_PREPARED = b"notify"

logger = logging.getLogger(__name__)


def send(*messages: Message) -> None:
    """Send messages to every process without waiting for the server, or log and count that they
    were not sent.
    """
    _sender.send(messages)


def close() -> None:
    """Close the connection that sends; the next message opens another one."""
    _sender.close()


async def messages(*channels: str) -> AsyncGenerator[Message | None, None]:
    """Yield each message of these channels; None whenever some may be missed, at the start too."""
    async with aclosing(reconnecting(partial(_listen, *channels), OperationalError)) as received:
        async for message in received:
            yield message


class _PipelineSender:
    """The connection of this process that sends, shared by its threads: libpq's pipeline mode, so
    that no request waits for an answer. Answers are read when the next message is sent.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._connection: Connection | None = None
        self._unread = 0
        self._rests_until = 0.0

    def send(self, messages: tuple[Message, ...]) -> None:
        with self._lock:
            if time.monotonic() < self._rests_until:
                FAILED_NOTIFICATIONS.inc(len(messages))
                return
            is_kept = self._connection is not None
            try:
                try:
                    self._send(messages)
                except OperationalError:
                    if not is_kept:
                        raise
                    self._close()  # a kept connection can have been closed meanwhile
                    self._send(messages)
            except OperationalError as error:
                self._close()
                self._rests_until = time.monotonic() + REST_SECONDS
                FAILED_NOTIFICATIONS.inc(len(messages))
                logger.warning(
                    "Cannot send notifications; retrying in %.1f s: %s", REST_SECONDS, error
                )

    def close(self) -> None:
        with self._lock:
            self._close()
            self._rests_until = 0.0

    def _send(self, messages: tuple[Message, ...]) -> None:
        libpq = (self._connection or self._connect()).pgconn
        self._read_answers(libpq)
        for message in messages:
            values = [message.channel.encode(), message.payload.encode()]
            libpq.send_query_prepared(_PREPARED, values)
        libpq.pipeline_sync()
        self._unread += 1

    def _read_answers(self, libpq: pq.abc.PGconn) -> None:
        libpq.consume_input()
        while self._unread and not libpq.is_busy():
            result = libpq.get_result()
            if result is None:  # between the answers to two statements
                continue
            if result.status == pq.ExecStatus.PIPELINE_SYNC:
                self._unread -= 1
            elif result.status != pq.ExecStatus.TUPLES_OK:
                raise OperationalError(result.get_error_message())
        libpq.consume_input()  # raises where the server closed the connection after its last bytes
        if self._unread >= MOST_UNREAD:
            raise OperationalError("The server does not answer.")

    def _connect(self) -> Connection:
        opened = Connection.connect(settings.DATABASE_LISTEN_URL, autocommit=True, **_parameters())
        opened.pgconn.prepare(_PREPARED, _NOTIFY)
        opened.pgconn.enter_pipeline_mode()
        self._connection, self._unread = opened, 0
        return opened

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


_sender = _PipelineSender()


async def _listen(*channels: str) -> AsyncGenerator[Message | None, None]:
    async with await AsyncConnection.connect(
        settings.DATABASE_LISTEN_URL, autocommit=True, **_parameters()
    ) as listener:
        for channel in channels:
            await listener.execute(f"LISTEN {channel}".encode())
        yield None
        libpq, socket = listener.pgconn, listener.fileno()
        while True:  # psycopg's own generator takes three times as long
            while notify := libpq.notifies():
                yield Message(notify.relname.decode(), notify.extra.decode())
            await _readable(socket)
            libpq.consume_input()


async def _readable(socket: int) -> None:
    """Wait until there is something to read."""
    loop, arrived = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(socket, arrived.set)
    try:
        await arrived.wait()
    finally:
        loop.remove_reader(socket)


def _parameters() -> dict[str, Any]:
    """Return how Django connects, or what `DATABASE_LISTEN_URL` needs besides its address."""
    if settings.DATABASE_LISTEN_URL:
        given_up: dict[str, Any] = settings.DATABASE_GIVEN_UP
        return given_up
    options_of_cursors = ("context", "cursor_factory", "prepare_threshold")
    parameters = connection.get_connection_params()
    return {name: value for name, value in parameters.items() if name not in options_of_cursors}
