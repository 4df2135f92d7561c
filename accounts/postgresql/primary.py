"""Notice within a second that there is no primary, and find the next one.

A server that hangs, and a machine that disappears, end neither a statement nor a connection. So one
thread of each process asks the primary all the time. While it has no answer, other threads fail at
once: their open connections are cut, and new ones are refused.
"""

import logging
import os
import socket
import time
from contextlib import suppress
from threading import Event, Thread, get_ident
from typing import Any
from weakref import WeakSet

from django.db import DatabaseError, InterfaceError, connection
from psycopg import Error

ASK_SECONDS = 0.25
"""Between an answer of the primary and the next question."""
SILENT_SECONDS = 1.0
"""The silence after which the primary counts as away."""

logger = logging.getLogger(__name__)


class Primary:
    """What this process knows of the primary. It counts as present until :meth:`follow`."""

    def __init__(self) -> None:
        self._connections: WeakSet[Any] = WeakSet()
        self._answered_at = 0.0
        self._asker: int | None = None
        self._threads: list[Thread] = []
        self._stops = Event()

    def follow(self) -> None:
        """Start to ask the primary, if ``DATABASE_URL`` has several hosts."""
        if "," in str(connection.settings_dict["HOST"]):
            self._answered_at = time.monotonic()
            self._threads = [
                Thread(target=self._ask, name="primary", daemon=True),
                Thread(target=self._cut, name="primary-cut", daemon=True),
            ]
            for thread in self._threads:
                thread.start()

    def stop(self) -> None:
        """Undo :meth:`follow`, once the question that is asked now has its answer."""
        self._stops.set()
        for thread in self._threads:
            thread.join()
        self._threads.clear()
        self._stops.clear()
        self._asker = None

    def is_away(self) -> bool:
        """Return whether the primary does not answer. The thread that asks it may always try."""
        return self._asker not in (None, get_ident()) and self._is_silent()

    def watch(self, opened: Any) -> None:
        """Cut a connection of psycopg when the primary is away."""
        self._connections.add(opened)

    def _is_silent(self) -> bool:
        return time.monotonic() - self._answered_at > SILENT_SECONDS

    def _ask(self) -> None:
        self._asker = get_ident()
        is_failing = False
        while not self._stops.wait(ASK_SECONDS):
            try:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_is_in_recovery()")
                    if cursor.fetchone() != (False,):
                        raise DatabaseError("the primary is a standby now")
                _prefer_host(connection.connection.info)
                self._answered_at, is_failing = time.monotonic(), False
            except (DatabaseError, InterfaceError) as error:
                if not is_failing:
                    logger.warning("There is no primary: %s", str(error).strip())
                self._answered_at, is_failing = float("-inf"), True
                connection.close()
        connection.close()

    def _cut(self) -> None:
        """Shut down the sockets of all connections while the primary is away."""
        while not self._stops.wait(ASK_SECONDS):
            if self._is_silent():
                for opened in tuple(self._connections):
                    self._connections.discard(opened)
                    with suppress(OSError, Error), socket.socket(fileno=_copy(opened)) as wire:
                        wire.shutdown(socket.SHUT_RDWR)


PRIMARY = Primary()


def _copy(opened: Any) -> int:
    """Return a copy of the file descriptor of a connection, which stays open."""
    return os.dup(opened.fileno())


def _prefer_host(info: Any) -> None:
    """Let all threads connect to this host first: a silent one before it would cost seconds."""
    settings = connection.settings_dict
    hosts = list(zip(settings["HOST"].split(","), settings["PORT"].split(","), strict=True))
    first = (info.host, str(info.port))
    if hosts[0] != first and first in hosts:
        hosts.remove(first)
        hosts.insert(0, first)
        settings["HOST"] = ",".join(host for host, _ in hosts)
        settings["PORT"] = ",".join(port for _, port in hosts)
