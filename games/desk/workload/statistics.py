"""Statistics of the desk: waiting disputes by age, work by week, and the accuracy of reporters.

They cover the last ``WEEKS`` weeks, and at most ``MOST_ROWS`` disputes and rulings, the newest.
Disputes in which the reader is involved are left out, because a count could reveal one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from accounts import suspensions
from accounts.models import User
from games.desk import involvement
from games.desk.claiming import PERMISSION
from games.desk.models import WAITING, Action, AuditEntry, Dispute, DisputeStatus, Ruling
from games.desk.players.record import outcome
from games.desk.refusals import NotPermitted
from games.desk.workload import reviewers
from games.desk.workload.reviewers import ReviewerWork

WEEKS = 12
MOST_ROWS = 10_000
MOST_REPORTERS = 20
_DAY = timedelta(days=1)
AGES = (
    ("under 1 day", _DAY),
    ("1 to 3 days", 3 * _DAY),
    ("3 to 7 days", 7 * _DAY),
    ("7 to 30 days", 30 * _DAY),
    ("over 30 days", timedelta.max),
)


class AgeCount(NamedTuple):
    """Waiting disputes of an age."""

    label: str
    waiting: int
    appeals: int


class Week(NamedTuple):
    """Disputes filed and rulings given in the week from a Monday."""

    monday: date
    filed: int
    ruled: int


class Reporter(NamedTuple):
    """The outcomes of the disputes that a player filed."""

    player: User
    filed: int
    upheld: int
    dismissed: int
    bad_faith: int

    @property
    def accuracy(self) -> float | None:
        """The share of upheld disputes among those ruled on, in percent."""
        ruled = self.upheld + self.dismissed + self.bad_faith
        return 100 * self.upheld / ruled if ruled else None


class DeskStatistics(NamedTuple):
    """All tables of the page."""

    ages: list[AgeCount]
    weeks: list[Week]
    reviewers: list[ReviewerWork]
    reporters: list[Reporter]
    is_cut: bool
    """Whether there are more rows than are counted."""


def read(reader: User, *, now: datetime) -> DeskStatistics:
    """Return the statistics in a constant number of queries.

    :raises NotPermitted: if the reader is no reviewer, or suspended.
    """
    if not reader.has_perm(PERMISSION) or suspensions.is_suspended(reader, now=now):
        raise NotPermitted("Only reviewers can do this.")
    since = _monday(now) - timedelta(weeks=WEEKS - 1)
    disputes = involvement.exclude_involved(Dispute.objects.all(), reader)
    waiting = disputes.filter(status__in=WAITING).order_by("-pk")
    waits = list(waiting.values_list("filed_at", "status")[:MOST_ROWS])
    last = Ruling.objects.filter(dispute=OuterRef("pk")).order_by("-pk")
    filed = list(
        disputes.filter(filed_at__gte=since)
        .annotate(last=Subquery(last.values("kind")[:1]))
        .annotate(bad=Subquery(last.values("is_bad_faith")[:1]))
        .order_by("-filed_at")
        .values_list("complainant", "filed_at", "status", "last", "bad")[:MOST_ROWS]
    )
    rulings = list(
        Ruling.all_given.filter(at__gte=since, dispute__in=disputes)
        .select_related("dispute", "reviewer")
        .order_by("-at")[:MOST_ROWS]
    )
    claims = AuditEntry.objects.filter(
        action=Action.CLAIMED, dispute__in=[ruling.dispute_id for ruling in rulings]
    )
    return DeskStatistics(
        ages=_ages(waits, now),
        weeks=_weeks((row[1] for row in filed), (ruling.at for ruling in rulings), since),
        reviewers=reviewers.work(rulings, claims.values_list("actor", "dispute", "at")),
        reporters=_reporters((row[0], outcome(*row[2:])) for row in filed),
        is_cut=MOST_ROWS in (len(waits), len(filed), len(rulings)),
    )


def _ages(waits: Iterable[tuple[datetime, str]], now: datetime) -> list[AgeCount]:
    waiting: Counter[str] = Counter()
    appeals: Counter[str] = Counter()
    for filed_at, status in waits:
        label = next(label for label, limit in AGES if now - filed_at < limit)
        waiting[label] += 1
        appeals[label] += status == DisputeStatus.APPEALED
    return [AgeCount(label, waiting[label], appeals[label]) for label, _ in AGES]


def _weeks(filed: Iterable[datetime], ruled: Iterable[datetime], since: datetime) -> list[Week]:
    mondays = [(since + timedelta(weeks=week)).date() for week in range(WEEKS)]
    filed_in = Counter(_monday(at).date() for at in filed)
    ruled_in = Counter(_monday(at).date() for at in ruled)
    return [Week(monday, filed_in[monday], ruled_in[monday]) for monday in mondays]


def _reporters(outcomes: Iterable[tuple[int, str]]) -> list[Reporter]:
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for player_id, found in outcomes:
        counts[player_id][found] += 1
    most = sorted(counts, key=lambda reporter: (-counts[reporter].total(), reporter))[
        :MOST_REPORTERS
    ]
    players = User.objects.in_bulk(most)
    return [
        Reporter(
            players[reporter],
            counts[reporter].total(),
            counts[reporter]["upheld"],
            counts[reporter]["dismissed"],
            counts[reporter]["bad_faith"],
        )
        for reporter in most
    ]


def _monday(at: datetime) -> datetime:
    """Return the start of the week of a time, in UTC."""
    day = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return day - timedelta(days=day.weekday())
