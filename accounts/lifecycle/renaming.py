"""Replace the username of an account by an invented one, and reserve the old one."""

from datetime import datetime

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from accounts import locks, names, reserved_names
from accounts.models import User


def replace_username(account_id: int, *, now: datetime) -> User:
    """Replace a username, remove the display name, and return the account.

    Tokens and the password stay valid. Games name seats and accounts, so logs do not change.
    """
    with transaction.atomic():
        account = locks.lock_all([account_id])[account_id]
        old = account.username
        AccessAttempt.objects.filter(username=names.canonical(old)).delete()
        reserved_names.reserve(old, account, now=now)
        account.username, account.display_name = names.invent(names.PLAYER_PREFIX), ""
        account.save(update_fields=["username", "display_name"])
        LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(User), object_id=account.pk
        ).update(object_repr=account.username)
    return account
