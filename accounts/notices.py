"""The inbox of an account: notices of what happened while its owner was away.

A notice has a kind and ids, no names and no texts: what it is about is read where it is, by those who may. It is
written in the transaction of what it tells, so that neither is there without the other. An account keeps
``MOST_KEPT`` notices, each for ``KEPT_FOR`` at most.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from accounts import mail
from accounts.models import Notice, User

MOST_KEPT = 500
"""Notices of an account. The oldest that are read make room, then the oldest."""
KEPT_FOR = timedelta(days=365)
MOST_MARKED = 100
"""Ids that are marked as read by one request."""


class News(NamedTuple):
    """A notice to be given."""

    account_id: int
    kind: str
    data: Mapping[str, Any]


def give(news: Collection[News], *, now: datetime) -> None:
    """Write notices, and letters to the accounts with a verified address; closed accounts get neither.

    The caller has locked the accounts (``locks``), so that none of them is closed meanwhile and the ids of its notices
    grow in the order in which they can be read.

    Letters are sent when the transaction has committed, and name the account and the kinds alone.
    """
    with transaction.atomic():
        open_accounts = User.objects.filter(closed_at=None).in_bulk(
            {new.account_id for new in news}
        )
        given = [new for new in news if new.account_id in open_accounts]
        Notice.objects.bulk_create(
            Notice(account_id=new.account_id, kind=new.kind, data=dict(new.data), created_at=now)
            for new in given
        )
        _make_room([*open_accounts])
        written = [
            mail.notice(to=account.email, username=account.username, kind=new.kind)
            for new in given
            if (account := open_accounts[new.account_id]).email and account.is_email_verified
        ]
        if written:
            transaction.on_commit(lambda: mail.post(*written), robust=True)


def of_account(account_id: int, *, is_unread: bool = False) -> QuerySet[Notice]:
    """Return the notices of an account, or those that are not read yet."""
    notices = Notice.objects.filter(account_id=account_id)
    return notices.filter(read_at=None) if is_unread else notices


def unread(account_ids: Collection[int]) -> dict[int, int]:
    """Return how many notices of each account are not read yet."""
    rows = Notice.objects.filter(account_id__in=account_ids, read_at=None).order_by()
    counts = dict(rows.values_list("account_id").annotate(Count("pk")))
    return {account_id: counts.get(account_id, 0) for account_id in account_ids}


def mark_read(
    account_id: int, *, up_to: int | None = None, ids: Collection[int] = (), now: datetime
) -> int:
    """Mark notices of an account as read, by their ids or up to one; return how many are not read yet."""
    chosen = Q(pk__in=ids) if up_to is None else Q(pk__lte=up_to)
    of_account(account_id, is_unread=True).filter(chosen).update(read_at=now)
    return unread([account_id])[account_id]


def purge(*, now: datetime, most: int) -> int:
    """Delete so many of the notices that are older than ``KEPT_FOR``; return how many there were.

    Those that another process deletes at the same time are passed over.
    """
    with transaction.atomic():
        old = Notice.objects.filter(created_at__lt=now - KEPT_FOR).order_by("created_at")
        locked = old.select_for_update(skip_locked=True)
        chosen = list(locked.values_list("pk", flat=True)[:most])
        return Notice.objects.filter(pk__in=chosen).delete()[0]


def _make_room(account_ids: Collection[int]) -> None:
    """Delete what the accounts have beyond ``MOST_KEPT``."""
    counts = Notice.objects.filter(account_id__in=account_ids).order_by().values("account_id")
    full = counts.annotate(count=Count("pk")).filter(count__gt=MOST_KEPT)
    for account_id in full.values_list("account_id", flat=True):
        rows = Notice.objects.filter(account_id=account_id).alias(is_read=Q(read_at__isnull=False))
        excess = rows.order_by("is_read", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
        Notice.objects.filter(pk__in=list(excess)).delete()
