"""Pictures of players: the names of drawn fish. The drawings are in ``web/players``.

Whether finished public games of a player may be in dumps for research (``games.data``).

Close an account: delete its personal data at once.

The row stays under a random name, because games of other players refer to it.
"""

from datetime import datetime

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from accounts import blocks, locks, names, renaming
from accounts.credentials import tokens
from accounts.models import User
from accounts.refusals import InvalidToken

# fmt: off
PICTURES = (
    "angelfish", "anglerfish", "clownfish", "eel", "flounder", "goldfish",
    "pufferfish", "ray", "seahorse", "shark", "sunfish", "swordfish",
)
# fmt: on
"""What players choose from. Only append: stored names stay valid."""
_UNCHOSEN = PICTURES[:12]
"""Players who have chosen none have one of these. Never change it, or theirs would change."""


def shown(user: User) -> str | None:
    """Return the picture of a player: the chosen one, or one that depends on the account's number;
    None for a closed account.
    """
    if user.closed_at is not None:
        return None
    return user.picture or _UNCHOSEN[user.pk % len(_UNCHOSEN)]


def change_picture(user: User, picture: str) -> None:
    """Store one of ``PICTURES``; an empty text removes the choice.

    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    with transaction.atomic():
        locks.lock_active(user.pk)
        user.picture = picture
        user.save(update_fields=["picture"])


def change_research(user: User, *, in_dumps: bool) -> None:
    """Store the choice, which covers the player's bots too.

    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    with transaction.atomic():
        locks.lock_active(user.pk)
        user.in_dumps = in_dumps
        user.save(update_fields=["in_dumps"])


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
    renaming.forget(account)
    tokens.forget(account.pk)
    account.tokens.all().delete()
    account.notices.all().delete()
    account.groups.clear()
    account.user_permissions.clear()
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=account.pk
    ).update(object_repr=account.username)
