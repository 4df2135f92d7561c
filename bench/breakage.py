"""Fault injection during play: kill processes and terminate database connections at random."""

import time
from collections import Counter
from collections.abc import Sequence
from random import Random

from django.db import connection

from tests.faults.processes import Server, Worker

LONGEST_PEACE = 2.0  # seconds
CUT_AT_ONCE = 5

_CUT = """
SELECT count(pg_terminate_backend(pid)) FROM (
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT %s
) AS chosen
"""


class Breakage:
    """Breaks something at random, and restarts ended processes like a supervisor."""

    def __init__(self, *, api: Sequence[Server], referee: Worker, rng: Random) -> None:
        self.counts: Counter[str] = Counter()
        self._api, self._referee, self._rng = api, referee, rng
        self._ways = (
            self._kill_api,
            self._kill_api,
            self._kill_referee,
            self._cut_connections,
            self._cut_connections,
        )

    def strike(self) -> None:
        """Wait up to ``LONGEST_PEACE`` seconds, then break something."""
        time.sleep(self._rng.uniform(0.2, LONGEST_PEACE))
        self._rng.choice(self._ways)()

    def _kill_api(self) -> None:
        self._restart(self._rng.choice(self._api), "servers killed")

    def _kill_referee(self) -> None:
        self._restart(self._referee, "referees killed")

    def _cut_connections(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_CUT, [CUT_AT_ONCE])
            self.counts["database connections cut"] += cursor.fetchone()[0]

    def _restart(self, worker: Worker, what: str) -> None:
        worker.kill()
        self.counts[what] += 1
        worker.start()
