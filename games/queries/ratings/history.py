"""How games changed the rating of an account, and what it reached by number of seats."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Avg, Count, F, Q, QuerySet

from games.models import RatingEntry
from games.queries.ratings.live import live_generation

MOST_COUNTED = 1000
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
    last = entries(account_id, family).order_by("-number_id")[:MOST_COUNTED]
    counted = (
        entries(account_id, family)
        .filter(number__in=last.values("number_id"))
        .values(preset=F("number__game__preset"), seats=F("number__game__seat_count"))
        .annotate(games=Count("place"), first=Count("place", filter=Q(place=0)), mean=Avg("place"))
        .order_by("preset", "seats")
    )
    return [
        SeatCountResults(row["preset"], row["seats"], row["games"], row["first"], 1 + row["mean"])
        for row in counted
    ]
