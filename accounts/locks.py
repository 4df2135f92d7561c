"""Locks on accounts, for transactions that create something for them: a bot, a token, a seat, a game.

Closing and suspending lock the same rows. So of two transactions one is first: either the closing finds what was
created, or what would create finds the account closed. Asks and other moves of a running game take no such lock.

Locks are taken in this order, so that no two transactions wait for each other: the table of quick match, accounts by
ascending id, games. They are ``NO KEY`` locks, for which rows that refer to an account need not wait.
On SQLite a writing transaction is alone from its start, and the check within it suffices.
"""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import suspensions
from accounts.models import User
from accounts.refusals import InvalidToken


def lock_active(account_id: int, *, suspended_too: bool = False) -> User:
    """Lock an account until the commit and return it as it is now.

    :raises InvalidToken: it is closed or deactivated, or a bot of such an account.
    :raises AccountSuspended: it is suspended, unless that is allowed here.
    """
    account = lock_all([account_id])[account_id]
    check_active(account, suspended_too=suspended_too)
    return account


def lock_all(account_ids: Iterable[int]) -> dict[int, User]:
    """Lock accounts until the commit, in whatever state they are; return them by ascending id."""
    return _locked(User.objects.filter(pk__in=set(account_ids)))


def lock_with_bots(account_ids: Iterable[int]) -> dict[int, User]:
    """Lock accounts and their bots, as :func:`lock_all` does."""
    owners = set(account_ids)
    theirs = Q(pk__in=owners) | Q(owner__in=owners)
    known = _locked(User.objects.filter(theirs))
    # A bot that came while the lock was waited for. With its owner locked there comes no other.
    return known | _locked(User.objects.filter(theirs).exclude(pk__in=known.keys()))


def check_active(account: User, *, suspended_too: bool = False) -> None:
    """Let an account pass for which something may be created.

    :raises InvalidToken: it is closed or deactivated, or a bot of such an account.
    :raises AccountSuspended: it is suspended, unless that is allowed here.
    """
    if not account.is_active or (account.owner is not None and not account.owner.is_active):
        raise InvalidToken("The account of this token is closed.")
    if not suspended_too:
        suspensions.check(account, now=timezone.now())


def is_active(account: User) -> bool:
    """Return whether an account is neither closed, deactivated nor suspended, and its owner not closed."""
    is_owned = account.owner is None or account.owner.is_active
    return (
        account.is_active and is_owned and not suspensions.is_suspended(account, now=timezone.now())
    )


def _locked(accounts: QuerySet[User]) -> dict[int, User]:
    rows = accounts.select_related("owner").order_by("pk")
    return {row.pk: row for row in rows.select_for_update(of=("self",), no_key=True)}
