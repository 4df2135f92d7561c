"""`manage.py rate_games`, the rater inside `serve`, and what metrics tell of it."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.ratings import rater
from games.ratings.models import RatedGame, RatingTask
from tests.ratings import rated

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
]


def run(*arguments: str) -> str:
    printed = StringIO()
    call_command("rate_games", *arguments, stdout=printed)
    return printed.getvalue()


def test_the_command_rates_what_waits() -> None:
    rated.won(rated.person(), rated.person())

    assert run() == "Rated games: 1.\n"
    assert not RatingTask.objects.exists()


def test_a_rebuild_says_how_many_rows_differed() -> None:
    ann, bob = rated.person(), rated.person()
    for _ in range(3):
        rated.won(ann, bob)
    run()
    before = rated.numbers()
    RatedGame.objects.filter(number=2).update(places=[1, 0])

    printed = run("--rebuild")

    assert "Rated games: 3. Rows that differed from the log: 1." in printed
    assert rated.numbers() == before


def test_metrics_show_the_queue_its_lag_and_the_generation() -> None:
    now = timezone.now()
    rated.won(rated.person(), rated.person())
    RatingTask.objects.update(at=now - timedelta(seconds=90))
    queued = rater.waiting_ratings(now=now)

    rater.catch_up()
    rater.rebuild()
    building = rater.waiting_ratings(now=now)

    assert (queued.lag, queued.queue, queued.generation, queued.replay) == (90.0, 1, 0, 0)
    assert (building.lag, building.queue, building.replay) == (0.0, 0, 1)
    assert building.generation == rated.live().number
