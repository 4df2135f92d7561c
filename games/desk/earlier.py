"""Count earlier complaints by and about accounts, and rulings against them."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Count

from accounts.models import User
from games.desk import involvement
from games.desk.models import Dispute, DisputeStatus, Ruling


class DisputeCounts(NamedTuple):
    """Counts for one account. Withdrawn complaints do not count."""

    filed: int = 0
    about: int = 0
    rulings: int = 0
    """Warnings, removals and suspensions, including those that a later ruling replaced."""


def counts_by_account(account_ids: Collection[int], *, reader: User) -> dict[int, DisputeCounts]:
    """Return the counts of each account, in three queries for any number of accounts.

    Leaves out games in which the reader is involved: the counts would reveal complaints there.
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
