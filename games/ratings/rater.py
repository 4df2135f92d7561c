"""The rater: one at a time in all processes, it numbers finished games and computes ratings.

Each step is one transaction under a lock of the database. A process that is killed at any instant
has done a step completely or not at all, and the next process continues.

One generation of ratings is live, and at most one is built next to it. Every generation is computed
from the same order of rated games by the same function, so equal orders and results give equal
numbers.
"""

import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Count, Min
from django.utils import timezone

from accounts.statements import small_batch
from games.engine.refusals import MalformedEntry
from games.ratings import order, results
from games.ratings.models import (
    RatedGame,
    RatedPair,
    Rating,
    RatingEntry,
    RatingGeneration,
    RatingTask,
)

STEP_SECONDS = 0.1
"""How long one step builds; on SQLite, moves wait that long."""
MOST_IN_STEP = 100
"""Games of one step of a build."""
REPLAY_DELAY = timedelta(seconds=5)
"""From a ruling to the build of the next generation, so that several rulings share it."""
KEPT_RETIRED = timedelta(minutes=1)
"""How long a replaced generation stays, for readers that have just looked up its number."""
MOST_DELETED = 1_000
"""Rows of a retired generation that one step deletes."""

Status = RatingGeneration.Status

_DELETE_ENTRIES = """
DELETE FROM games_ratingentry
WHERE generation_id = %s AND (account_id, family, number) <= (%s, %s, %s)"""


def live() -> RatingGeneration | None:
    """Return the generation that readers see; None before the first rated game."""
    return RatingGeneration.objects.filter(status=Status.LIVE).first()


def building_generation() -> RatingGeneration | None:
    """Return the generation that is being built, or None."""
    return RatingGeneration.objects.filter(status=Status.BUILDING).first()


def live_or_first_generation(*, now: datetime) -> RatingGeneration:
    """Return the live generation; start the first one if there is none."""
    return live() or RatingGeneration.objects.create(
        status=Status.LIVE, started_at=now, live_at=now
    )


def start_generation(*, from_log: bool, now: datetime) -> RatingGeneration:
    """Start to build the next generation, in place of one that is being built."""
    RatingGeneration.objects.filter(status=Status.BUILDING).update(status=Status.RETIRED)
    live_or_first_generation(now=now)
    RatingGeneration.objects.filter(status=Status.LIVE).update(replay_at=None)
    return RatingGeneration.objects.create(
        status=Status.BUILDING, from_log=from_log, started_at=now
    )


def note_rulings(numbers: Iterable[int], *, now: datetime) -> None:
    """Ask for the next generation because the results of these numbers changed.

    One that is being built and has not reached them will see the change.
    """
    next_one = building_generation()
    if all(next_one is not None and next_one.through < number for number in numbers):
        return
    waiting = RatingGeneration.objects.filter(status=Status.LIVE, replay_at__isnull=True)
    waiting.update(replay_at=now + REPLAY_DELAY)


def start_generation_if_wanted(*, now: datetime) -> None:
    """Start the next generation if a ruling asks for it and none is being built."""
    wanted = RatingGeneration.objects.filter(status=Status.LIVE, replay_at__lte=now)
    if wanted.exists() and building_generation() is None:
        start_generation(from_log=False, now=now)


def advance_generation(*, now: datetime) -> bool:
    """Build on for about ``STEP_SECONDS``, and switch when nothing is left; return whether there
    was something to build.
    """
    generation = building_generation()
    if generation is None:
        return False
    live = live_or_first_generation(now=now)
    games = RatedGame.objects.filter(number__gt=generation.through).order_by("number")
    batch = list(games[:MOST_IN_STEP])
    if generation.from_log:
        batch = _read_again(generation, batch)
    results.apply(generation, batch)
    if generation.through == live.through:
        _switch(live, generation, now=now)
    return True


def delete_retired_generations(*, now: datetime) -> bool:
    """Delete some rows of a retired generation; return whether there was one to delete."""
    live_generation = live()
    retired = RatingGeneration.objects.filter(status=Status.RETIRED).order_by("number").first()
    if retired is None or live_generation is None or not _is_unread(live_generation, now=now):
        return False
    entries = RatingEntry.objects.filter(generation=retired).order_by(
        "account_id", "family", "number_id"
    )
    columns = ("account_id", "family", "number_id")
    last = entries.values_list(*columns)[MOST_DELETED - 1 : MOST_DELETED].first()
    if last is not None:
        with connection.cursor() as cursor:
            cursor.execute(_DELETE_ENTRIES, [retired.number, *last])
        return True
    entries.delete()
    ratings = Rating.objects.filter(generation=retired).order_by("pk")
    some = list(ratings.values_list("pk", flat=True)[:MOST_DELETED])
    Rating.objects.filter(pk__in=some).delete()
    if len(some) < MOST_DELETED:
        retired.delete()
    return True


def has_work(*, now: datetime) -> bool:
    """Return whether a generation is to be built, started or deleted."""
    rows = list(RatingGeneration.objects.exclude(status=Status.LIVE, replay_at__isnull=True))
    if any(row.status == Status.BUILDING for row in rows):
        return True
    if any(row.replay_at is not None and row.replay_at <= now for row in rows):
        return True
    live_generation = live()
    is_left = any(row.status == Status.RETIRED for row in rows)
    return is_left and live_generation is not None and _is_unread(live_generation, now=now)


