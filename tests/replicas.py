"""A read replica for the running test: its database itself, a copy of it, or a hot standby."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import environ
from django.db import connection, connections
from django.db.utils import load_backend

from games.log import replica
from gofish_api.settings.database import replica_of


@contextmanager
def replicated(address: str, **options: Any) -> Iterator[None]:
    """Let this thread read finished games from the database at an address, as with ``REPLICA_URL``.

    The options are those of the connection.
    """
    settings = connection.settings_dict
    entry = settings | replica_of(settings, environ.Env.db_url_config(address))
    entry["OPTIONS"] |= options
    connections.settings[replica.ALIAS] = entry
    # Django lets tests connect to no other alias than this.
    connections[replica.ALIAS] = load_backend(entry["ENGINE"]).DatabaseWrapper(entry, "default")
    try:
        yield
    finally:
        connections[replica.ALIAS].close()
        del connections[replica.ALIAS]
        del connections.settings[replica.ALIAS]
        replica._breaker = replica._CircuitBreaker()


def reads() -> dict[str, float]:
    """Return how many reads of finished games had each result so far."""
    [family] = replica.READS.collect()
    return {
        sample.labels["result"]: sample.value
        for sample in family.samples
        if sample.name.endswith("_total")
    }


@contextmanager
def counted() -> Iterator[dict[str, int]]:
    """Yield a dictionary that has, after the block, the results of reads within it."""
    before, found = reads(), dict[str, int]()
    yield found
    found |= {name: int(count - before[name]) for name, count in reads().items()}
    for name in [name for name, count in found.items() if not count]:
        del found[name]
