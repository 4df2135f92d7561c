"""Replace abusive usernames."""

from datetime import datetime

from django.db import transaction

from accounts import locks
from accounts.lifecycle import renaming
from accounts.models import User
from games.desk import audit, notifying
from games.desk.models import Action
from games.desk.players import record
from games.desk.refusals import AlreadyRenamed, NotPermitted, PlayerClosed, ReasonsMissing

LONGEST_REASON = 1_000


def replace_username(player: User, reviewer: User, *, shown: str, why: str, now: datetime) -> User:
    """Replace a username by an invented one, reserve the old one, and notify the player.

    ``shown`` is the username that the reviewer saw. The audit log has the reason, and neither name.

    :raises ReasonsMissing: if ``why`` is blank.
    :raises NotPermitted: if the reviewer lacks the permission, or the player works at the desk.
    :raises ReviewerInvolved: if the reviewer is the player.
    :raises PlayerClosed: if the account of the player is closed.
    :raises AlreadyRenamed: if the player has another username by now.
    """
    if not why.strip():
        raise ReasonsMissing("Give the reason for replacing the username.")
    record.check(player, reviewer, now=now)
    with transaction.atomic():
        accounts = locks.lock_all({*notifying.with_owners([player.pk]), reviewer.pk})
        locks.check_active(accounts[reviewer.pk])
        current = accounts[player.pk]
        if current.is_staff:
            raise NotPermitted("Ask an administrator to rename an account that works at the desk.")
        if current.closed_at is not None:
            raise PlayerClosed("This account is closed, and has a random name already.")
        if current.username != shown:
            raise AlreadyRenamed("The username of this player has changed. Look at it again.")
        renamed = renaming.replace_username(player.pk, now=now)
        audit.record(reviewer, Action.RENAMED, player, why.strip()[:LONGEST_REASON], now=now)
        notifying.notify_renamed(player.pk, now=now)
    return renamed
