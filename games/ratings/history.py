"""Read ratings: those of the live generation, how games changed them, and games of two players.

``shown`` leaves out the accounts that hide theirs.
"""

from collections.abc import Collection, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from django.db.models import Exists, Model, OuterRef, QuerySet, Subquery

from games.ratings.models import HiddenRatings, Rating, RatingEntry, RatingGeneration
from games.ratings.refusals import RatingsHidden
from games.ratings.skill import PROVISIONAL_SIGMA


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


MOST_COUNTED = 300
"""Rated games that results by number of seats count: the last ones."""


class SeatCountResults(NamedTuple):
    """The results of rated games of a preset with a number of seats."""

    preset: str
    seats: int
    games: int
    first: int
    """Games in which the player had the first place, alone or with others."""
    mean_place: float
    """From 1."""


def entries(account_id: int, family: str) -> QuerySet[RatingEntry]:
    """Return how each rated game of an account in a family changed its rating."""
    return RatingEntry.objects.filter(
        generation=live_generation(), account=account_id, family=family
    )


def by_seat_count(account_id: int, family: str) -> Sequence[SeatCountResults]:
    """Count the results of the last ``MOST_COUNTED`` rated games, by preset and seats."""
    last = entries(account_id, family).order_by("-number_id")
    columns = ("number__game__preset", "number__game__seat_count", "place")
    places: dict[tuple[str, int], list[int]] = {}
    for preset, seats, place in last.values_list(*columns)[:MOST_COUNTED]:
        places.setdefault((preset, seats), []).append(place)
    return [
        SeatCountResults(*key, len(own), own.count(0), 1 + fmean(own))
        for key, own in sorted(places.items())
    ]


MOST_COMPARED = 300
"""Rated games of the first player that are looked at: the last ones."""
LAST_MEETINGS = 10


class Meeting(NamedTuple):
    """A game of two players, with their places from 0."""

    entry: RatingEntry
    other_place: int


class HeadToHead(NamedTuple):
    """How often a player was placed before, equal to, and behind another."""

    ahead: int
    equal: int
    behind: int
    last: Sequence[Meeting]
    """The last games of both, newest first."""


def compare(account_id: int, other_id: int, family: str) -> HeadToHead:
    """Compare the places of two accounts in the last games of the first one."""
    theirs = RatingEntry.objects.filter(
        generation=OuterRef("generation"),
        account=other_id,
        family=family,
        number=OuterRef("number"),
    )
    own = entries(account_id, family)
    looked_at = own.annotate(other_place=Subquery(theirs.values("place"))).order_by("-number_id")
    rows = looked_at.values_list("number_id", "place", "other_place")[:MOST_COMPARED]
    met = [(number, place, other) for number, place, other in rows if other is not None]
    other_places = {number: other for number, _, other in met[:LAST_MEETINGS]}
    last = own.filter(number__in=other_places).select_related("number__game")
    return HeadToHead(
        ahead=sum(place < other for _, place, other in met),
        equal=sum(place == other for _, place, other in met),
        behind=sum(place > other for _, place, other in met),
        last=[
            Meeting(entry, other_places[entry.number_id]) for entry in last.order_by("-number_id")
        ],
    )
