"""Decide when a game starts whether its result changes ratings: the first games of a pair do."""

from collections.abc import Collection
from datetime import date
from itertools import chain

from django.db import connection

from accounts.models import User
from games.log.models import Seat
from games.ratings import pools
from games.ratings.models import RatedPair

_ADD = """
INSERT INTO games_ratedpair AS kept (scope, day, first, second, games) VALUES {rows}
ON CONFLICT (scope, day, first, second) DO UPDATE SET games = kept.games + 1"""
_ROW = "(%s, %s, %s, %s, 1)"


def count(game_id: int, account_id: int | None, *, day: date) -> bool | None:
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
    return _count(owners, day=day)


def _count(owners: Collection[int], *, day: date) -> bool:
    """Count the start of a game of these owners; return whether it is one of the first of the day
    for each two of them.
    """
    pairs = pools.pairs(owners)
    if not pairs:
        return True  # one account with built-in bots
    # Sorted, so that no two games wait for each other's rows.
    values = [(RatedPair.STARTS, day, *pair) for pair in pairs]
    with connection.cursor() as cursor:
        statement = _ADD.format(rows=", ".join([_ROW] * len(pairs)))
        cursor.execute(statement, list(chain.from_iterable(values)))
    counts = RatedPair.objects.filter(
        scope=RatedPair.STARTS, day=day, first__in=owners, second__in=owners
    )
    started = {(row.first, row.second): row.games for row in counts}
    return all(started[pair] <= pools.MOST_A_DAY for pair in pairs)
