"""Read the figures of the status page: few, and cheap to query."""

from datetime import timedelta
from typing import Literal, NamedTuple

from django.db import connection
from django.db.models import Count, Min, Sum
from django.template.defaultfilters import pluralize
from django.utils import timezone
from django.utils.timesince import timesince

from accounts.models import User
from games.desk import involvement
from games.desk.models import WAITING, Dispute
from games.log import deadlines
from games.log.models import OPEN, Audience, Game, GameStatus, StoredAnswer
from games.play.presence import STALE
from gofish_api.observability import health

OVERDUE_AFTER = timedelta(minutes=1)
"""A running referee leaves no game due for this long."""
ANSWERS_KEPT = timedelta(days=2)


class StatusFigure(NamedTuple):
    """One figure; ``tone`` is fine, doubt or wrong, and ``advice`` says what to do about it."""

    title: str
    value: str
    tone: Literal["fine", "doubt", "wrong"] = "fine"
    advice: str = ""


def read(reader: User) -> list[StatusFigure]:
    """Return the figures; only the failed health checks if there are any.

    Disputes in which the reader is involved do not count.
    """
    checks = health.checks()
    broken = [
        StatusFigure(title.capitalize(), state, "wrong")
        for title, state in checks.items()
        if state != "ok" and title != "referee"
    ]
    if broken:
        return broken
    database = StatusFigure("Database", f"{connection.vendor}, reachable and migrated")
    return [database, *_games(), _referee(), _streams(), _answers(), _disputes(reader)]


def _games() -> list[StatusFigure]:
    counts = dict(Game.objects.filter(status__in=OPEN).values_list("status").annotate(Count("pk")))
    return [
        StatusFigure("Games being played", f"{counts.get(GameStatus.RUNNING, 0):,}"),
        StatusFigure("Games waiting for players", f"{counts.get(GameStatus.LOBBY, 0):,}"),
    ]


def _referee() -> StatusFigure:
    """Return the number of games that the referee should have moved on and has not."""
    now = timezone.now()
    before = now - OVERDUE_AFTER
    due = deadlines.to_check(before).filter(deadline__lt=before)
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
        "doubt",
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
