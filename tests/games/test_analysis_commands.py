"""`manage.py rebuild_analyses` and `analyse`, and `gofish analyse`, which needs no server."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import ids
from games.analysis.values.weights import VERSION
from games.log import transcripts
from games.models import Game, GameAnalysis
from games.queries.analyses import packing
from games.services.analyses import queue
from tests.ratings import rated
from tests.servers import ROOT

pytestmark = pytest.mark.django_db


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
        data=packing.pack(b"{}") if status == "done" else None,
    )


def rebuild(*arguments: str) -> str:
    printed = StringIO()
    call_command("rebuild_analyses", *arguments, stdout=printed)
    return printed.getvalue()


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


@pytest.mark.slow
def test_all_of_chosen_games_are_made_again() -> None:
    kept = stored(played(1), model=VERSION)
    again = stored(played(2), model=VERSION)

    assert "Rebuilt: 1, failed: 0." in rebuild(again.game.public_id, "--all")
    again.refresh_from_db()
    kept.refresh_from_db()
    assert again.finished_at is not None
    assert kept.finished_at is None


@pytest.mark.slow
def test_a_failure_is_named_and_the_older_analysis_stays() -> None:
    old = stored(rated.opened(rated.person(), rated.person()), model="0")

    printed = rebuild()

    assert f"FAILED  {old.game.public_id}  not_over\n" in printed
    assert GameAnalysis.objects.filter(pk=old.pk, status="done").exists()


def test_a_job_that_the_worker_has_is_left_to_it() -> None:
    job = stored(played(1), model=VERSION, status="queued")
    queue.claim(now=timezone.now())

    assert "Rebuilt: 0, failed: 0." in rebuild()
    job.refresh_from_db()
    assert job.status == "running"


@pytest.mark.slow
def test_requests_go_before_the_next_game_of_a_rebuild() -> None:
    requested = stored(played(1), model=VERSION, status="queued")
    old = stored(played(2), model="0")

    assert "Rebuilt: 1, failed: 0." in rebuild(old.game.public_id)
    requested.refresh_from_db()
    rebuilt = GameAnalysis.objects.get(game=old.game)
    assert requested.finished_at is not None and rebuilt.finished_at is not None
    assert requested.finished_at < rebuilt.finished_at


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


@pytest.mark.slow
def test_the_local_command_prints_json(tmp_path: Path) -> None:
    found = json.loads(gofish("analyse", transcript_of(played(2), tmp_path), "--json").stdout)

    assert (found["model"], found["seats"]) == (VERSION, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is not JSON"),
        ("[]", "Invalid transcript"),
        (None, "cannot be read"),
    ],
)
def test_what_is_no_transcript_is_refused(tmp_path: Path, text: str | None, says: str) -> None:
    file = tmp_path / "game.json"
    if text is not None:
        file.write_text(text)

    local = gofish("analyse", file)

    assert (local.returncode, local.stdout) == (1, "")
    assert says in local.stderr
    with pytest.raises(CommandError):
        analyse(str(file))


@pytest.mark.slow
def test_a_reader_of_the_output_may_leave(tmp_path: Path) -> None:
    reads, writes = os.pipe()
    os.close(reads)

    local = gofish("verify", transcript_of(played(4), tmp_path), stdout=writes)
    os.close(writes)

    assert (local.returncode, local.stderr) == (1, "")


def test_games_that_cannot_be_analysed_are_named() -> None:
    with pytest.raises(CommandError, match="No game has this id"):
        analyse("0b3KvXz91Qa")
    with pytest.raises(CommandError, match="The game is not over"):
        analyse(ids.to_text(rated.opened(rated.person(), rated.person())))


def test_moves_that_make_up_no_game_are_refused(tmp_path: Path) -> None:
    file = transcript_of(played(3), tmp_path)
    document = json.loads(file.read_bytes())
    document["moves"] = document["moves"][4:]
    file.write_text(json.dumps(document))

    with pytest.raises(CommandError):
        analyse(str(file))
