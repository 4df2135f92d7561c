"""Health checks for load balancers and containers: is the process alive, and is it ready?

They need no token.
"""

import time
from datetime import timedelta
from functools import cache
from threading import Event, Lock, Thread
from typing import ClassVar

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.referee import referee_heartbeat
from gofish_api.observability.alive import ALIVE_BODY

PATIENCE = 3.0  # seconds; must be less than a probe waits
UNREACHABLE = {"database": "unreachable", "migrations": "unknown"}


@never_cache
@csrf_exempt
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the process runs, in any state of its database.

    The body tells which engine is loaded.
    """
    return HttpResponse(ALIVE_BODY, content_type="application/json")


@never_cache
@csrf_exempt
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if the database is reachable and migrated and a referee runs, otherwise 503.

    The body has the state of each check. A database that does not answer within ``PATIENCE`` is
    unreachable.
    """
    checks = DatabaseCheck.shared().found_in_time()
    is_ready = all(state == "ok" for state in checks.values())
    return JsonResponse(
        {"status": "ok" if is_ready else "unavailable", "checks": checks},
        status=200 if is_ready else 503,
    )


def checks() -> dict[str, str]:
    """Return the required checks by name, each ``ok`` or what is wrong."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
        if not _newest_migrations() <= applied.keys():
            return {"database": "ok", "migrations": "missing"}
        return {"database": "ok", "migrations": "ok"} | _referee()
    except DatabaseError:
        return UNREACHABLE


class DatabaseCheck:
    """A check of the database in a thread with its own connection, shared by concurrent requests.

    A query to a hanging database cannot be cancelled, so callers wait with a timeout.
    """

    _last: ClassVar["DatabaseCheck | None"] = None
    _lock: ClassVar[Lock] = Lock()

    def __init__(self) -> None:
        self._found, self._is_over = UNREACHABLE, Event()
        self._deadline = time.monotonic() + PATIENCE
        Thread(target=self._look, name="readyz", daemon=True).start()

    @classmethod
    def shared(cls) -> "DatabaseCheck":
        """Return the running check, or start one."""
        with cls._lock:
            if cls._last is None or cls._last._is_over.is_set():
                cls._last = cls()
            return cls._last

    def found_in_time(self) -> dict[str, str]:
        """Return the result, or ``UNREACHABLE`` if it takes too long."""
        self._is_over.wait(self._deadline - time.monotonic())
        return self._found

    def _look(self) -> None:
        try:
            self._found = checks()
        finally:
            connection.close()
            self._is_over.set()


def _referee() -> dict[str, str]:
    """Return the state of the referee's heartbeat, unless ``REFEREE_SILENCE_SECONDS`` disables the
    check.
    """
    silence = timedelta(seconds=settings.REFEREE_SILENCE_SECONDS)
    if not silence:
        return {}
    last = referee_heartbeat.last()
    is_heard = last is not None and timezone.now() - last <= silence
    return {"referee": "ok" if is_heard else "silent"}


@cache
def _newest_migrations() -> frozenset[tuple[str, str]]:
    """Return the last migration of each application in this code."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
