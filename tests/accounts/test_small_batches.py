"""Background writers on SQLite give way to players."""

import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from django.db import connection

from accounts.models import User
from accounts.small_batches import small_batch


def write_batches(times: list[tuple[float, float]]) -> None:
    try:
        for _ in range(2):
            with small_batch():
                began = time.monotonic()
                User.objects.filter(username="Ann").update(email="")
                time.sleep(0.02)
                times.append((began, time.monotonic()))
    finally:
        connection.close()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has many writers")
@pytest.mark.usefixtures("transactional_db")
def test_batches_of_two_threads_leave_the_database_free_most_of_the_time() -> None:
    times: list[tuple[float, float]] = []

    with ThreadPoolExecutor() as threads:
        for written in [threads.submit(write_batches, times) for _ in range(2)]:
            written.result()

    assert len(times) == 4
    for (began, ended), (next_began, _) in pairwise(times):
        assert next_began - ended > 2 * (ended - began)
