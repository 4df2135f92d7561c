"""Games that finish at once, raters at once, and raters killed at any instant: none is lost, none
is rated twice, and a rebuild gives identical numbers.

`RATED_GAMES` says how many games the nightly run finishes.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from threading import Event, Thread

import pytest
import time_machine
from django.utils import timezone

from games.ratings import rater
from games.ratings.models import RatedGame, RatingTask
from games.ratings.pools import MOST_A_DAY
from games.referee import loop
from tests import databases
from tests.ratings import rated
from tests.threads import at_once
from tests.timeouts import PATIENCE, eventually

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

THREADS = 8


def assert_whole(game_ids: Sequence[int]) -> None:
    """Check that each game has one number, without gaps, and that a rebuild changes nothing."""
    rater.catch_up()
    assert not RatingTask.objects.exists()
    rows = list(RatedGame.objects.order_by("number").values_list("number", "game_id"))
    assert [number for number, _ in rows] == list(range(1, len(game_ids) + 1))
    assert sorted(game_id for _, game_id in rows) == sorted(game_ids)
    before, order = rated.numbers(), rated.order()
    rater.rebuild()
    rater.catch_up()
    assert rated.live().repaired == 0
    assert (rated.numbers(), rated.order()) == (before, order)


@contextmanager
def rating(loops: int) -> Iterator[None]:
    """Run so many loops of the rater at once, as several referees do."""
    stop = Event()
    threads = [
        Thread(target=loop.rate, args=[stop], kwargs={"interval": 0.01}) for _ in range(loops)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)


def test_games_that_finish_at_once_are_all_rated_once() -> None:
    tables = [(rated.person(), rated.person()) for _ in range(THREADS)]

    with rating(2):
        games = at_once(*(partial(rated.won, *table) for table in tables))
        games += at_once(*(partial(rated.won, *reversed(table)) for table in tables))
        eventually(lambda: not RatingTask.objects.exists())

    assert all(isinstance(game, int) for game in games)
    assert_whole(games)


def test_the_same_two_players_at_once_do_not_pass_the_daily_limit() -> None:
    ann, bob = rated.person(), rated.person()
    games: list[int] = []
    with time_machine.travel("2026-03-01T12:00:00+00:00"), rating(2):
        for _ in range(2):
            games += at_once(*(partial(rated.won, ann, bob) for _ in range(THREADS)))

    assert_whole(games)
    assert RatedGame.objects.filter(exclusion="").count() == MOST_A_DAY


def test_rulings_while_games_finish_and_ratings_are_built() -> None:
    tables = [(rated.person(), rated.person()) for _ in range(4)]
    games = [rated.won(*table) for table in tables]
    rater.catch_up()

    with rating(2):
        calls: list[Callable[[], int | None]] = [
            partial(rated.rule, game, "annulled") for game in games
        ]
        calls += [partial(rated.won, *table) for table in tables]
        games += [game for game in at_once(*calls) if game is not None]
        eventually(lambda: not RatingTask.objects.exists())
    with time_machine.travel(timezone.now() + rater.REPLAY_DELAY * 2):
        rater.catch_up()

    assert {row[0] for row in rated.numbers()[1]} == {5, 6, 7, 8}
    assert_whole(games)


@pytest.mark.parametrize("is_ruled", [False, True], ids=["queue", "build"])
def test_a_rater_killed_at_any_statement_loses_and_repeats_nothing(*, is_ruled: bool) -> None:
    people = [rated.person() for _ in range(10)]
    games = [rated.won(people[n % 10], people[(n + 1) % 10]) for n in range(30)]
    if is_ruled:
        rater.catch_up()
        rated.rule(games[3], "annulled")
        rater.catch_up()
        live = rater.live()
        assert live is not None
        live.replay_at = timezone.now() - timedelta(seconds=1)
        live.save()

    outcomes = [kill_after(statements) for statements in (4, 7, 9, 11, 13)]

    assert "stopped" in outcomes
    assert_whole(games)
    expected = set(range(1, 31)) - ({4} if is_ruled else set())
    assert {row[0] for row in rated.numbers()[1]} == expected


def kill_after(statements: int) -> str:
    """Let a process rate until it has sent so many statements, then kill it; return its word."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.ratings.dying", str(statements)],
        env={**os.environ, "DATABASE_URL": databases.url()},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    word: str = process.stdout.readline().strip()
    process.kill()
    process.communicate()
    return word
