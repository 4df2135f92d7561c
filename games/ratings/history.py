"""How games changed the rating of an account, and what it reached by number of seats."""

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from django.db.models import QuerySet

from games.ratings.live import live_generation
from games.ratings.models import RatingEntry

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
