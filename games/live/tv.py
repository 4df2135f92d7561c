"""Choose the public games that are worth watching now: one for each preset, and the best of all.
While there are none, choose games that ended lately.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Least

from games.engine.presets import PRESETS
from games.engine.refusals import MalformedEntry
from games.log import reader
from games.log.models import Audience, Game, GameStatus, LastSeen, Move, Position, Seat
from games.play import game_details, presence
from games.play.game_details import GameDetails

BEST = "best"
"""The channel of the best game of all presets."""
CHANNELS = (BEST, *PRESETS)
MOST_PEOPLE = 200
MOST_GUESTS = 50
MOST_BOTS = 50
"""How many registered people, guests and bots, those seen last, are considered."""
ENOUGH_PEOPLE = 2
"""More registered people at a table do not rank it higher."""
RECENT = timedelta(minutes=5)
"""A game without a move for longer is not shown."""
ACTIVE = timedelta(minutes=1)
"""A game without a move for longer ranks last, and is shown only while a person is at the table."""


MOST_ENDED = 200
"""How many of the newest games that have ended are looked at."""
MOST_RECENT = 5
FEWEST_MOVES = 20
"""A game that ended after fewer is nothing to watch."""


class Channel(NamedTuple):
    """A channel, its game, and how many people watch it without a seat."""

    name: str
    game: GameDetails
    watchers: int


class _Candidate(NamedTuple):
    """The values that rank a game, in this order. Guest accounts are free, so they do not count."""

    is_active: bool
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
    fresh = _audiences(now).filter(game__in=found)
    watchers = dict(fresh.values("game").annotate(sum=Sum("spectators")).values_list("game", "sum"))
    return [
        Channel(name, found[chosen[name]], watchers.get(chosen[name], 0))
        for name in CHANNELS
        if chosen.get(name) in found
    ]


def recent() -> list[GameDetails]:
    """Return public games with spectators that ended recently, the best first: those of two
    registered people or more, then of one; then of two people or more; then the last to end.

    Imported games, and games of few moves, are left out. The number of statements is constant.
    """
    ended = Game.objects.filter(status=GameStatus.OVER).order_by("-pk")
    shown = Game.objects.filter(
        pk__in=ended.values("pk")[:MOST_ENDED],
        is_private=False,
        has_spectators=True,
        imported_from__isnull=True,
        position__version__gte=FEWEST_MOVES,
    )
    ranked = _with_people(shown).order_by(
        Least("registered", ENOUGH_PEOPLE).desc(),
        Least("people", ENOUGH_PEOPLE).desc(),
        F("finished_at").desc(),
    )
    best = list(ranked.values_list("pk", flat=True)[:MOST_RECENT])
    games = game_details.readable(Game.objects.filter(pk__in=best))
    found = {each.game.pk: each for each in game_details.details(list(games), None)}
    return [found[pk] for pk in best if pk in found]


def _with_people(games: QuerySet[Game]) -> QuerySet[Game]:
    """Count the people at each game, and the registered ones."""
    people = Q(seats__account__is_bot=False)
    return games.annotate(
        people=Count("seats", filter=people),
        registered=Count("seats", filter=people & Q(seats__account__is_guest=False)),
    )


def _audiences(now: datetime) -> QuerySet[Audience]:
    return Audience.objects.filter(at__gt=now - presence.STALE)


def _candidates(now: datetime) -> Iterable[_Candidate]:
    """Return the games at which players were seen last, if they may be shown.

    Each account contributes at most one game, so that accounts with many games do not displace
    others.
    """
    public = Game.objects.filter(status=GameStatus.RUNNING, is_private=False, has_spectators=True)
    last_move = Move.objects.filter(game=OuterRef("pk"), number=OuterRef("position__version"))
    fresh = _audiences(now).filter(game=OuterRef("pk"))
    here = Seat.objects.filter(
        game=OuterRef("pk"), account__is_bot=False, seen_at__gt=now - presence.STALE
    )
    ranked = (
        _with_people(public.filter(pk__in=_tables(now)))
        .annotate(
            watchers=Subquery(fresh.values("game").annotate(sum=Sum("registered")).values("sum")),
            moved_at=Subquery(last_move.values("at")),
        )
        .filter(Q(Exists(here), moved_at__gt=now - RECENT) | Q(moved_at__gt=now - ACTIVE))
    )
    columns = ("pk", "preset", "registered", "rated", "watchers", "people", "moved_at")
    rows = list(ranked.values_list(*columns))
    rated = _rated([pk for pk, _, _, is_rated, *_ in rows if is_rated])
    return [
        _Candidate(
            moved_at > now - ACTIVE,
            min(registered, ENOUGH_PEOPLE),
            pk in rated,
            watchers or 0,
            people > 0,
            moved_at,
            pk,
            preset,
        )
        for pk, preset, registered, _, watchers, people, moved_at in rows
    ]


def _rated(game_ids: Collection[int]) -> set[int]:
    """Return which of these games, all opened as rated, were still rated at their start."""
    rated = set()
    rows = Position.objects.filter(pk__in=game_ids)
    columns = rows.values_list("pk", "version", "state", "game__rules")
    for game_id, version, text, rules in columns:
        try:
            state = reader.read_position(game_id, version, text, rules)
        except MalformedEntry:
            continue  # it is not shown either
        if state.rated is not False:
            rated.add(game_id)
    return rated


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
