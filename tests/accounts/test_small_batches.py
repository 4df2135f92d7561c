"""Background writers on SQLite give way to players."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Event

import pytest
from django.db import connection
from django.utils import timezone

from accounts import statements
from accounts.models import User
from accounts.statements import small_batch
from games.classes.models import SchoolClass
from games.log import replay
from games.log.models import Seat
from games.play import outages, statistics
from games.tournaments import results
from gofish_api.personal_data import close_account
from tests.classes.school import School
from tests.players import close_connections
from tests.tournaments.club import Club

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has many writers")


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


@pytest.mark.usefixtures("transactional_db")
def test_batches_of_two_threads_leave_the_database_free_most_of_the_time() -> None:
    times: list[tuple[float, float]] = []

    with ThreadPoolExecutor() as threads:
        for written in [threads.submit(write_batches, times) for _ in range(2)]:
            written.result()

    assert len(times) == 4
    for (began, ended), (next_began, _) in pairwise(times):
        assert next_began - ended > 2 * (ended - began)


def finish_class() -> None:
    SchoolClass.objects.update(delete_at=timezone.now())
    class_id = SchoolClass.objects.get().pk
    assert close_account.delete_class(class_id, Event(), now=timezone.now())


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(
    "work",
    [
        outages.give_back,
        finish_class,
        lambda: close_account.finish([User.objects.earliest("pk").pk]),
        lambda: replay.rebuild(Seat.objects.earliest("pk").game_id),
        lambda: statistics.rebuild(User.objects.earliest("pk").pk),
        lambda: results.rebuild(Club().id),
    ],
    ids=["clocks", "class", "closing", "positions", "statistics", "tournaments"],
)
def test_a_background_writer_waits_for_its_turn(work: Callable[[], object]) -> None:
    School(places=2).play()

    def run() -> None:
        try:
            work()
        finally:
            close_connections()

    with ThreadPoolExecutor() as threads:
        with statements._turn:
            writing = threads.submit(run)
            time.sleep(0.5)
            assert not writing.done()
        writing.result()
