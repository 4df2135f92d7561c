"""The inbox of an account: notices of what happened while its owner was away.

A notice has a kind and ids, but no names and no text: permissions are checked where its ids are
read. It is written in the transaction of its event, so neither exists without the other. An account
keeps at most ``MOST_KEPT`` notices, each for at most ``KEPT_FOR``.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet

from accounts import emails, statements
from accounts.models import Notice, User

MOST_KEPT = 500
"""Notices of an account. Beyond this the oldest read ones are deleted, then the oldest."""
KEPT_FOR = timedelta(days=365)
MOST_MARKED = 100
"""Ids that one request may mark as read."""


class NewNotice(NamedTuple):
    """A notice that is not stored yet."""

    account_id: int
    kind: str
    data: Mapping[str, Any]


class Unread(NamedTuple):
    """The unread notices of an account."""

    number: int = 0
    newest: int = 0
    """The id of the newest one, or 0."""


def send(new_notices: Collection[NewNotice], *, now: datetime, sends_letters: bool = True) -> None:
    """Store notices, and send letters to accounts with a verified address; skip closed accounts.

    The caller holds the locks of the accounts (``locks``). So no account is closed meanwhile, and
    the ids of its notices grow in the order of their commits.

    Letters are sent after the commit, and contain only the username and the kind.
    """
    with transaction.atomic():
        open_accounts = User.objects.filter(closed_at=None).in_bulk(
            {new.account_id for new in new_notices}
        )
        given = [new for new in new_notices if new.account_id in open_accounts]
        Notice.objects.bulk_create(
            Notice(account_id=new.account_id, kind=new.kind, data=dict(new.data), created_at=now)
            for new in given
        )
        _make_room([*open_accounts])
        written = [
            emails.notice(to=account.email, username=account.username, kind=new.kind)
            for new in given
            if sends_letters
            and (account := open_accounts[new.account_id]).email
            and account.is_email_verified
        ]
        if written:
            transaction.on_commit(lambda: emails.post(*written), robust=True)


def of_account(account_id: int, *, is_unread: bool = False) -> QuerySet[Notice]:
    """Return the notices of an account, or only the unread ones."""
    notices = Notice.objects.filter(account_id=account_id)
    return notices.filter(read_at=None) if is_unread else notices


def unread(account_ids: Collection[int]) -> dict[int, Unread]:
    """Return the unread notices by account id."""
    rows = Notice.objects.filter(account_id__in=account_ids, read_at=None).order_by()
    counts = rows.values_list("account_id").annotate(Count("pk"), Max("pk"))
    found = {account_id: Unread(*row) for account_id, *row in counts}
    return {account_id: found.get(account_id, Unread()) for account_id in account_ids}


def mark_read(
    account_id: int, *, up_to: int | None = None, ids: Collection[int] = (), now: datetime
) -> int:
    """Mark notices as read, by ids or up to an id; return how many the account has unread."""
    chosen = Q(pk__in=ids) if up_to is None else Q(pk__lte=up_to)
    of_account(account_id, is_unread=True).filter(chosen).update(read_at=now)
    return unread([account_id])[account_id].number


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` notices older than ``KEPT_FOR``; return how many were deleted."""
    old = Notice.objects.filter(created_at__lt=now - KEPT_FOR)
    return statements.delete_first(old, by="created_at", most=most)


def _make_room(account_ids: Collection[int]) -> None:
    """Delete the notices that accounts have beyond ``MOST_KEPT``."""
    counts = Notice.objects.filter(account_id__in=account_ids).order_by().values("account_id")
    full = counts.annotate(count=Count("pk")).filter(count__gt=MOST_KEPT)
    for account_id in full.values_list("account_id", flat=True):
        rows = Notice.objects.filter(account_id=account_id).alias(is_read=Q(read_at__isnull=False))
        excess = rows.order_by("is_read", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
        Notice.objects.filter(pk__in=list(excess)).delete()