def _is_unread(generation: RatingGeneration, *, now: datetime) -> bool:
    """Return whether no reader can still use a generation that the live one replaced."""
    return generation.live_at is not None and now - generation.live_at >= KEPT_RETIRED


def _switch(live: RatingGeneration, built: RatingGeneration, *, now: datetime) -> None:
    """Show a generation that has caught up; a ruling that it has not seen waits for the next."""
    live.status = Status.RETIRED
    live.save(update_fields=["status"])
    built.status, built.live_at, built.replay_at = Status.LIVE, now, live.replay_at
    built.save(update_fields=["status", "live_at", "replay_at"])


def _read_again(generation: RatingGeneration, batch: Sequence[RatedGame]) -> list[RatedGame]:
    """Read the results of these games from their logs, for ``STEP_SECONDS``, and correct the rows.

    The number stays, and so does the pool: a guest may have registered since. A game that cannot
    be read keeps its row.
    """
    until = time.monotonic() + STEP_SECONDS
    games = results.find_games([row.game_id for row in batch])
    read, unreadable = [], set()
    for row in batch:
        try:
            result = results.from_log(games[row.game_id], known=row.players)
        except MalformedEntry:
            result = results.from_row(row, games[row.game_id])
            unreadable.add(row.number)
        read.append((row, result._replace(pool=row.pool)))
        if time.monotonic() >= until:
            break
    placed = order.place_all(
        [result for _, result in read],
        day_before=order.day_of(generation.through),
        scope=generation.number,
    )
    for (row, result), (day, exclusion) in zip(read, placed, strict=True):
        if row.number in unreadable:
            continue
        right = {
            "version": result.version,
            "family": result.family,
            "players": list(result.players),
            "places": None if result.places is None else list(result.places),
            "exclusion": exclusion,
            "day": day,
            "at": result.at,
        }
        if any(getattr(row, name) != value for name, value in right.items()):
            for name, value in right.items():
                setattr(row, name, value)
            row.save(update_fields=list(right))
            generation.repaired += 1
    return [row for row, _ in read]


class WaitingRatings(NamedTuple):
    """What waits for the rater."""

    lag: float
    """Seconds since the oldest game of the queue ended or was ruled on; 0 if none waits."""
    queue: int
    generation: int
    """Number of the live generation; 0 before the first rated game."""
    replay: int
    """Games that the generation being built has not gone through."""


def waiting_ratings(*, now: datetime) -> WaitingRatings:
    """Read what waits, from tables of a few rows."""
    queue = RatingTask.objects.aggregate(oldest=Min("at"), count=Count("pk"))
    lag = 0.0 if queue["oldest"] is None else max((now - queue["oldest"]).total_seconds(), 0.0)
    rows = {row.status: row for row in RatingGeneration.objects.order_by("number")}
    live = rows.get(RatingGeneration.Status.LIVE)
    built = rows.get(RatingGeneration.Status.BUILDING)
    return WaitingRatings(
        lag=lag,
        queue=queue["count"],
        generation=0 if live is None else live.number,
        replay=0 if live is None or built is None else live.through - built.through,
    )


MOST_PURGED = 500
"""Counts of past days that one step deletes."""

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('ratings', 0))"
_TRY_LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended('ratings', 0))"


def step(*, now: datetime | None = None, wait: bool = False) -> bool:
    """Do some of what is due, and return whether there was something to do.

    Returns False if another process holds the lock, unless ``wait``.
    """
    now = now or timezone.now()
    tasks = RatingTask.objects.filter(order.due(now))
    if not tasks.exists() and not has_work(now=now):
        return False
    with small_batch():
        if not _lock(wait=wait):
            return False
        has_rated = _rate_queue(now)
        start_generation_if_wanted(now=now)
        has_built = advance_generation(now=now)
        return delete_retired_generations(now=now) or has_built or has_rated


def catch_up() -> int:
    """Do all steps that are due; return their number."""
    count = 0
    while step(wait=True):
        count += 1
    return count


def rebuild(*, now: datetime | None = None) -> RatingGeneration:
    """Start a generation that also reads every result from its log; the next steps build it."""
    with transaction.atomic():
        _lock(wait=True)
        return start_generation(from_log=True, now=now or timezone.now())


def _rate_queue(now: datetime) -> bool:
    shown = live()
    taken = order.take(after=0 if shown is None else shown.through, now=now)
    if taken is None:
        return False
    numbered, changed = taken
    results.apply(live_or_first_generation(now=now), numbered)
    if changed:
        note_rulings(changed, now=now)
    if numbered:
        next_one = building_generation()
        scopes = {RatedPair.STARTS, RatedPair.ORDER}
        if next_one is not None:
            scopes.add(next_one.number)
        order.purge(scopes=scopes, today=numbered[-1].day, most=MOST_PURGED)
    return True


def _lock(*, wait: bool) -> bool:
    """Take the lock of the rater until the commit; return whether it was free.

    SQLite needs none: it has one writing transaction at a time.
    """
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute(_LOCK if wait else _TRY_LOCK)
        return wait or bool(cursor.fetchone()[0])
