"""Usernames that reviewers replaced: no account takes them again, nor a name that looks like one.

Only the form without case and look-alikes is stored. The player can still sign in with it, because
they may have no other way to learn the new username.
"""

from datetime import datetime

from accounts import names
from accounts.models import ReservedName, User


def reserve(username: str, account: User, *, now: datetime) -> None:
    """Reserve the replaced username of an account."""
    ReservedName.objects.update_or_create(
        skeleton=names.skeleton(username), defaults={"account": account, "at": now}
    )


def is_reserved(username: str) -> bool:
    """Return whether a name is reserved for the service, was replaced, or looks like such a one."""
    reduced = names.skeleton(username)
    return names.is_reserved(username) or is_replaced(reduced)


def is_replaced(skeleton: str) -> bool:
    """Return whether a name of this form was replaced."""
    return skeleton.isascii() and ReservedName.objects.filter(skeleton=skeleton).exists()


def current(typed: str) -> str:
    """Return the username of the account whose replaced username was typed, or else what was typed.

    Both are in the form for looking up an account.
    """
    name = names.canonical(typed)
    if not name.isascii() or "\0" in name or len(name) > names.LONGEST:
        return name
    rows = ReservedName.objects.filter(skeleton=names.skeleton(name), account__isnull=False)
    holder = rows.values_list("account__username", flat=True).first()
    return name if holder is None else names.canonical(holder)


def forget(account: User) -> None:
    """Forget which account had reserved names; they stay reserved."""
    ReservedName.objects.filter(account=account).update(account=None)
