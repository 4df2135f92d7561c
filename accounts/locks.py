"""Lock accounts, and suspend them until a time or for good, always together with their bots.

Transactions that create a bot, a token, a seat or a game lock the rows of the accounts. Closing and
suspending lock the same rows. So either the closing finds what was created, or the other
transaction finds the account closed. Moves of a running game take no such lock.

To avoid deadlocks, lock in this order: the table of quick match, accounts by ascending id, counts
of rated starts, games. The locks are ``NO KEY`` locks, which do not block rows that refer to an
account. On SQLite a write transaction excludes all others from its start, so checking the account
within it is enough.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.refusals import AccountSuspended, InvalidToken

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)


def suspend(user: User, *, reason: str, until: datetime | None) -> None:
    """Suspend an account until a time, or permanently if it is None; ``reason`` is a code."""
    _with_bots(user).update(suspended_until=until or FOR_GOOD, suspension_reason=reason)


def lift(user: User) -> None:
    """End the suspension of an account."""
    _with_bots(user).update(suspended_until=None, suspension_reason="")


def is_suspended(user: User, *, now: datetime) -> bool:
    """Return whether an account is suspended."""
    return user.suspended_until is not None and user.suspended_until > now


def check_not_suspended(user: User, *, now: datetime) -> None:
    """Check that an account is not suspended.

    :raises AccountSuspended: it is; the message states until when and why.
    """
    if not is_suspended(user, now=now):
        return
    until = user.suspended_until
    assert until is not None
    lasts = "for good" if until == FOR_GOOD else f"until {until:%Y-%m-%d %H:%M} UTC"
    reason = user.suspension_reason.replace("_", " ")
    raise AccountSuspended(
        f"This account is suspended {lasts}: {reason}. "
        "An existing token still reads your notices and disputes, and can appeal against rulings."
    )


def _with_bots(user: User) -> QuerySet[User]:
    return User.objects.filter(Q(pk=user.pk) | Q(owner=user))


def lock_active(account_id: int, *, suspended_too: bool = False) -> User:
    """Lock an account until the commit, check that it is active, and return it as it is now.

    :raises InvalidToken: it is closed or deactivated, or a bot of such an account.
    :raises AccountSuspended: it is suspended, unless ``suspended_too``.
    """
    account = lock_all([account_id])[account_id]
    check_active(account, suspended_too=suspended_too)
    return account


def lock_all(account_ids: Iterable[int]) -> dict[int, User]:
    """Lock accounts in any state until the commit; return them by id, ascending."""
    return _locked(User.objects.filter(pk__in=set(account_ids)))


def lock_with_bots(account_ids: Iterable[int]) -> dict[int, User]:
    """Lock accounts and their bots, as :func:`lock_all` does."""
    owners = set(account_ids)
    theirs = Q(pk__in=owners) | Q(owner__in=owners)
    known = _locked(User.objects.filter(theirs))
    # A bot may have been created while waiting for the lock. Its owner is locked now, so no more.
    return known | _locked(User.objects.filter(theirs).exclude(pk__in=known.keys()))


def check_active(account: User, *, suspended_too: bool = False) -> None:
    """Check that something may be created for an account.

    :raises InvalidToken: it is closed or deactivated, or a bot of such an account.
    :raises AccountSuspended: it is suspended, unless ``suspended_too``.
    """
    if not account.is_active or (account.owner is not None and not account.owner.is_active):
        raise InvalidToken("The account of this token is closed.")
    if not suspended_too:
        check_not_suspended(account, now=timezone.now())


def is_active(account: User) -> bool:
    """Return whether an account and its owner are open, and it is not deactivated or suspended."""
    is_owned = account.owner is None or account.owner.is_active
    return account.is_active and is_owned and not is_suspended(account, now=timezone.now())


def _locked(accounts: QuerySet[User]) -> dict[int, User]:
    rows = accounts.select_related("owner").order_by("pk")
    return {row.pk: row for row in rows.select_for_update(of=("self",), no_key=True)}
