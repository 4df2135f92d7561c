"""Transactions of background writers, such as bots, between which players' moves are written.

Delete old rows in batches, while other processes do the same.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.hot_statements import IS_POSTGRESQL

REST_FACTOR = 3.0
MAX_REST_SECONDS = 1.0

_turn = threading.Lock()


@contextmanager
def small_batch() -> Iterator[None]:
    """Open a transaction. On SQLite, rest after it for three times as long as it lasted.

    SQLite has one writer at a time, and a blocked one polls after 1, 2, 5, 10 ms and so on.
    Background writers that follow each other without a pause would keep the others out. So the
    threads of a process take turns here, and no turn begins before the rest is over.
    """
    if IS_POSTGRESQL or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _turn:
        with transaction.atomic():
            began = time.monotonic()
            yield
        time.sleep(min(REST_FACTOR * (time.monotonic() - began), MAX_REST_SECONDS))


def delete_first(rows: QuerySet[Any], *, by: str, most: int) -> int:
    """Delete the first ``most`` rows in the order of column ``by``; return how many were deleted.

    Skips rows that another process is deleting at the same time.
    """
    with small_batch():
        locked = rows.order_by(by).select_for_update(skip_locked=True)
        chosen = list(locked.values_list("pk", flat=True)[:most])
        deleted, _ = rows.model._default_manager.filter(pk__in=chosen).delete()
        return int(deleted)
