"""Read the database for streams in a few threads, so that a thousand streams share two
connections.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, connection

THREADS = 2
UNAVAILABLE = (DatabaseError, InterfaceError)
"""What a read raises while the database is unreachable."""

P = ParamSpec("P")
R = TypeVar("R")

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="live")


async def in_thread(read: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that only reads the database; it may run twice.

    Instead of a health check before each read, a read that fails on a kept connection is retried on
    a new one.
    """

    def run() -> R:
        is_kept = _keep_connection()
        try:
            return read(*args, **kwargs)
        except UNAVAILABLE:
            connection.close()
            if not is_kept:
                raise
            return read(*args, **kwargs)
        finally:
            if connection.errors_occurred:
                connection.close()

    return await asyncio.get_running_loop().run_in_executor(_threads, run)


def _keep_connection() -> bool:
    """Return whether this thread keeps its connection: there is one, and it is not too old."""
    if connection.close_at is not None and time.monotonic() >= connection.close_at:
        connection.close()
    return connection.connection is not None
