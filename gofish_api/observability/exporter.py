"""The port on which Prometheus asks: one of its own, on loopback unless told otherwise, and closed by default."""

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
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from gofish_api.observability.database_metrics import DatabaseMetrics


class Workers(Collector):
    """The sums over processes that write what they count into files in one folder, the dead among them.

    What a process holds, such as requests in progress, ends with it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sums = MultiProcessCollector(None, path=str(folder))  # type: ignore[no-untyped-call]

    def describe(self) -> list[Metric]:
        """Name nothing before the first look."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield the sums."""
        for file in self._folder.glob("gauge_live*_*.db"):
            pid = int(file.stem.rpartition("_")[2])
            if not _is_alive(pid):
                mark_process_dead(pid, path=str(self._folder))  # type: ignore[no-untyped-call]
        yield from self._sums.collect()  # type: ignore[no-untyped-call]


def start(workers: Path | None = None) -> None:
    """Answer Prometheus from a thread of this process, if there is a port for it.

    With ``workers``, a folder, for the processes that write there, and else for this process.

    :raises CommandError: the port cannot be had.
    """
    if not settings.METRICS_PORT:
        return
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, registry(workers))
    except OSError as error:
        raise CommandError(
            f"No metrics on {settings.METRICS_HOST}:{settings.METRICS_PORT}: {error.strerror}. "
            "Choose another METRICS_PORT or METRICS_HOST."
        ) from None


def registry(workers: Path | None = None) -> CollectorRegistry:
    """Return all that is shown: the figures of the database, and what the workers or this process counted."""
    disable_created_metrics()  # type: ignore[no-untyped-call]  # as many series again, which nobody reads
    shown = CollectorRegistry()
    shown.register(REGISTRY if workers is None else Workers(workers))
    shown.register(DatabaseMetrics())
    return shown


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
