"""Decide when a game starts whether its result changes ratings: the first games of a pair do."""

from collections.abc import Collection
from datetime import date
from itertools import chain

from django.db import connection

from accounts.models import User
from games.models import RatedPair, Seat
from games.ratings import pools
from games.services.moves.decisions import Decision, decide

_ADD = """
INSERT INTO games_ratedpair AS kept (scope, day, first, second, games) VALUES {rows}
ON CONFLICT (scope, day, first, second) DO UPDATE SET games = kept.games + 1"""
_ROW = "(%s, %s, %s, %s, 1)"


def settle(decision: Decision) -> Decision:
    """Return the decision of a start with ``rated`` in it, if the game was opened as rated.

    Call it in the transaction that writes the decision. The rows of the counts are locked until its
    end, so games of the same two players that start at once are counted one after the other. A
    transaction that starts two games with different pairs could deadlock with another one.
    """
    owners = _owners(decision)
    if not owners:
        return decision
    first = decision.outcome.moves[0]
    return decide(
        decision.before,
        first.command,
        seat=first.seat,
        account_id=decision.account_id,
        now=decision.at,
        rated=_count(owners, day=decision.at.date()),
    )


def _owners(decision: Decision) -> list[int]:
    """Return the owner of each account that plays, or the account itself; none unless the game was
    opened as rated.

    The player whose command starts the game may have no row yet.
    """
    seats = Seat.objects.filter(
        game_id=decision.before.game_id, game__rated=True, account__isnull=False
    )
    seated = set(seats.values_list("account_id", flat=True))
    if not seated:
        return []
    players = User.objects.filter(pk__in=seated | {decision.account_id})
    return [owner or account for account, owner in players.values_list("pk", "owner_id")]


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
