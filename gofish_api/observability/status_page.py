"""How the service is, in a few figures that are cheap to read: for the people who run it."""

from datetime import timedelta
from typing import Literal, NamedTuple

from django.db import connection
from django.db.models import Count, Min, Sum
from django.utils import timezone
from django.utils.timesince import timesince

from accounts.models import User
from games.disputes import involvement
from games.disputes.models import WAITING, Dispute
from games.models import OPEN, Audience, Game, GameStatus, Position, StoredAnswer
from games.queries.presence import STALE
from gofish_api.observability import health

OVERDUE_AFTER = timedelta(minutes=1)
"""A referee at work leaves nothing due for so long."""
ANSWERS_KEPT = timedelta(days=2)


class StatusFigure(NamedTuple):
    """One figure; ``tone`` says whether somebody should look after it."""

    title: str
    value: str
    tone: Literal["fine", "doubt", "wrong"] = "fine"
    advice: str = ""


def read(reader: User) -> list[StatusFigure]:
    """Return the figures, those first without which the others mean little.

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
    """Judge the referee by its work: what is due and not done."""
    now = timezone.now()
    due = Position.objects.filter(deadline__lt=now - OVERDUE_AFTER)
    late = due.aggregate(count=Count("pk"), oldest=Min("deadline"))
    if not late["count"]:
        return StatusFigure("Referee", "nothing is overdue")
    since = timesince(late["oldest"], now, depth=1)
    return StatusFigure(
        "Referee",
        f"{late['count']:,} games are overdue, the first for {since}",
        "wrong",
        "Is `manage.py referee` running?",
    )


def _streams() -> StatusFigure:
    fresh = Audience.objects.filter(at__gt=timezone.now() - STALE)
    watching = fresh.aggregate(sum=Sum("spectators"), processes=Count("process", distinct=True))
    return StatusFigure(
        "Streams", f"{watching['sum'] or 0:,} spectators on {watching['processes']} processes"
    )


def _answers() -> StatusFigure:
    kept = StoredAnswer.objects.filter(at__lt=timezone.now() - ANSWERS_KEPT)
    if not kept.exists():
        return StatusFigure("Answers for retries", "none is older than two days")
    return StatusFigure(
        "Answers for retries",
        "some are older than two days",
        "doubt",
        "A referee forgets them every hour; is one running? Or run `manage.py purge_answers`.",
    )


def _disputes(reader: User) -> StatusFigure:
    disputes = involvement.exclude_involved(Dispute.objects.all(), reader)
    waiting = disputes.filter(status__in=WAITING)
    found = waiting.aggregate(count=Count("pk"), oldest=Min("filed_at"))
    if not found["count"]:
        return StatusFigure("Disputes", "none waits for a ruling")
    return StatusFigure(
        "Disputes", f"{found['count']:,} wait, the oldest for {timesince(found['oldest'], depth=1)}"
    )
