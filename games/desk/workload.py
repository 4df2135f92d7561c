"""Statistics of the desk: disputes that wait, work by week and reviewer, accuracy of reporters.

They cover the last ``WEEKS`` weeks, and at most ``MOST_ROWS`` disputes and rulings, the newest.
Disputes in which the reader is involved are left out, because a count could reveal one.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from statistics import median
from typing import NamedTuple

from django.db.models import Count, Min, OuterRef, Q, Subquery

from accounts import locks
from accounts.models import User
from games.desk import involvement
from games.desk.claiming import PERMISSION
from games.desk.models import WAITING, Dispute, DisputeStatus, Ruling
from games.desk.players import outcome
from games.desk.refusals import NotPermitted
from games.play.models import Action, AuditEntry


class DeskCounts(NamedTuple):
    """Counts of waiting disputes, and when the oldest of them was filed."""

    waiting: int
    free: int
    """Waiting, and claimed by no reviewer."""
    mine: int
    """Claimed by the reader."""
    appeals: int
    oldest: datetime | None


def of_desk(reader: User, *, now: datetime) -> DeskCounts:
    """Return the counts in one query, without disputes in which the reader is involved."""
    waiting = Dispute.objects.filter(status__in=WAITING)
    is_claimed = Q(claimed_until__gt=now)
    counts = involvement.exclude_involved(waiting, reader).aggregate(
        waiting=Count("pk"),
        claimed=Count("pk", filter=is_claimed),
        mine=Count("pk", filter=is_claimed & Q(reviewer=reader)),
        appeals=Count("pk", filter=Q(status=DisputeStatus.APPEALED)),
        oldest=Min("filed_at"),
    )
    return DeskCounts(
        waiting=counts["waiting"],
        free=counts["waiting"] - counts["claimed"],
        mine=counts["mine"],
        appeals=counts["appeals"],
        oldest=counts["oldest"],
    )


Claim = tuple[int, int | None, datetime]
"""Actor, dispute and time of an entry of the audit log."""


class ReviewerWork(NamedTuple):
    """The work of a reviewer. Times are medians in seconds, None if no ruling has one."""

    reviewer: User
    rulings: int
    on_appeal: int
    at_work: float | None
    """From the last claim before a ruling to the ruling."""
    from_filing: float | None
    """From the filing to the first ruling."""
    appealed: int
    """First rulings that were ruled on again."""
    overturned: int
    """Those of them whose kind or seat changed."""
    undone: int


def work(rulings: Sequence[Ruling], claims: Iterable[Claim]) -> list[ReviewerWork]:
    """Return the work of the reviewers of these rulings, those with the most rulings first.

    ``rulings`` have their disputes and reviewers; undone ones count as undone only.
    """
    claimed: dict[tuple[int, int | None], list[datetime]] = defaultdict(list)
    for actor, dispute, at in claims:
        claimed[actor, dispute].append(at)
    for times in claimed.values():
        times.sort()
    again = {
        ruling.dispute_id: ruling
        for ruling in rulings
        if ruling.is_on_appeal and ruling.undone_at is None
    }
    by_reviewer: dict[int, list[Ruling]] = defaultdict(list)
    for ruling in rulings:
        by_reviewer[ruling.reviewer_id].append(ruling)
    found = [_of_one(own, claimed, again) for own in by_reviewer.values()]
    return sorted(found, key=lambda each: (-each.rulings, each.reviewer.pk))


def _of_one(
    own: Sequence[Ruling],
    claimed: dict[tuple[int, int | None], list[datetime]],
    again: dict[int, Ruling],
) -> ReviewerWork:
    standing = [ruling for ruling in own if ruling.undone_at is None]
    first = [ruling for ruling in standing if not ruling.is_on_appeal]
    appealed = [ruling for ruling in first if ruling.dispute_id in again]
    spans = (
        _since(claimed[ruling.reviewer_id, ruling.dispute_id], ruling.at) for ruling in standing
    )
    return ReviewerWork(
        reviewer=own[0].reviewer,
        rulings=len(standing),
        on_appeal=len(standing) - len(first),
        at_work=_median(span for span in spans if span is not None),
        from_filing=_median(
            (ruling.at - ruling.dispute.filed_at).total_seconds() for ruling in first
        ),
        appealed=len(appealed),
        overturned=sum(_differs(ruling, again[ruling.dispute_id]) for ruling in appealed),
        undone=len(own) - len(standing),
    )


def _since(times: Sequence[datetime], at: datetime) -> float | None:
    """Return the seconds since the last of these times before ``at``."""
    place = bisect_right(times, at)
    return (at - times[place - 1]).total_seconds() if place else None


def _differs(first: Ruling, second: Ruling) -> bool:
    return (first.kind, first.seat, first.scores) != (second.kind, second.seat, second.scores)


def _median(values: Iterable[float]) -> float | None:
    found = list(values)
    return median(found) if found else None


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
    if not reader.has_perm(PERMISSION) or locks.is_suspended(reader, now=now):
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
        reviewers=work(rulings, claims.values_list("actor", "dispute", "at")),
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
