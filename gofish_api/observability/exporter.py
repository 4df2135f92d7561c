"""The metrics for Prometheus, on a port of their own, with those that are read from the database.

The port is closed by default, and on loopback unless configured.
"""

import os
import threading
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, InterfaceError, connection
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Metric,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.log import heads
from games.log.models import Game, GameStatus
from games.play.models import ServiceHeartbeat
from games.ratings import rater
from games.referee import loop
from games.reports import worker
from games.reports.worker import WaitingAnalyses

FRESH_SECONDS = 10.0
"""How long the figures are cached for all scrapes."""

_ABOUT_ALL_GAMES = "SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass"
_CONNECTIONS = """
SELECT coalesce(state, 'unknown'), count(*) FROM pg_stat_activity
WHERE datname = current_database() GROUP BY 1
"""
_MOST_CONNECTIONS = "SELECT current_setting('max_connections')::int"


class Figures(NamedTuple):
    """The figures of one reading."""

    games: dict[str, int]
    """By status. PostgreSQL estimates those that are over, because counting many is slow."""
    lag: float
    """Seconds since the referee's longest overdue action was due."""
    last_round: datetime | None
    """The last time a referee checked all games."""
    last_heartbeat: datetime | None
    """The last time that a process showed that commands can be committed."""
    ratings: rater.WaitingRatings
    """What the rater has to do."""
    analyses: WaitingAnalyses
    """What the worker of analyses has to do."""
    connections: dict[str, int]
    """Connections to the database by state; PostgreSQL only."""
    most_connections: int | None


class DatabaseMetrics(Collector):
    """Exports the figures to Prometheus; if the database is unreachable, only that."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looked_at = -FRESH_SECONDS
        self._found: Figures | None = None

    def describe(self) -> list[Metric]:
        """Describe no metrics before the first scrape: the database may not be ready yet."""
        return []

    def collect(self) -> Iterator[Metric]:
        figures = self._figures()
        yield _gauge("gofish_database_up", "Whether the database answers.", float(bool(figures)))
        if figures is None:
            return
        yield _gauges(
            "gofish_games", "Games by status; those over are estimated.", status=figures.games
        )
        yield _gauge(
            "gofish_referee_lag_seconds",
            "How long the longest due bot's move or time-out has been due.",
            figures.lag,
        )
        yield _gauge(
            "gofish_referee_last_round_timestamp_seconds",
            "When a referee last went round all games.",
            None if figures.last_round is None else figures.last_round.timestamp(),
        )
        yield _gauge(
            "gofish_service_last_heartbeat_timestamp_seconds",
            "When a process that serves commands last committed a heartbeat.",
            None if figures.last_heartbeat is None else figures.last_heartbeat.timestamp(),
        )
        yield _gauge(
            "gofish_rating_lag_seconds",
            "How long the oldest finished game has waited to be rated.",
            figures.ratings.lag,
        )
        yield _gauge(
            "gofish_rating_queue", "Finished games that wait to be rated.", figures.ratings.queue
        )
        yield _gauge(
            "gofish_rating_generation",
            "Number of the live generation of ratings.",
            figures.ratings.generation,
        )
        yield _gauge(
            "gofish_rating_replay_games",
            "Rated games that the next generation still has to go through.",
            figures.ratings.replay,
        )
        yield _gauge(
            "gofish_analysis_queue",
            "Games that wait to be analysed, or are being analysed.",
            figures.analyses.queue,
        )
        yield _gauge(
            "gofish_analysis_lag_seconds",
            "How long the oldest of them has waited.",
            figures.analyses.lag,
        )
        yield _gauges(
            "gofish_database_connections", "Connections to the database.", state=figures.connections
        )
        yield _gauge(
            "gofish_database_connections_max",
            "Connections that the database accepts.",
            figures.most_connections,
        )

    def _figures(self) -> Figures | None:
        with self._lock:
            if time.monotonic() - self._looked_at >= FRESH_SECONDS:
                try:
                    self._found = read_figures()
                except (DatabaseError, InterfaceError):
                    self._found = None
                finally:
                    connection.close()  # each scrape has its own thread
                self._looked_at = time.monotonic()
            return self._found


def read_figures() -> Figures:
    """Read the figures; indexes serve all queries."""
    not_over = (GameStatus.LOBBY, GameStatus.RUNNING, GameStatus.CLOSED)
    counts = dict(
        Game.objects.filter(status__in=not_over).values_list("status").annotate(Count("pk"))
    )
    games = {str(status): counts.get(status, 0) for status in not_over}
    games[str(GameStatus.OVER)] = _games_over(sum(games.values()))
    now = timezone.now()
    oldest = heads.to_check(now).filter(deadline__lte=now).aggregate(at=Min("deadline"))["at"]
    lag = 0.0 if oldest is None else (now - oldest).total_seconds()
    ratings, waits = rater.waiting_ratings(now=now), worker.waiting_analyses(now=now)
    served_at = ServiceHeartbeat.objects.values_list("at", flat=True).first()
    rounds = loop.last(), served_at
    if connection.vendor != "postgresql":
        return Figures(games, lag, *rounds, ratings, waits, {}, None)
    with connection.cursor() as cursor:
        cursor.execute(_CONNECTIONS)
        connections = dict(cursor.fetchall())
        cursor.execute(_MOST_CONNECTIONS)
        [most] = cursor.fetchone()
    return Figures(games, lag, *rounds, ratings, waits, connections, most)


def _games_over(others: int) -> int:
    if connection.vendor != "postgresql":
        return Game.objects.filter(status=GameStatus.OVER).count()
    with connection.cursor() as cursor:
        cursor.execute(_ABOUT_ALL_GAMES, [Game._meta.db_table])
        about: int = cursor.fetchone()[0]
    return max(about - others, 0)


def _gauge(name: str, says: str, value: float | None) -> Metric:
    """Return a metric; without a value it has only a name."""
    return GaugeMetricFamily(name, says, value=value)


def _gauges(name: str, says: str, **counts: dict[str, int]) -> Metric:
    """Return a metric of counts by the values of one label."""
    [(label, by_value)] = counts.items()
    metric = GaugeMetricFamily(name, says, labels=[label])
    for value, count in by_value.items():
        metric.add_metric([value], count)
    return metric


class Backups(Collector):
    """When the newest copy in ``BACKUPS_PATH`` was made: a backup that fails leaves none."""

    def collect(self) -> Iterator[Metric]:
        """Yield 0 without a copy, and no value without the setting."""
        copies = sorted(Path(settings.BACKUPS_PATH or os.devnull).glob("gofish-*"))
        newest = copies[-1].stat().st_mtime if copies else 0.0
        yield GaugeMetricFamily(
            "gofish_backup_last_success_timestamp_seconds",
            "When the newest verified backup was made.",
            value=newest if settings.BACKUPS_PATH else None,
        )


def start() -> None:
    """Serve metrics from a thread of this process if ``METRICS_PORT`` is set.

    :raises CommandError: the port is in use or not permitted.
    """
    if not settings.METRICS_PORT:
        return
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, registry())
    except OSError as error:
        raise CommandError(
            f"Cannot serve metrics on {settings.METRICS_HOST}:{settings.METRICS_PORT}: {error.strerror}. "
            "Choose another METRICS_PORT or METRICS_HOST."
        ) from None


def registry() -> CollectorRegistry:
    """Return the metrics of this process, of the database and of backups."""
    disable_created_metrics()  # type: ignore[no-untyped-call]  # they double the number of series
    registry = CollectorRegistry()
    registry.register(REGISTRY)
    registry.register(DatabaseMetrics())
    registry.register(Backups())
    return registry
