"""Grants of an account to apps that were not exchanged for a token yet."""

from datetime import datetime, timedelta

from accounts import purging
from accounts.models import AuthorizationCode, DeviceCode

KEPT = timedelta(days=1)
"""After their end, so that a second use of a code still revokes what the first one gave."""


def forget(account_id: int) -> None:
    """Delete the grants of an account that the caller has locked: no token comes of them."""
    AuthorizationCode.objects.filter(account=account_id).delete()
    DeviceCode.objects.filter(account=account_id).delete()


def forget_unused(account_id: int, *, app: str, app_origin: str) -> None:
    """Delete what an app could still exchange, of an account that the caller has locked."""
    for kind in (AuthorizationCode, DeviceCode):
        kind.objects.filter(
            account=account_id, app=app, app_origin=app_origin, used_at=None
        ).delete()


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` expired grants of each kind; return how many were deleted."""
    return sum(
        purging.delete_first(
            kind.objects.filter(expires_at__lte=now - KEPT), by="expires_at", most=most
        )
        for kind in (AuthorizationCode, DeviceCode)
    )
