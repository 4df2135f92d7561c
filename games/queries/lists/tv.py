"""Choose the public games that are worth watching now: one for each preset, and the best of all."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, Subquery, Sum

from games.engine.presets import PRESETS
from games.models import Audience, Game, GameStatus, LastSeen, Move
from games.queries import game_details, presence
from games.queries.game_details import GameDetails

BEST = "best"
"""The channel of the best game of all presets."""
CHANNELS = (BEST, *PRESETS)
MOST_PEOPLE = 200
MOST_GUESTS = 50
MOST_BOTS = 50
"""How many of the registered people, of the guests, and of the accounts of bots, who were seen last
are looked at.
"""
ENOUGH_PEOPLE = 2
"""More registered people at a table do not rank it higher."""
RECENT = timedelta(minutes=5)
"""A game without a move for longer is not shown."""


class Channel(NamedTuple):
    """A channel and its game."""

    name: str
    game: GameDetails


class _Candidate(NamedTuple):
    """What ranks a game, in this order. Guests cost nothing, so their number does not count."""

    registered: int
    """Registered people at the table, up to ``ENOUGH_PEOPLE``."""
    rated: bool
    watchers: int
    """Registered people who watch it."""
    has_people: bool
    moved_at: datetime
    id: int
    preset: str


def channels(*, now: datetime) -> list[Channel]:
    """Return the game of each channel that has one, the best first, then by preset.

    Only public games with spectators are shown, and as a reader without an account sees them. The
    number of statements does not depend on the number of games.
    """
    chosen = _chosen(_candidates(now))
    games = game_details.readable(Game.objects.filter(pk__in=set(chosen.values())))
    # A game can have ended since the first statement.
    running = games.filter(status=GameStatus.RUNNING)
    found = {each.game.pk: each for each in game_details.details(list(running), None)}
    return [Channel(name, found[chosen[name]]) for name in CHANNELS if chosen.get(name) in found]


def _candidates(now: datetime) -> Iterable[_Candidate]:
    """Return the games at which players were seen last, if they may be shown.

    Each account contributes one game at most, so that few accounts with many games displace no
    others.
    """
    public = Game.objects.filter(status=GameStatus.RUNNING, is_private=False, has_spectators=True)
    last_move = Move.objects.filter(game=OuterRef("pk"), number=OuterRef("position__version"))
    fresh = Audience.objects.filter(game=OuterRef("pk"), at__gt=now - presence.STALE)
    people = Q(seats__account__is_bot=False)
    ranked = (
        public.filter(pk__in=_tables(now))
        .annotate(
            people=Count("seats", filter=people),
            registered=Count("seats", filter=people & Q(seats__account__is_guest=False)),
            watchers=Subquery(fresh.values("game").annotate(sum=Sum("registered")).values("sum")),
            moved_at=Subquery(last_move.values("at")),
        )
        .filter(moved_at__gt=now - RECENT)
    )
    columns = ("registered", "rated", "watchers", "people", "moved_at", "pk", "preset")
    return [
        _Candidate(min(registered, ENOUGH_PEOPLE), rated, watchers or 0, count > 0, *rest)
        for registered, rated, watchers, count, *rest in ranked.values_list(*columns)
    ]


def _tables(now: datetime) -> set[int]:
    """Return the games of those players who were seen last, each where they were seen last."""
    recent = LastSeen.objects.filter(at__gt=now - RECENT)
    seen = recent.filter(game__isnull=False).order_by("-at").values_list("game_id", flat=True)
    people, bots = seen.filter(is_bot=False), seen.filter(is_bot=True)
    return {
        *people.filter(account__is_guest=False)[:MOST_PEOPLE],
        *people.filter(account__is_guest=True)[:MOST_GUESTS],
        *bots[:MOST_BOTS],
    }


def _chosen(candidates: Iterable[_Candidate]) -> dict[str, int]:
    """Return the id of the best game of each channel."""
    chosen: dict[str, int] = {}
    for candidate in sorted(candidates, reverse=True):
        chosen.setdefault(BEST, candidate.id)
        chosen.setdefault(candidate.preset, candidate.id)
    return chosen
