"""The metrics for Prometheus, on a port of their own: closed by default, on loopback unless
configured.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Metric,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from gofish_api.observability.database_metrics import DatabaseMetrics


class Workers(Collector):
    """The summed metrics of processes that write them into one folder.

    Counts of ended processes stay; live gauges, such as requests in progress, end with their
    process.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sums = MultiProcessCollector(None, path=str(folder))  # type: ignore[no-untyped-call]

    def describe(self) -> list[Metric]:
        """Describe no metrics before the first scrape."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield the sums."""
        for file in self._folder.glob("gauge_live*_*.db"):
            pid = int(file.stem.rpartition("_")[2])
            if not _is_alive(pid):
                mark_process_dead(pid, path=str(self._folder))  # type: ignore[no-untyped-call]
        yield from self._sums.collect()  # type: ignore[no-untyped-call]


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


def start(workers: Path | None = None) -> None:
    """Serve metrics from a thread of this process if ``METRICS_PORT`` is set.

    They are those of this process, or of the processes that write into the folder ``workers``.

    :raises CommandError: the port is in use or not permitted.
    """
    if not settings.METRICS_PORT:
        return
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, registry(workers))
    except OSError as error:
        raise CommandError(
            f"Cannot serve metrics on {settings.METRICS_HOST}:{settings.METRICS_PORT}: {error.strerror}. "
            "Choose another METRICS_PORT or METRICS_HOST."
        ) from None


def registry(workers: Path | None = None) -> CollectorRegistry:
    """Return the metrics of the database and of backups, and of this process or the workers."""
    disable_created_metrics()  # type: ignore[no-untyped-call]  # they double the number of series
    registry = CollectorRegistry()
    registry.register(REGISTRY if workers is None else Workers(workers))
    registry.register(DatabaseMetrics())
    registry.register(Backups())
    return registry


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
