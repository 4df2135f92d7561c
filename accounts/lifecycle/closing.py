"""Close an account: delete its personal data at once.

The row stays under a random name, because games of other players refer to it.
"""

from datetime import datetime

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from accounts import locks, names, reserved_names
from accounts.credentials import grants
from accounts.models import User
from accounts.players import blocks
from accounts.refusals import InvalidToken


def close(account_id: int, *, now: datetime) -> list[int]:
    """Clear an account and its bots, delete their tokens, notices and blocks, and return their ids.

    Locks the accounts, as does every transaction that creates something for them (``locks``).

    :raises InvalidToken: the account is closed already.
    """
    with transaction.atomic():
        accounts = locks.lock_with_bots([account_id])
        if accounts[account_id].closed_at is not None:
            raise InvalidToken("The account of this token is closed.")
        for account in accounts.values():
            _empty(account, now=now)
        blocks.forget(accounts)
    return list(accounts)


def _empty(account: User, *, now: datetime) -> None:
    AccessAttempt.objects.filter(username=names.canonical(account.username)).delete()
    account.username = names.invent(names.DELETED_PREFIX)
    account.display_name = account.picture = ""
    account.email, account.email_set_at, account.email_verified_at = "", None, None
    account.set_unusable_password()
    account.is_active = account.is_staff = account.is_superuser = False
    account.last_login, account.closed_at = None, now
    account.save()
    reserved_names.forget(account)
    grants.forget(account.pk)
    account.tokens.all().delete()
    account.notices.all().delete()
    account.groups.clear()
    account.user_permissions.clear()
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=account.pk
    ).update(object_repr=account.username)
