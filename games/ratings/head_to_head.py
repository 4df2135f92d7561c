"""The rated games in which two players met."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from games.ratings.history import entries
from games.ratings.models import RatingEntry

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
