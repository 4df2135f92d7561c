"""What is on record about those involved in a dispute: complaints by them and about them, and rulings they suffered."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Count

from accounts.models import User
from games.disputes import involvement
from games.disputes.models import Dispute, DisputeStatus, Ruling


class DisputeCounts(NamedTuple):
    """Counts for one account. Complaints that were withdrawn do not count."""

    filed: int = 0
    about: int = 0
    rulings: int = 0
    """Warnings, removals and suspensions, those that a later ruling replaced too."""


def counts_by_account(account_ids: Collection[int], *, reader: User) -> dict[int, DisputeCounts]:
    """Return the record of each account, in three queries however many there are.

    What concerns games in which the reader is involved does not count: it would tell of complaints there.
    """
    disputes = involvement.exclude_involved(Dispute.objects.all(), reader)
    counted = disputes.exclude(status=DisputeStatus.WITHDRAWN)
    filed = counted.filter(complainant__in=account_ids).values_list("complainant")
    about = counted.filter(accused__in=account_ids).values_list("accused")
    ruled = Ruling.objects.filter(account__in=account_ids, dispute__in=disputes)
    rulings = ruled.order_by().values_list("account")
    by_account = [
        dict(rows.annotate(count=Count("*")).order_by()) for rows in (filed, about, rulings)
    ]
    return {
        each: DisputeCounts(*(counts.get(each, 0) for counts in by_account)) for each in account_ids
    }
