"""Analyses of games: the queue and its worker, of which a kill loses nothing, and commands."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from games.analysis.values.weights import VERSION
from games.log import ids, transcripts
from games.log.models import Game
from games.referee import loop
from games.reports import requesting, stored_analyses, worker
from games.reports.models import GameAnalysis
from tests.faults.processes import children
from tests.ratings import rated
from tests.servers import ROOT
from tests.timeouts import PATIENCE, eventually

CHILD = "games.reports.analysis_process"


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


@pytest.mark.postgresql
@pytest.mark.usefixtures("transactional_db")
@pytest.mark.slow
def test_the_loop_works_through_the_queue_in_order() -> None:
    first, second = queued(seed=1), queued(seed=2)
    stop = Event()
    thread = in_thread(lambda: loop.analyse(stop, interval=0.01))
    try:
        eventually(lambda: now_of(second).status == "done")
    finally:
        stop.set()
        thread.join(PATIENCE)

    assert now_of(first).status == "done"
    assert first.finished_at is not None and second.finished_at is not None
    assert first.finished_at < second.finished_at
    assert worker.waiting_analyses(now=timezone.now()) == (0, 0.0)
    assert first.data is not None
    assert stored_analyses.unpack(bytes(first.data)).startswith(b'{"model":')


@pytest.mark.postgresql
@pytest.mark.usefixtures("transactional_db")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "tries"),
    [(signal.SIGKILL, 1), (signal.SIGTERM, 0)],
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


@pytest.mark.postgresql
@pytest.mark.usefixtures("transactional_db")
def test_a_job_whose_servers_were_killed_three_times_fails() -> None:
    job = queued()
    now = timezone.now()
    for number in range(worker.MOST_TRIES):
        assert worker.claim(now=now + number * worker.LEASE) == job

    assert worker.claim(now=now + worker.MOST_TRIES * worker.LEASE) is None
    assert (now_of(job).status, job.fault) == ("failed", "crashed")


@pytest.mark.postgresql
@pytest.mark.usefixtures("transactional_db")
def test_a_worker_that_lost_its_lease_stores_nothing() -> None:
    job = queued()
    now = timezone.now()
    slow = worker.claim(now=now)
    assert slow is not None
    worker.claim(now=now + worker.LEASE + timedelta(seconds=1))

    worker.finish(slow, stored_analyses.pack(b"{}"), now=now)
    worker.fail(slow, "time", now=now)
    worker.put_back(slow, counts=False)

    assert (now_of(job).status, job.tries) == ("running", 2)


@pytest.mark.postgresql
@pytest.mark.usefixtures("transactional_db")
def test_a_log_that_cannot_be_read_fails_with_a_code() -> None:
    job = queued()
    Game.objects.filter(pk=job.game_id).update(rules="{")

    assert worker.step(Event())
    assert (now_of(job).status, job.fault) == ("failed", "unreadable")


@pytest.mark.postgresql
@pytest.mark.usefixtures("transactional_db")
@pytest.mark.slow
def test_the_result_replaces_those_of_older_models() -> None:
    job = queued()
    GameAnalysis.objects.create(
        game_id=job.game_id,
        model="0",
        status="done",
        requested_at=timezone.now(),
        data=stored_analyses.pack(b"{}"),
    )
    worker.step(Event())

    assert [*GameAnalysis.objects.values_list("model", flat=True)] == [VERSION]


# `manage.py rebuild_analyses` and `analyse`, and `gofish analyse`, which needs no server.


def played(seed: int) -> int:
    """Play a game to its end, and return its id."""
    return rated.played(rated.person(), rated.person(), rng=Random(seed))


def stored(game_id: int, *, model: str, status: str = "done", fault: str = "") -> GameAnalysis:
    """Store an analysis of a game, done or failed."""
    return GameAnalysis.objects.create(
        game_id=game_id,
        model=model,
        status=status,
        fault=fault,
        requested_at=timezone.now(),
        data=stored_analyses.pack(b"{}") if status == "done" else None,
    )


def rebuild(*arguments: str) -> str:
    printed = StringIO()
    call_command("rebuild_analyses", *arguments, stdout=printed)
    return printed.getvalue()


@pytest.mark.django_db
@pytest.mark.slow
def test_analyses_of_older_models_and_failed_ones_are_made_again() -> None:
    old, failed, current = (played(seed) for seed in (1, 2, 3))
    stored(old, model="0")
    stored(failed, model=VERSION, status="failed", fault="time")
    kept = stored(current, model=VERSION)

    assert rebuild() == "Games with an analysis: 3. Rebuilt: 2, failed: 0.\n"
    rows = GameAnalysis.objects.values_list("game_id", "model", "status")
    assert set(rows) == {(game, VERSION, "done") for game in (old, failed, current)}
    assert GameAnalysis.objects.get(game=current).data == kept.data


@pytest.mark.django_db
@pytest.mark.slow
def test_a_failure_is_named_and_the_older_analysis_stays() -> None:
    old = stored(rated.opened(rated.person(), rated.person()), model="0")

    printed = rebuild()

    assert f"FAILED  {old.game.public_id}  not_over\n" in printed
    assert GameAnalysis.objects.filter(pk=old.pk, status="done").exists()


def analyse(*arguments: str) -> str:
    printed = StringIO()
    call_command("analyse", *arguments, stdout=printed)
    return printed.getvalue()


def transcript_of(game_id: int, folder: Path) -> Path:
    """Write the transcript of a game to a file."""
    file = folder / "transcript.json"
    file.write_bytes(transcripts.write(Game.objects.get(pk=game_id)))
    return file


def gofish(
    *arguments: str | Path, stdout: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """Run `gofish` from its sources, without settings of Django."""
    path = f"{ROOT / 'clients/python/src'}:{ROOT}"
    return subprocess.run(
        [sys.executable, "-m", "gofishkit", *map(str, arguments)],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": path},
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


@pytest.mark.django_db
@pytest.mark.slow
def test_a_game_its_transcript_and_the_local_command_give_the_same_table(tmp_path: Path) -> None:
    game_id = played(1)
    file = transcript_of(game_id, tmp_path)

    table = analyse(ids.to_text(game_id))
    local = gofish("analyse", file)

    assert "2 seats, family go_fish" in table
    assert "best ask" in table
    assert analyse(str(file)) == table
    assert (local.returncode, local.stdout) == (0, table)
    assert not GameAnalysis.objects.exists()


@pytest.mark.django_db
def test_games_that_cannot_be_analysed_are_named() -> None:
    with pytest.raises(CommandError, match="No game has this id"):
        analyse("0b3KvXz91Qa")
    with pytest.raises(CommandError, match="The game is not over"):
        analyse(ids.to_text(rated.opened(rated.person(), rated.person())))
