"""Suspend accounts until a time or for good. The bots of an account are suspended with it."""

from datetime import UTC, datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.refusals import AccountSuspended

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)


def suspend(user: User, *, reason: str, until: datetime | None) -> None:
    """Suspend an account until a time, or for good if it is None; ``reason`` is a code."""
    _with_bots(user).update(suspended_until=until or FOR_GOOD, suspension_reason=reason)


def lift(user: User) -> None:
    """End the suspension of an account."""
    _with_bots(user).update(suspended_until=None, suspension_reason="")


def is_suspended(user: User, *, now: datetime) -> bool:
    """Return whether an account is suspended."""
    return user.suspended_until is not None and user.suspended_until > now


def check(user: User, *, now: datetime) -> None:
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
