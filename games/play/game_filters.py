"""Filters of lists of games. Each has an index, so that a filter that finds little is cheap too."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.players import lookup
from accounts.refusals import NoSuchPlayer
from games.log import ids
from games.log.models import Game


class GameFilters(NamedTuple):
    """Which games to find; a filter that is None finds all."""

    id: str | None = None
    preset: str | None = None
    seats: int | None = None
    free_seats: int | None = None
    """At least this number, 1 or more: lobbies only."""
    player: str | None = None
    """A username; case does not matter."""
    bots_allowed: bool | None = None
    turn_seconds_max: int | None = None
    untimed: bool | None = None
    created_after: datetime | None = None
    created_before: datetime | None = None


def matching(games: QuerySet[Game], filters: GameFilters) -> QuerySet[Game]:
    """Return the games that match all filters; none if no player has the username."""
    exact = {
        "preset": filters.preset,
        "seat_count": filters.seats,
        "free_seats__gte": filters.free_seats,
        "allows_bots": filters.bots_allowed,
        "turn_seconds__lte": filters.turn_seconds_max,
        "turn_seconds__isnull": filters.untimed,
        "created_at__gt": filters.created_after,
        "created_at__lt": filters.created_before,
        "pk": None if filters.id is None else ids.from_text(filters.id) or 0,  # no game has 0
    }
    games = games.filter(**{name: value for name, value in exact.items() if value is not None})
    if filters.created_after is not None:
        games = games.filter(pk__gte=ids.first_of(filters.created_after))  # ids grow with time
    if filters.created_before is not None:
        games = games.filter(pk__lte=ids.last_of(filters.created_before))
    return games if filters.player is None else _of_player(games, filters.player)


def _of_player(games: QuerySet[Game], username: str) -> QuerySet[Game]:
    try:
        player = lookup.open_by_username(username)
    except NoSuchPlayer:
        return games.none()
    return games.filter(seats__account=player)
