"""Time in which the service could not commit commands counts for no clock of a game.

Processes that serve commands commit a heartbeat. A gap between two of them is an outage: a stop, a
crash, a lost database, a machine that was cut off. Before anyone is timed out, each clock that ran
meanwhile gets its time back. The database's clock measures it, as one for all machines.
"""

import logging
import time
from collections import defaultdict
from datetime import datetime, timedelta
from threading import Event

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from accounts.hot_statements import IS_POSTGRESQL, fetch_one
from games import metrics
from games.models import GameStatus, Move, Outage, Position, ServiceHeartbeat
from games.notify.notifications import announce_clock

INTERVAL = timedelta(seconds=1)
"""Between two heartbeats, of however many processes."""
AWAY_AFTER = timedelta(seconds=5)
"""A longer gap is an outage. A busy process or a slow disk makes shorter ones."""
LEAST_LEFT = timedelta(seconds=10)
"""What a clock has left after an outage or a pause, at least."""
CLOCKS_AT_ONCE = 100
"""Clocks that get time back in one transaction, which other writers of SQLite wait for."""
MOST_KEPT = 100
"""Outages of the past that stay in the database."""
_BOTS_AT_ONCE = timedelta(milliseconds=1)
"""The deadline of a bot is the time of the move before it."""

_serves = Event()
"""Set in a process that serves commands."""

logger = logging.getLogger(__name__)


def run(stop: Event) -> None:
    """Commit heartbeats and give time back until ``stop`` is set, in a thread of its own."""
    _serves.set()
    is_failing = False
    while not stop.is_set():
        try:
            record()
            began = time.monotonic()
            while give_back() and not stop.wait(time.monotonic() - began):  # others write meanwhile
                record()
                began = time.monotonic()
            is_failing = False
        except (DatabaseError, InterfaceError) as error:
            if not is_failing:
                logger.warning("No command can be committed: %s", str(error).strip())
            is_failing = True
            connection.close()
        except Exception:  # without heartbeats, no clock would ever run out
            logger.exception("The heartbeat of the service failed.")
            connection.close()
        stop.wait(INTERVAL.total_seconds())
    _serves.clear()
    connection.close()


def record() -> None:
    """Commit a heartbeat, unless another process just did, and the outage that ends with it."""
    heartbeat = ServiceHeartbeat.objects.filter(pk=ServiceHeartbeat.ONLY)
    if (last := heartbeat.first()) is not None and _is_recent(last.at, _database_now()):
        return
    with transaction.atomic():
        last, now = heartbeat.select_for_update().first(), _database_now()
        if last is None:
            ServiceHeartbeat.objects.bulk_create([ServiceHeartbeat(at=now)], ignore_conflicts=True)
        elif not _is_recent(last.at, now):
            if now - last.at > AWAY_AFTER:
                _note_outage(last.at, now)
            heartbeat.update(at=now)


def give_back() -> bool:
    """Give time back to some of the clocks that ran in the oldest outage; return whether there was
    an outage left.
    """
    with transaction.atomic():
        outage = (
            Outage.objects.select_for_update()
            .filter(settled_at__isnull=True)
            .order_by("pk")
            .first()
        )
        if outage is None:
            return False
        now = _database_now()
        clocks = Position.objects.filter(deadline__gt=outage.began)
        if outage.reached is not None:
            clocks = clocks.filter(deadline__lt=outage.reached)
        # From the latest deadline down: a clock that got time back is beyond what was reached.
        latest = clocks.order_by("-deadline").values_list("deadline", flat=True)
        lowest = latest[CLOCKS_AT_ONCE - 1 : CLOCKS_AT_ONCE].first()
        if lowest is not None:
            clocks = clocks.filter(deadline__gte=lowest)
        count = 0
        for longest, games in _running(clocks, outage).items():
            end = Least(
                F("deadline") + (outage.ended - outage.began), Value(outage.ended + longest)
            )
            count += Position.objects.filter(pk__in=games).update(
                deadline=Greatest(end, Value(now + LEAST_LEFT)), revision=F("revision") + 1
            )
        if lowest is None:
            outage.settled_at = now
            announce_clock()
        outage.reached = lowest
        outage.save(update_fields=["reached", "settled_at"])
    metrics.CLOCKS_GIVEN_BACK.inc(count)
    if lowest is None:
        logger.warning("%s is over: the clocks of games got its time back.", outage)
    return True


