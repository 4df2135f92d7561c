"""The worker of analyses and its queue: one job at a time, and nothing lost when it is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from random import Random
from threading import Event, Thread

import pytest
from django.db import connection
from django.utils import timezone

from games.analysis.values.weights import VERSION
from games.models import Game, GameAnalysis
from games.queries.analyses import packing
from games.services import queue_loops
from games.services.analyses import queue, requesting, worker
from tests import databases
from tests.faults.processes import children
from tests.games import archives
from tests.patience import PATIENCE, eventually
from tests.ratings import rated

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
]

CHILD = "games.services.analyses.analysis_process"


def queued(*, seed: int = 1) -> GameAnalysis:
    """Return the job of a game that was played to its end."""
    game_id = rated.played(rated.person(), rated.person(), rng=Random(seed))
    return requesting.add(game_id, None, now=timezone.now()).analysis


def now_of(job: GameAnalysis) -> GameAnalysis:
    job.refresh_from_db()
    return job


def in_thread(work: Callable[[], object]) -> Thread:
    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread


@pytest.mark.slow
def test_the_loop_works_through_the_queue_in_order() -> None:
    first, second = queued(seed=1), queued(seed=2)
    stop = Event()
    thread = in_thread(lambda: queue_loops.analyse(stop, interval=0.01))
    try:
        eventually(lambda: now_of(second).status == "done")
    finally:
        stop.set()
        thread.join(PATIENCE)

    assert now_of(first).status == "done"
    assert first.finished_at is not None and second.finished_at is not None
    assert first.finished_at < second.finished_at
    assert queue.look(now=timezone.now()) == (0, 0.0)
    assert first.data is not None
    assert packing.unpack(bytes(first.data)).startswith(b'{"model":')


def test_each_worker_has_a_job_of_its_own() -> None:
    job, other = queued(seed=1), queued(seed=2)
    now = timezone.now()

    assert [queue.claim(now=now) for _ in range(3)] == [job, other, None]
    assert queue.look(now=now).queue == 2


@pytest.mark.slow
def test_a_killed_process_leaves_its_job_to_the_next_after_the_lease() -> None:
    job = queued()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.games.analysing"],
        env={**os.environ, "DATABASE_URL": databases.url()},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "claimed\n"
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()

    assert now_of(job).status == "running"
    assert queue.claim(now=timezone.now()) is None
    again = queue.claim(now=timezone.now() + queue.LEASE)
    assert again == job
    worker.work(again, Event())
    assert (now_of(job).status, job.tries) == ("done", 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "tries"),
    [(signal.SIGKILL, 1), (signal.SIGSEGV, 1), (signal.SIGTERM, 0)],
)
def test_a_killed_child_is_tried_again_and_a_stop_of_its_server_does_not_count(
    sent: signal.Signals, tries: int
) -> None:
    job = queued()
    thread = in_thread(lambda: worker.step(Event()))
    eventually(lambda: children(os.getpid(), CHILD))
    for child in children(os.getpid(), CHILD):
        os.kill(child, sent)
    thread.join(PATIENCE)

    assert (now_of(job).status, job.tries) == ("queued", tries)
    assert worker.step(Event())
    assert now_of(job).status == "done"


def test_a_job_that_is_lost_three_times_fails() -> None:
    job = queued()
    for _ in range(queue.MOST_TRIES):
        taken = queue.claim(now=timezone.now())
        assert taken is not None
        queue.put_back(taken, counts=True)

    assert queue.claim(now=timezone.now()) is None
    assert (now_of(job).status, job.fault) == ("failed", "crashed")


def test_a_job_whose_servers_were_killed_three_times_fails() -> None:
    job = queued()
    now = timezone.now()
    for number in range(queue.MOST_TRIES):
        assert queue.claim(now=now + number * queue.LEASE) == job

    assert queue.claim(now=now + queue.MOST_TRIES * queue.LEASE) is None
    assert (now_of(job).status, job.fault) == ("failed", "crashed")


@pytest.mark.slow
def test_a_server_that_stops_ends_its_child_and_puts_the_job_back() -> None:
    job, stop = queued(), Event()
    thread = in_thread(lambda: worker.step(stop))
    eventually(lambda: children(os.getpid(), CHILD))
    stop.set()
    thread.join(PATIENCE)

    assert not children(os.getpid(), CHILD)
    assert (now_of(job).status, job.tries) == ("queued", 0)


def test_a_worker_that_lost_its_lease_stores_nothing() -> None:
    job = queued()
    now = timezone.now()
    slow = queue.claim(now=now)
    assert slow is not None
    queue.claim(now=now + queue.LEASE + timedelta(seconds=1))

    queue.finish(slow, packing.pack(b"{}"), now=now)
    queue.fail(slow, "time", now=now)
    queue.put_back(slow, counts=False)

    assert (now_of(job).status, job.tries) == ("running", 2)


def test_a_log_that_cannot_be_read_fails_with_a_code() -> None:
    job = queued()
    Game.objects.filter(pk=job.game_id).update(rules="{")

    assert worker.step(Event())
    assert (now_of(job).status, job.fault) == ("failed", "unreadable")


@pytest.mark.slow
def test_an_archived_game_is_analysed() -> None:
    job = queued()
    assert archives.archive(job.game.public_id) is not None

    assert worker.step(Event())
    assert now_of(job).status == "done"


@pytest.mark.slow
def test_the_result_replaces_those_of_older_models() -> None:
    job = queued()
    GameAnalysis.objects.create(
        game_id=job.game_id,
        model="0",
        status="done",
        requested_at=timezone.now(),
        data=packing.pack(b"{}"),
    )
    worker.step(Event())

    assert [*GameAnalysis.objects.values_list("model", flat=True)] == [VERSION]


@pytest.mark.slow
@pytest.mark.parametrize("other", ["0", "newer"])
def test_a_job_of_another_version_is_stored_under_the_models_that_made_it(other: str) -> None:
    job = queued()
    GameAnalysis.objects.update(model=other)

    assert worker.step(Event())
    assert (now_of(job).status, job.model) == ("done", VERSION)


@pytest.mark.slow
def test_a_job_of_another_version_gives_way_to_one_of_these_models() -> None:
    job = queued()
    GameAnalysis.objects.create(game_id=job.game_id, model="0", requested_at=job.requested_at)
    GameAnalysis.objects.filter(pk=job.pk).update(requested_at=timezone.now())

    assert worker.step(Event())
    assert (now_of(job).status, job.model) == ("done", VERSION)
    assert not worker.step(Event())
    assert GameAnalysis.objects.count() == 1


def test_what_is_too_long_is_not_packed() -> None:
    with pytest.raises(packing.AnalysisTooLong):
        packing.pack(bytes(packing.MOST_BYTES + 1))


@pytest.mark.slow
def test_the_child_needs_no_framework() -> None:
    code = f"import {CHILD}, sys; sys.exit('django' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
