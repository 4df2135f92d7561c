"""The end of an account, in which accounts and games both have a part."""

import logging
from collections.abc import Iterable
from datetime import datetime

from django.db import DatabaseError

from accounts import closing
from games import departure
from games import holdings as games
from games.disputes import holdings as disputes
from games.play import Overdue

logger = logging.getLogger(__name__)


def close(account_id: int, *, now: datetime) -> None:
    """Close an account for good with its bots, then leave their games.

    The account is closed by one commit, after which nothing is created for it. What follows can be repeated: where
    the database fails meanwhile, :func:`finish` is called again by ``housekeeping``.

    :raises InvalidToken: the account is closed already.
    """
    closed = closing.close(account_id, now=now)
    try:
        finish(closed)
    except (DatabaseError, Overdue) as error:
        logger.warning("A closed account still has to leave its games: %s", type(error).__name__)


def finish(account_ids: Iterable[int]) -> None:
    """Leave the games of closed accounts and delete what no game needs."""
    for account_id in account_ids:
        departure.leave_all(account_id)
        games.forget(account_id)
        disputes.forget(account_id)
