"""What one process counts for another that shows it: counters of moves and of housekeeping."""

from collections.abc import Sequence
from typing import NamedTuple

from prometheus_client import Counter

from games.metrics import ASKS, MOVES
from gofish_api.observability.metrics import CLEANED

COUNTERS = (MOVES, ASKS, CLEANED)
"""Each with one label."""


class Counted(NamedTuple):
    """How much a counter has grown."""

    number: int
    """Of ``COUNTERS``."""
    label: str
    amount: float


class Counts:
    """Remembers what was sent before."""

    def __init__(self) -> None:
        self._before: dict[tuple[int, str], float] = {}

    def news(self) -> list[Counted]:
        """Return what was counted in this process since the last time."""
        found = []
        for number, counter in enumerate(COUNTERS):
            for label, value in _values(counter):
                amount = value - self._before.get((number, label), 0.0)
                self._before[number, label] = value
                if amount:
                    found.append(Counted(number, label, amount))
        return found


def add(news: Sequence[Counted]) -> None:
    """Count in this process what another has counted."""
    for number, label, amount in news:
        COUNTERS[number].labels(label).inc(amount)


def _values(counter: Counter) -> list[tuple[str, float]]:
    return [
        ("".join(sample.labels.values()), sample.value)
        for family in counter.collect()
        for sample in family.samples
        if sample.name.endswith("_total")
    ]
