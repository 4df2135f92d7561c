"""Suspended accounts: kept whole, but shut out until a day. An account's bots are suspended with it."""

from datetime import UTC, datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.refusals import AccountSuspended

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)


def suspend(user: User, *, reason: str, until: datetime | None) -> None:
    """Shut an account out until a moment, or for good; the reason is a code."""
    _with_bots(user).update(suspended_until=until or FOR_GOOD, suspension_reason=reason)


def lift(user: User) -> None:
    """Let a suspended account in again."""
    _with_bots(user).update(suspended_until=None, suspension_reason="")


def is_suspended(user: User, *, now: datetime) -> bool:
    """Return whether an account is shut out."""
    return user.suspended_until is not None and user.suspended_until > now


def check(user: User, *, now: datetime) -> None:
    """Let an account pass that is not suspended.

    :raises AccountSuspended: it is; the sentence says until when and why.
    """
    if not is_suspended(user, now=now):
        return
    until = user.suspended_until
    assert until is not None
    lasts = "for good" if until == FOR_GOOD else f"until {until:%Y-%m-%d %H:%M} UTC"
    reason = user.suspension_reason.replace("_", " ")
    raise AccountSuspended(
        f"This account is suspended {lasts}: {reason}. "
        "A token that you hold still reads your notices and disputes, and appeals against rulings."
    )


def _with_bots(user: User) -> QuerySet[User]:
    return User.objects.filter(Q(pk=user.pk) | Q(owner=user))
