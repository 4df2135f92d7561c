"""Notices of a lobby that was closed, for those who waited in it and those who were invited."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Count

from accounts import locks
from accounts.messages import notices
from accounts.messages.notices import News
from accounts.models import Notice
from games.log import ids
from games.log.models import Seat as SeatRow
from games.play.models import Invitation

CLOSED = "lobby_closed"
"""The kind of the notice."""
MOST_UNREAD = 10
"""Such notices that an account has not read. More would let a host fill the inboxes of others."""


def lock_waiting(game_id: int) -> set[int]:
    """Lock the accounts that have a seat in a lobby or are invited to it; return their ids.

    Call it before the game is locked (``accounts.locks``).
    """
    seated = SeatRow.objects.filter(game_id=game_id, account__isnull=False)
    invited = Invitation.objects.filter(game_id=game_id, declined_at=None)
    waiting = (each.account_id for rows in (seated, invited) for each in rows)
    return set(locks.lock_all(account_id for account_id in waiting if account_id is not None))


def notify(game_id: int, waiting: Collection[int], *, now: datetime) -> None:
    """Give these accounts, which are locked, a notice that the lobby was closed."""
    unread = Notice.objects.filter(account__in=waiting, kind=CLOSED, read_at=None).order_by()
    counts = dict(unread.values_list("account").annotate(Count("pk")))
    data = {"game": ids.to_text(game_id)}
    notified = [account for account in sorted(waiting) if counts.get(account, 0) < MOST_UNREAD]
    # No letters, as for declined invitations.
    notices.give(
        [News(account, CLOSED, data) for account in notified], now=now, sends_letters=False
    )
