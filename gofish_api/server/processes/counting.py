"""Send counters from one process to another, which exports them."""

from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from prometheus_client import Counter

from games.metrics import ANALYSES, ANALYSIS_SECONDS, ASKS, MOVES, WEBHOOK_TRIES
from gofish_api.observability.metrics import CLEANED

COUNTERS = (MOVES, ASKS, CLEANED, ANALYSES, ANALYSIS_SECONDS, WEBHOOK_TRIES)
"""Each has one label."""


class Counted(NamedTuple):
    """The growth of a counter."""

    number: int
    """Index in ``COUNTERS``."""
    label: str
    amount: float


class Counts:
    """The counts that were already sent."""

    def __init__(self) -> None:
        self._before: dict[tuple[int, str], float] = {}
        self._lock = Lock()

    def news(self) -> list[Counted]:
        """Return the growth of this process's counters since the last call."""
        with self._lock:
            counted = []
            for number, counter in enumerate(COUNTERS):
                for label, value in _values(counter):
                    amount = value - self._before.get((number, label), 0.0)
                    self._before[number, label] = value
                    if amount:
                        counted.append(Counted(number, label, amount))
            return counted


def add(news: Sequence[Counted]) -> None:
    """Add the counts of another process to this process's counters."""
    for number, label, amount in news:
        COUNTERS[number].labels(label).inc(amount)


def _values(counter: Counter) -> list[tuple[str, float]]:
    return [
        ("".join(sample.labels.values()), sample.value)
        for family in counter.collect()
        for sample in family.samples
        if sample.name.endswith("_total")
    ]
