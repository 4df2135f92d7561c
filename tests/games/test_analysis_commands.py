"""`manage.py rebuild_analyses`: what it makes again, and what it leaves."""

from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.analysis.values.weights import VERSION
from games.models import GameAnalysis
from games.queries.analyses import packing
from games.services.analyses import queue
from tests.ratings import rated

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


def test_analyses_of_older_models_and_failed_ones_are_made_again() -> None:
    old, failed, current = (played(seed) for seed in (1, 2, 3))
    stored(old, model="0")
    stored(failed, model=VERSION, status="failed", fault="time")
    kept = stored(current, model=VERSION)

    assert rebuild() == "Games with an analysis: 3. Rebuilt: 2, failed: 0.\n"
    rows = GameAnalysis.objects.values_list("game_id", "model", "status")
    assert set(rows) == {(game, VERSION, "done") for game in (old, failed, current)}
    assert GameAnalysis.objects.get(game=current).data == kept.data


def test_all_of_chosen_games_are_made_again() -> None:
    kept = stored(played(1), model=VERSION)
    again = stored(played(2), model=VERSION)

    assert "Rebuilt: 1, failed: 0." in rebuild(again.game.public_id, "--all")
    again.refresh_from_db()
    kept.refresh_from_db()
    assert again.finished_at is not None
    assert kept.finished_at is None


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
