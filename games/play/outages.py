"""Stop the clocks of games while the service cannot commit commands.

Processes that serve commands commit a heartbeat. A gap between two of them is an outage: a stop, a
crash, a lost database, a machine that was cut off. Before anyone is timed out, each clock that ran
meanwhile gets its time back. The database's clock measures it, as all machines share that.
"""

import logging
from datetime import datetime, timedelta
from threading import Event

from django.db import Error, connection, transaction
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Now
from django.utils import timezone

from accounts.statements import small_batch, time_value
from games.log import heads, metrics
from games.log.models import GameStatus, Move, Position
from games.log.notify.notifications import announce_clock
from games.play.models import Outage, ServiceHeartbeat

INTERVAL = timedelta(seconds=1)
"""Between two heartbeats, of however many processes."""
AWAY_AFTER = timedelta(seconds=5)
"""A longer gap is an outage. A busy process or a slow disk makes shorter ones."""
LEAST_LEFT = timedelta(seconds=10)
"""What a clock has left after an outage or a pause, at least."""
CLOCKS_AT_ONCE = 100
"""Clocks that get time back in one transaction, which other writers of SQLite wait for."""

_LENGTHEN = "UPDATE games_position SET deadline = %s, revision = revision + 1 WHERE game_id = %s"
_serves = Event()
"""Set in a process that serves commands."""
logger = logging.getLogger(__name__)


def run(stop: Event) -> None:
    """Commit heartbeats and give time back until ``stop`` is set; runs in its own thread."""
    _serves.set()
    wait, is_failing = 0.0, False
    while not stop.wait(wait):
        try:
            record()
            wait = 0.0 if give_back() else INTERVAL.total_seconds()
            is_failing = False
        except Exception as error:  # without heartbeats, no clock would ever run out
            if not is_failing:
                logger.warning("No heartbeat: %s", error, exc_info=not isinstance(error, Error))
            wait, is_failing = INTERVAL.total_seconds(), True
            connection.close()
    _serves.clear()
    connection.close()


def record() -> None:
    """Commit a heartbeat, unless another process just did, and the outage that ends with it."""
    heartbeat = ServiceHeartbeat.objects.values_list("at", Now())
    if any(timedelta(0) <= now - last < INTERVAL for last, now in heartbeat):
        return  # one from the future is due: the clock was set back
    with transaction.atomic():
        row = ServiceHeartbeat.objects.select_for_update()
        row.get_or_create(pk=ServiceHeartbeat.ONLY, defaults={"at": Now()})
        last, now = heartbeat.get()  # after the wait for the lock
        if now - last > AWAY_AFTER:
            Outage.objects.filter(settled_at__lt=now - timedelta(days=1)).delete()
            Outage.objects.create(began=last, ended=now)
            metrics.OUTAGES.inc()
            metrics.OUTAGE_SECONDS.inc((now - last).total_seconds())
        ServiceHeartbeat.objects.update(at=now)


def give_back() -> bool:
    """Give the time of the oldest outage back to some clocks; return whether there was one."""
    with small_batch():
        unsettled = Outage.objects.filter(settled_at=None).annotate(now=Now()).order_by("pk")
        if (outage := unsettled.select_for_update().first()) is None:
            return False
        clocks = Position.objects.filter(deadline__gt=outage.began)
        if outage.reached is not None:
            clocks = clocks.filter(deadline__lt=outage.reached)
        # From the latest deadline down: a clock that got time back is beyond what was reached.
        latest = clocks.order_by("-deadline").values_list("deadline", flat=True)
        outage.reached = latest[CLOCKS_AT_ONCE - 1 : CLOCKS_AT_ONCE].first()
        if outage.reached is None:
            outage.settled_at = outage.now
            announce_clock()
            logger.warning("%s is over: the clocks of games got its time back.", outage)
        outage.save(update_fields=["reached", "settled_at"])
        # Built-in bots have no clock: their deadline is the time of the last move.
        at = Move.objects.filter(game_id=OuterRef("pk"), number=OuterRef("version")).values("at")
        clocks = clocks.filter(deadline__gte=outage.reached or outage.began)
        locked = clocks.exclude(deadline=Subquery(at)).select_for_update(of=("self",))
        ran: list[tuple[datetime | str | None, int]] = []
        columns = ("pk", "deadline", "game__status", "game__turn_seconds")
        for game_id, ends_at, status, seconds in locked.values_list(*columns):
            longest = heads.longest(seconds, in_lobby=status == GameStatus.LOBBY)
            # One that began in the outage runs from its end. One that began later ends after that.
            latest_end = outage.ended + max(longest, LEAST_LEFT)
            if ends_at <= latest_end:
                end = min(ends_at + (outage.ended - outage.began), latest_end)
                ran.append((time_value(max(end, outage.now + LEAST_LEFT)), game_id))
        with connection.cursor() as cursor:
            cursor.executemany(_LENGTHEN, ran)
        metrics.CLOCKS_GIVEN_BACK.inc(len(ran))
    return True


def clock_time(ends_at: datetime | None = None) -> datetime | None:
    """Return the time by which a clock may have run out, or None while clocks stand still: no
    command can be committed, or an outage's time was not given back yet. For a clock that ends at a
    time, None also in a process that serves no commands until the next heartbeat: an outage may
    have begun before. Before the first heartbeat of all, the time is now.
    """
    last, now = ServiceHeartbeat.objects.values_list("at", Now()).first() or (None, None)
    if last is None:
        return timezone.now()
    may_be_away = ends_at is not None and last < ends_at and not _serves.is_set()
    is_behind = Outage.objects.filter(settled_at=None).exists()
    return None if may_be_away or is_behind or now - last > AWAY_AFTER else now


def end_of_last_outage(time: datetime, *, now: datetime) -> datetime | None:
    """Return the end of the last outage that left a clock less than ``LEAST_LEFT`` until a time, or
    was not over then; or None. One that ends in the future was none: the clock jumped.
    """
    found = Outage.objects.filter(began__lte=time, ended__gt=time - LEAST_LEFT)
    found = found.filter(ended__lte=now + AWAY_AFTER).order_by("-pk")
    return found.values_list("ended", flat=True).first()
