"""Notice within a second that there is no primary, and find the next one.

A server that hangs, and a machine that disappears, end neither a statement nor a connection. So one
thread of each process asks the primary all the time. While it has no answer, other threads fail at
once: their open connections are cut, and new ones are refused. A primary whose commits wait for a
lost standby counts as away too: no statement timeout ends such a wait.
"""

import logging
import os
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Lock, Thread, get_ident
from typing import Any
from weakref import WeakSet

from django.db import DatabaseError, connection
from psycopg import Error

ASK_SECONDS = 0.25
"""Between an answer of the primary and the next question."""
SILENT_SECONDS = 1.0
"""The silence after which the primary counts as away."""
COMMIT_SECONDS = 3.0
"""How long one commit may wait for the standby before the primary counts as away."""

_ASKED = """
SELECT pg_is_in_recovery(), pid, query_start
FROM (VALUES (1)) one LEFT JOIN pg_stat_activity ON wait_event = 'SyncRep'"""
"""Other accounts of the database do not see what ours waits for, nor ours what theirs does."""

logger = logging.getLogger(__name__)


class Primary:
    """What this process knows of the primary. It counts as present until :meth:`follow`."""

    def __init__(self) -> None:
        self._connections: WeakSet[Any] = WeakSet()
        self._lock = Lock()  # a set that grows cannot be copied
        self._answered_at = 0.0
        self._asker: int | None = None
        self._waits: dict[tuple[Any, ...], float] = {}
        self._threads: list[Thread] = []
        self._stops = Event()

    def follow(self) -> None:
        """Start to ask the primary."""
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
        with self._lock:
            self._connections.add(opened)

    def _is_silent(self) -> bool:
        return time.monotonic() - self._answered_at > SILENT_SECONDS

    def _ask(self) -> None:
        self._asker = get_ident()
        is_failing = False
        while not self._stops.wait(ASK_SECONDS):
            try:
                with connection.cursor() as cursor:
                    cursor.execute(_ASKED)
                    self._check(cursor.fetchall())
                _prefer_host(connection.connection.info)
                self._answered_at, is_failing = time.monotonic(), False
            except Exception as error:  # without this thread, every request would be refused
                if not is_failing:
                    logger.warning("There is no primary: %s", str(error).strip())
                self._answered_at, is_failing = float("-inf"), True
                connection.close()
        connection.close()

    def _check(self, rows: Sequence[Sequence[Any]]) -> None:
        """Note which commits wait for the standby, each by its process and its beginning.

        :raises DatabaseError: this is no primary, or one of them has waited too long.
        """
        if rows[0][0]:
            raise DatabaseError("the primary is a standby now")
        now = time.monotonic()
        waits = [(pid, began) for _, pid, began in rows if pid is not None]
        self._waits = {wait: self._waits.get(wait, now) for wait in waits}
        if any(now - noticed > COMMIT_SECONDS for noticed in self._waits.values()):
            raise DatabaseError("commits wait for the standby")

    def _cut(self) -> None:
        """Shut down the sockets of all connections while the primary is away."""
        while not self._stops.wait(ASK_SECONDS):
            if self._is_silent():
                with self._lock:
                    open_now = tuple(self._connections)
                    self._connections.clear()
                for opened in open_now:
                    with suppress(OSError, Error), socket.socket(fileno=_copy(opened)) as wire:
                        wire.shutdown(socket.SHUT_RDWR)


PRIMARY = Primary()


def _copy(opened: Any) -> int:
    """Return a copy of the file descriptor of a connection, which stays open."""
    return os.dup(opened.fileno())


def _prefer_host(info: Any) -> None:
    """Let all threads connect to this host first: a silent one before it would cost seconds."""
    settings = connection.settings_dict
    if "," not in settings["HOST"]:
        return
    hosts = list(zip(settings["HOST"].split(","), settings["PORT"].split(","), strict=True))
    first = (info.host, str(info.port))
    if hosts[0] != first and first in hosts:
        hosts.remove(first)
        hosts.insert(0, first)
        settings["HOST"] = ",".join(host for host, _ in hosts)
        settings["PORT"] = ",".join(port for _, port in hosts)
