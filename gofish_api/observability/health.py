"""Health checks for load balancers and containers, and the figures of the status page.

The checks need no token. The figures are few, and cheap to query.
"""

import time
from datetime import timedelta
from functools import cache
from threading import Event, Lock, Thread
from typing import ClassVar, Literal, NamedTuple

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min, Sum
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.defaultfilters import pluralize
from django.utils import timezone
from django.utils.timesince import timesince
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts.models import User
from games.desk import involvement
from games.desk.models import WAITING, Dispute
from games.log import heads
from games.log.models import OPEN, Audience, Game, GameStatus, StoredAnswer
from games.play.presence import STALE
from games.referee import loop
from gofish_api.observability.probe import ALIVE_BODY

PATIENCE = 3.0  # seconds; must be less than a probe waits
REFEREE_SILENCE = timedelta(minutes=1)
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
    all_checks = DatabaseCheck.shared().found_in_time()
    is_ready = all(state == "ok" for state in all_checks.values())
    return JsonResponse(
        {"status": "ok" if is_ready else "unavailable", "checks": all_checks},
        status=200 if is_ready else 503,
    )


def all_checks() -> dict[str, str]:
    """Return the required checks by name, each ``ok`` or what is wrong."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
        if not _newest_migrations() <= applied.keys():
            return {"database": "ok", "migrations": "missing"}
        return {"database": "ok", "migrations": "ok", "referee": _referee()}
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
        Thread(target=self._check, name="readyz", daemon=True).start()

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

    def _check(self) -> None:
        try:
            self._found = all_checks()
        finally:
            connection.close()
            self._is_over.set()


def _referee() -> str:
    """Return the state of the referee's heartbeat."""
    last = loop.last()
    is_heard = last is not None and timezone.now() - last <= REFEREE_SILENCE
    return "ok" if is_heard else "silent"


@cache
def _newest_migrations() -> frozenset[tuple[str, str]]:
    """Return the last migration of each application in this code."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


OVERDUE_AFTER = timedelta(minutes=1)
"""A running referee leaves no game due for this long."""
ANSWERS_KEPT = timedelta(days=2)


class StatusFigure(NamedTuple):
    """One figure; ``tone`` is fine, warning or wrong, and ``advice`` says what to do about it."""

    title: str
    value: str
    tone: Literal["fine", "warning", "wrong"] = "fine"
    advice: str = ""


def read(reader: User) -> list[StatusFigure]:
    """Return the figures; only the failed health checks if there are any.

    Disputes in which the reader is involved do not count.
    """
    checks = all_checks()
    broken = [
        StatusFigure(title.capitalize(), state, "wrong")
        for title, state in checks.items()
        if state != "ok" and title != "referee"
    ]
    if broken:
        return broken
    database = StatusFigure("Database", f"{connection.vendor}, reachable and migrated")
    return [database, *_games(), _referee_row(), _streams(), _answers(), _disputes(reader)]


def _games() -> list[StatusFigure]:
    counts = dict(Game.objects.filter(status__in=OPEN).values_list("status").annotate(Count("pk")))
    return [
        StatusFigure("Games being played", f"{counts.get(GameStatus.RUNNING, 0):,}"),
        StatusFigure("Games waiting for players", f"{counts.get(GameStatus.LOBBY, 0):,}"),
    ]


def _referee_row() -> StatusFigure:
    """Return the number of games that the referee should have moved on and has not."""
    now = timezone.now()
    before = now - OVERDUE_AFTER
    due = heads.to_check(before).filter(deadline__lt=before)
    late = due.aggregate(count=Count("pk"), oldest=Min("deadline"))
    if not late["count"]:
        return StatusFigure("Referee", "no game is overdue")
    since = timesince(late["oldest"], now, depth=1)
    return StatusFigure(
        "Referee",
        f"{late['count']:,} game{pluralize(late['count'])} overdue, the oldest by {since}",
        "wrong",
        "Check that `manage.py referee` is running.",
    )


def _streams() -> StatusFigure:
    fresh = Audience.objects.filter(at__gt=timezone.now() - STALE)
    watching = fresh.aggregate(sum=Sum("spectators"), processes=Count("process", distinct=True))
    return StatusFigure(
        "Streams", f"{watching['sum'] or 0:,} spectators, {watching['processes']} server processes"
    )


def _answers() -> StatusFigure:
    oldest = StoredAnswer.objects.order_by("pk").values_list("at", flat=True).first()
    if oldest is None or oldest >= timezone.now() - ANSWERS_KEPT:
        return StatusFigure("Stored answers for retries", "none is older than two days")
    return StatusFigure(
        "Stored answers for retries",
        "some are older than two days",
        "warning",
        "Check that `manage.py referee` is running, which deletes them every hour. "
        "Or run `manage.py purge_answers`.",
    )


def _disputes(reader: User) -> StatusFigure:
    disputes = involvement.exclude_involved(Dispute.objects.all(), reader)
    waiting = disputes.filter(status__in=WAITING)
    figures = waiting.aggregate(count=Count("pk"), oldest=Min("filed_at"))
    if not figures["count"]:
        return StatusFigure("Disputes", "none is waiting for a ruling")
    return StatusFigure(
        "Disputes",
        f"{figures['count']:,} waiting, the oldest for {timesince(figures['oldest'], depth=1)}",
    )
