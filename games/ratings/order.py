"""The order of rated games: give each game from the queue its number, and note rulings.

Only the rater calls this, under its lock. A number is given once, in the order in which the rater
sees the queue, so that a move that commits late gets a later number and none is missing. It also
counts games for the daily limit (``games.ratings.pools``), of those that started before ``started``
had ``rated``.
"""

import logging
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, timedelta
from itertools import accumulate
from typing import NamedTuple

from django.db import DatabaseError
from django.db.models import Q

from accounts import statements
from games.log import ids
from games.log.models import Game
from games.log.reader import error_summary
from games.ratings import pools, results
from games.ratings.models import RatedGame, RatedPair, RatingTask
from games.ratings.results import GameResult


class PairCounts:
    """The counts that one step needs, read at its begin and written at its end."""

    def __init__(self, scope: int, owners: Collection[int], *, days: Collection[date]) -> None:
        self._scope = scope
        self._changed: set[tuple[date, int, int]] = set()
        rows = RatedPair.objects.filter(
            scope=scope, day__in=days, first__in=owners, second__in=owners
        )
        self._counts = {
            (day, first, second): games
            for day, first, second, games in rows.values_list("day", "first", "second", "games")
        }

    def add(self, day: date, owners: Collection[int]) -> bool:
        """Count a game of these owners; return whether two of them had reached the limit before."""
        keys = [(day, *pair) for pair in pools.pairs(owners)]
        is_beyond = any(self._counts.get(key, 0) >= pools.MOST_A_DAY for key in keys)
        for key in keys:
            self._counts[key] = self._counts.get(key, 0) + 1
        self._changed.update(keys)
        return is_beyond

    def save(self) -> None:
        """Write the counts that changed."""
        RatedPair.objects.bulk_create(
            [
                RatedPair(
                    scope=self._scope,
                    day=day,
                    first=first,
                    second=second,
                    games=self._counts[day, first, second],
                )
                for day, first, second in sorted(self._changed)
            ],
            update_conflicts=True,
            unique_fields=["scope", "day", "first", "second"],
            update_fields=["games"],
        )


def purge(*, scopes: Iterable[int], today: date | None, most: int) -> int:
    """Delete counts of other scopes than these, and of days before ``today`` in the order and of
    starts; return how many.
    """
    deleted = statements.delete_first(
        RatedPair.objects.exclude(scope__in=scopes), by="day", most=most
    )
    if today is not None:
        daily = RatedPair.objects.filter(scope__in=(RatedPair.ORDER, RatedPair.STARTS))
        deleted += statements.delete_first(daily.filter(day__lt=today), by="day", most=most)
    return deleted


MOST_AT_ONCE = 20
"""Tasks in one transaction."""
RETRY = timedelta(seconds=60)
"""When a game that could not be read is tried again; it gets its number then."""

logger = logging.getLogger(__name__)


def due(now: datetime) -> Q:
    """Return the condition of tasks that are due."""
    return Q(retry_at__isnull=True) | Q(retry_at__lte=now)


def take(*, after: int, now: datetime) -> tuple[list[RatedGame], list[int]] | None:
    """Number the next games of the queue from ``after`` + 1 on, and delete their tasks.

    Returns the new rows of the order, and the numbers of older games whose places a ruling has
    changed; None if no task is due.
    """
    tasks = list(RatingTask.objects.filter(due(now)).order_by("pk")[:MOST_AT_ONCE])
    if not tasks:
        return None
    games = results.find_games({task.game_id for task in tasks})
    known = {row.game_id: row for row in RatedGame.objects.filter(game__in=games)}
    read: list[tuple[Game, GameResult]] = []
    changed = []
    for game_id in dict.fromkeys(task.game_id for task in tasks):
        of_game = RatingTask.objects.filter(pk__in=[t.pk for t in tasks if t.game_id == game_id])
        try:
            # Read after the tasks: it is at least as new as the moves that they stand for.
            result = results.from_position(games[game_id])
        except DatabaseError:
            raise
        except Exception as error:
            of_game.update(retry_at=now + RETRY)
            logger.error(
                "Game %s cannot be rated now: %s", ids.to_text(game_id), error_summary(error)
            )
            continue
        of_game.delete()
        row = known.get(game_id)
        if row is None:
            read.append((games[game_id], result))
        elif _rule(row, result):
            changed.append(row.number)
    return _number(read, after=after), changed


class Placed(NamedTuple):
    """What the place of a game in the order decides."""

    day: date
    exclusion: str


def place_all(
    results: Sequence[GameResult], *, day_before: date | None, scope: int
) -> list[Placed]:
    """Return the day of each of the next games in the order, and why it changes no rating, or "".

    A day never comes before that of an earlier number, so that the counts of past days are done
    with. The start decided about most games. Counts the others of each pair in ``scope``.
    """
    days = list(
        accumulate((result.at.date() for result in results), max, initial=day_before or date.min)
    )[1:]
    owners = {owner for result in results for owner in result.owners}
    counts = PairCounts(scope, owners, days=set(days))
    placed = [
        Placed(day, _exclusion(day, result, counts))
        for day, result in zip(days, results, strict=True)
    ]
    counts.save()
    return placed


def _exclusion(day: date, result: GameResult, counts: PairCounts) -> str:
    if not result.pool or not result.family:
        return RatedGame.Exclusion.NOT_RATEABLE
    rated = result.rated
    if rated is None:  # it started before this was decided then
        rated = not counts.add(day, result.owners)
    return "" if rated else RatedGame.Exclusion.SAME_PLAYERS


def day_of(number: int) -> date | None:
    """Return the day of a number, or None if there is no such number."""
    return RatedGame.objects.filter(pk=number).values_list("day", flat=True).first()


def _number(read: Sequence[tuple[Game, GameResult]], *, after: int) -> list[RatedGame]:
    placed = place_all(
        [result for _, result in read], day_before=day_of(after), scope=RatedPair.ORDER
    )
    rows = []
    for number, ((game, result), (day, exclusion)) in enumerate(
        zip(read, placed, strict=True), start=after + 1
    ):
        rows.append(
            RatedGame(
                number=number,
                game=game,
                version=result.version,
                family=result.family,
                pool=result.pool,
                players=list(result.players),
                places=None if result.places is None else list(result.places),
                exclusion=exclusion,
                day=day,
                at=result.at,
            )
        )
    RatedGame.objects.bulk_create(rows)
    return rows


def _rule(row: RatedGame, result: GameResult) -> bool:
    """Store what rulings made of a game; return whether that changes ratings."""
    places = None if result.places is None else list(result.places)
    is_other = places != row.places
    row.version, row.places = result.version, places
    row.save(update_fields=["version", "places"])
    return is_other and not row.exclusion
