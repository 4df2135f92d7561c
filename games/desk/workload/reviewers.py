"""What each reviewer did: rulings, how long they took, and how many an appeal overturned."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import median
from typing import NamedTuple

from accounts.models import User
from games.desk.models import Ruling

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
