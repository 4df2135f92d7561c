"""The ratings of the live generation, and which accounts show theirs."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Exists, Model, OuterRef, QuerySet

from games.play.refusals import RatingsHidden
from games.ratings.certainty import PROVISIONAL_SIGMA
from games.ratings.models import HiddenRatings, Rating, RatingGeneration


def live_generation() -> QuerySet[RatingGeneration, int]:
    """Return the number of the live generation, as a subquery of a filter.

    In the same statement, so that no reader sees a generation that is being deleted.
    """
    live = RatingGeneration.objects.filter(status=RatingGeneration.Status.LIVE)
    return live.values_list("number", flat=True)[:1]


def ratings() -> QuerySet[Rating]:
    """Return all live ratings, hidden ones included."""
    return Rating.objects.filter(generation=live_generation())


def shown(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Leave out rows with an ``account`` that hides its ratings. Closed accounts hide them."""
    hidden: QuerySet[Model] = HiddenRatings.objects.filter(account=OuterRef("account"))
    return rows.filter(~Exists(hidden))


def by_family(account_ids: Collection[int]) -> dict[int, dict[str, Rating]]:
    """Return the shown ratings of accounts that have some, by account and family."""
    by_account: dict[int, dict[str, Rating]] = {}
    for rating in shown(ratings().filter(account__in=account_ids)):
        by_account.setdefault(rating.account_id, {})[rating.family] = rating
    return by_account


def shown_of(account_ids: Collection[int]) -> dict[int, list[Rating] | None]:
    """Return the ratings of each of these accounts in order of families; None if it hides them."""
    by_account: dict[int, list[Rating] | None] = {account_id: [] for account_id in account_ids}
    for rating in ratings().filter(account__in=account_ids).order_by("family"):
        own = by_account[rating.account_id]
        assert own is not None
        own.append(rating)
    hidden = HiddenRatings.objects.filter(account__in=account_ids)
    return by_account | dict.fromkeys(hidden.values_list("account", flat=True))


def of_account(account_id: int) -> Sequence[Rating]:
    """Return the ratings of an account in all families, also if it hides them."""
    return list(ratings().filter(account=account_id).order_by("family"))


def certain_mu(account_id: int, family: str) -> float | None:
    """Return the rating of an account in a family, or None if it is provisional."""
    rows = ratings().filter(account=account_id, family=family, sigma__lte=PROVISIONAL_SIGMA)
    return rows.values_list("mu", flat=True).first()


def check_shown(account_id: int, *, reader_id: int | None) -> bool:
    """Check that a reader may see the ratings of an account; return whether others may not.

    :raises RatingsHidden: if the account hides them, and is not the reader.
    """
    hidden = HiddenRatings.objects.filter(account=account_id).exists()
    if hidden and account_id != reader_id:
        raise RatingsHidden
    return hidden