def judged_at(ends_at: datetime | None = None) -> datetime | None:
    """Return the time by which a clock may have run out, or None while clocks stand still: no
    command can be committed, or an outage's time was not given back yet.

    For a clock that ends at a time, None also if an outage may have begun before: no heartbeat came
    since, and this process serves no commands; the referee's can outlive those that do. Where no
    process ever committed a heartbeat, the time is now.
    """
    last = last_heartbeat()
    if last is None:
        return timezone.now()
    now = _database_now()
    if now - last > AWAY_AFTER or Outage.objects.filter(settled_at__isnull=True).exists():
        return None
    if ends_at is not None and last < ends_at and not _serves.is_set():
        return None
    return now


def end_of_last(time: datetime, *, now: datetime) -> datetime | None:
    """Return the end of the last outage that left a clock less than ``LEAST_LEFT`` until a time, or
    was not over then; or None.

    One that ends in the future was none: a clock jumped ahead and was set back.
    """
    found = Outage.objects.filter(
        began__lte=time, ended__gt=time - LEAST_LEFT, ended__lte=now + AWAY_AFTER
    )
    return found.order_by("-pk").values_list("ended", flat=True).first()


def last_heartbeat() -> datetime | None:
    """Return the time of the last heartbeat, to within two of ``INTERVAL``, or None."""
    return ServiceHeartbeat.objects.values_list("at", flat=True).first()


def _note_outage(began: datetime, ended: datetime) -> None:
    outage = Outage.objects.create(began=began, ended=ended)
    Outage.objects.filter(pk__lte=outage.pk - MOST_KEPT, settled_at__isnull=False).delete()
    metrics.OUTAGES.inc()
    metrics.OUTAGE_SECONDS.inc((ended - began).total_seconds())


def _running(clocks: QuerySet[Position], outage: Outage) -> dict[timedelta, list[int]]:
    """Lock these clocks, and return the games of those that ran in an outage, by the longest time
    of such a clock.

    A clock that was started in the outage, as by the referee's process when a bot moves, runs from
    its end. One that was started afterwards ends later than any of these. Built-in bots have no
    clock: their deadline is the time of the last move.
    """
    locked = list(clocks.select_for_update().values_list("pk", flat=True))
    # A second statement sees what was committed while the first one waited for its locks.
    moves = Move.objects.filter(game_id=OuterRef("pk"), number=OuterRef("version"))
    found = Position.objects.filter(pk__in=locked).annotate(moved_at=Subquery(moves.values("at")))
    columns = ("pk", "deadline", "moved_at", "game__status", "game__turn_seconds")
    running = defaultdict[timedelta, list[int]](list)
    for game_id, deadline, moved_at, status, seconds in found.values_list(*columns):
        longest = _longest(status, seconds)
        is_bots = moved_at is not None and deadline <= moved_at + _BOTS_AT_ONCE
        if not is_bots and deadline <= outage.ended + longest:
            running[longest].append(game_id)
    return running


def _longest(status: str, turn_seconds: int | None) -> timedelta:
    """Return how long a clock of a game runs, at most."""
    if status == GameStatus.LOBBY:
        return settings.LOBBY_KEPT
    if turn_seconds is None:
        return settings.ABANDONED_AFTER
    return max(timedelta(seconds=turn_seconds), LEAST_LEFT)


def _is_recent(at: datetime, now: datetime) -> bool:
    """Return whether a heartbeat is not due yet. One from the future is: the clock was set back."""
    return timedelta(0) <= now - at < INTERVAL


def _database_now() -> datetime:
    """Return the time by the database's clock."""
    if not IS_POSTGRESQL:
        return timezone.now()
    row = fetch_one("SELECT clock_timestamp()", [])
    assert row is not None
    now: datetime = row[0]
    return now
