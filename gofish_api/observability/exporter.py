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
from prometheus_client.registry import Collector

from gofish_api.observability.database_metrics import DatabaseMetrics


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
