"""Follow up a move in its transaction: notify a closed lobby, queue rated games, count starts."""

from collections.abc import Collection
from datetime import date, datetime
from itertools import chain

from django.db import connection
from django.db.models import Count

from accounts import locks, notices
from accounts.models import Notice, User
from accounts.notices import NewNotice
from accounts.statements import time_value
from games.log import ids
from games.log.models import Seat
from games.play.models import Invitation
from games.ratings import pools
from games.ratings.models import RatedPair

LOBBY_CLOSED = "lobby_closed"
"""The kind of the notice."""
MOST_UNREAD = 10
"""Such notices that an account has not read. More would let a host fill the inboxes of others."""


def lock_waiting(game_id: int) -> set[int]:
    """Lock the accounts that have a seat in a lobby or are invited to it; return their ids.

    Call it before the game is locked (``accounts.locks``).
    """
    seated = Seat.objects.filter(game_id=game_id, account__isnull=False)
    invited = Invitation.objects.filter(game_id=game_id, declined_at=None)
    waiting = (each.account_id for rows in (seated, invited) for each in rows)
    return set(locks.lock_all(account_id for account_id in waiting if account_id is not None))


def notify_closed(game_id: int, waiting: Collection[int], *, now: datetime) -> None:
    """Give these accounts, which are locked, a notice that the lobby was closed."""
    unread = Notice.objects.filter(account__in=waiting, kind=LOBBY_CLOSED, read_at=None).order_by()
    counts = dict(unread.values_list("account").annotate(Count("pk")))
    data = {"game": ids.to_text(game_id)}
    notified = [account for account in sorted(waiting) if counts.get(account, 0) < MOST_UNREAD]
    # No letters, as for declined invitations.
    notices.send(
        [NewNotice(account, LOBBY_CLOSED, data) for account in notified],
        now=now,
        sends_letters=False,
    )


_QUEUE_FOR_RATING = """
INSERT INTO games_ratingtask (game_id, version, at) SELECT id, %s, %s FROM games_game
WHERE id = %s AND rated"""


def queue_for_rating(game_id: int, *, version: int, now: datetime) -> None:
    """Queue a game that is over if it is rated; the rater compares its result with the last one."""
    with connection.cursor() as cursor:
        cursor.execute(_QUEUE_FOR_RATING, [version, time_value(now), game_id])


_COUNT_STARTS = """
INSERT INTO games_ratedpair AS kept (scope, day, first, second, games) VALUES {rows}
ON CONFLICT (scope, day, first, second) DO UPDATE SET games = kept.games + 1"""
_ROW = "(%s, %s, %s, %s, 1)"


def count_rated_start(game_id: int, account_id: int | None, *, day: date) -> bool | None:
    """Return whether the result of a game that starts changes ratings; None unless the game was
    opened as rated. The player whose command starts it may have no seat yet.

    Call it in the transaction that writes the start. The rows of the counts are locked until its
    end, so games of the same two players that start at once are counted one after the other. A
    transaction that starts two games with different pairs could deadlock with another one.
    """
    seats = Seat.objects.filter(game_id=game_id, game__rated=True, account__isnull=False)
    seated = set(seats.values_list("account_id", flat=True))
    if not seated:
        return None
    players = User.objects.filter(pk__in=seated | {account_id})
    # The owner of each account that plays, or the account itself.
    owners = [owner or account for account, owner in players.values_list("pk", "owner_id")]
    return _count_start(owners, day=day)


def _count_start(owners: Collection[int], *, day: date) -> bool:
    """Count the start of a game of these owners; return whether it is one of the first of the day
    for each two of them.
    """
    pairs = pools.pairs(owners)
    if not pairs:
        return True  # one account with built-in bots
    # Sorted, so that no two games wait for each other's rows.
    values = [(RatedPair.STARTS, day, *pair) for pair in pairs]
    with connection.cursor() as cursor:
        statement = _COUNT_STARTS.format(rows=", ".join([_ROW] * len(pairs)))
        cursor.execute(statement, list(chain.from_iterable(values)))
    counts = RatedPair.objects.filter(
        scope=RatedPair.STARTS, day=day, first__in=owners, second__in=owners
    )
    started = {(row.first, row.second): row.games for row in counts}
    return all(started[pair] <= pools.MOST_A_DAY for pair in pairs)
