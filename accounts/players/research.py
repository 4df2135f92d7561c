"""Whether finished public games of a player may be in dumps for research (``games.data``)."""

from django.db import transaction

from accounts import locks
from accounts.models import User


def change(user: User, *, in_dumps: bool) -> None:
    """Store the choice, which covers the player's bots too.

    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    with transaction.atomic():
        locks.lock_active(user.pk)
        user.in_dumps = in_dumps
        user.save(update_fields=["in_dumps"])
