"""Leaderboards: the ratings of a family that are sure enough, of accounts that played lately.

Accounts can hide their ratings, which are still computed, because others need them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.ratings.history import ratings, shown
from games.ratings.models import HiddenRatings, Rating
from games.ratings.refusals import NotOnLeaderboard
from games.ratings.skill import PROVISIONAL_SIGMA

ACTIVE_DAYS = 30
"""A rating is listed for so many days after the last game that changed it."""
MOST_RANKED = 5_000
"""Ranks that are counted: a request costs no more on a longer leaderboard."""
NEIGHBOURS = 5
"""Players above and below a player."""


class RankKey(NamedTuple):
    """A position on a leaderboard: better ratings come first, then smaller accounts."""

    mu: float
    account_id: int


class RankedRating(NamedTuple):
    """A rating with its place on a leaderboard, from 1; None beyond ``MOST_RANKED``."""

    rank: int | None
    rating: Rating


def listed(family: str, pool: str, *, now: datetime) -> QuerySet[Rating]:
    """Return the ratings of a leaderboard, in no order."""
    rows = ratings().filter(
        family=family,
        pool=pool,
        sigma__lte=PROVISIONAL_SIGMA,
        at__gte=now - timedelta(days=ACTIVE_DAYS),
    )
    return shown(rows)


def page_below(rows: QuerySet[Rating], key: RankKey | None, *, most: int) -> list[Rating]:
    """Return the ratings after a position, or from the top, best first, with their accounts."""
    below = rows if key is None else rows.filter(_is_below(key))
    return list(below.select_related("account").order_by("-mu", "account")[:most])


def page_above(rows: QuerySet[Rating], key: RankKey, *, most: int) -> list[Rating]:
    """Return the ratings before a position, best first, with their accounts."""
    above = rows.filter(_is_above(key)).select_related("account")
    return [*reversed(above.order_by("mu", "-account")[:most])]


def ranked(rows: QuerySet[Rating], page: Sequence[Rating]) -> list[RankedRating]:
    """Return a page of these ratings with their ranks; equal ones follow each other."""
    if not page:
        return []
    first = 1 + rows.filter(_is_above(key_of(page[0])))[:MOST_RANKED].count()
    return [
        RankedRating(rank if rank <= MOST_RANKED else None, rating)
        for rank, rating in enumerate(page, first)
    ]


def around(rows: QuerySet[Rating], account_id: int) -> list[RankedRating]:
    """Return an account with its neighbours, best first.

    :raises NotOnLeaderboard: if the account is not listed.
    """
    own = rows.filter(account=account_id).select_related("account").first()
    if own is None:
        raise NotOnLeaderboard
    key = key_of(own)
    above = page_above(rows, key, most=NEIGHBOURS)
    return ranked(rows, [*above, own, *page_below(rows, key, most=NEIGHBOURS)])


def key_of(rating: Rating) -> RankKey:
    """Return the position of a rating."""
    return RankKey(rating.mu, rating.account_id)


def _is_above(key: RankKey) -> Q:
    # The first condition is a range of the index, which the others alone are not.
    return Q(mu__gte=key.mu) & (Q(mu__gt=key.mu) | Q(account__lt=key.account_id))


def _is_below(key: RankKey) -> Q:
    return Q(mu__lte=key.mu) & (Q(mu__lt=key.mu) | Q(account__gt=key.account_id))


def hide(account_id: int) -> None:
    """Hide the ratings of an account from others; repeating it changes nothing."""
    HiddenRatings.objects.bulk_create([HiddenRatings(account_id=account_id)], ignore_conflicts=True)


def show(account_id: int) -> None:
    """Show the ratings of an account again."""
    HiddenRatings.objects.filter(account_id=account_id).delete()


def is_hidden(account_id: int) -> bool:
    """Return whether an account hides its ratings."""
    return HiddenRatings.objects.filter(account_id=account_id).exists()
