"""Count the disputes that wait at the desk, for its first page and above its list."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min, Q

from accounts.models import User
from games.desk import involvement
from games.desk.models import WAITING, Dispute, DisputeStatus


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
