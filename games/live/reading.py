"""Reading the database for those who wait: in few threads, so that a thousand streams hold two connections."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, close_old_connections

THREADS = 2
UNAVAILABLE = (DatabaseError, InterfaceError)
"""What a read raises while the database is away."""

P = ParamSpec("P")
R = TypeVar("R")

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="live")


async def in_thread(read: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that reads the database, and treat its connection as after a request."""

    def run() -> R:
        close_old_connections()
        try:
            return read(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_threads, run)
