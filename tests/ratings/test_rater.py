"""The rater: every rated game gets the next number once, and rulings make the next generation."""

from random import Random

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.engine import commands
from games.ratings import rater
from games.ratings.models import RatedGame, Rating, RatingEntry, RatingGeneration, RatingTask
from games.ratings.pools import MOST_A_DAY
from games.ratings.skill import MU
from tests import tables
from tests.players import later
from tests.ratings import rated

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql


def replay() -> None:
    """Let the build that a ruling asks for start, and finish it."""
    rater.catch_up()
    with later(rater.REPLAY_DELAY.total_seconds() + 1):
        rater.catch_up()


def rebuild() -> RatingGeneration:
    started = rater.rebuild()
    rater.catch_up()
    started.refresh_from_db()
    assert started.status == "live"
    return started


@POSTGRESQL
def test_a_finished_game_is_queued_once_and_rated_once() -> None:
    ann, bob = rated.person(), rated.person()

    game_id = rated.won(ann, bob)
    queued = list(RatingTask.objects.values_list("game_id", flat=True))
    rater.catch_up()
    rater.catch_up()

    assert queued == [game_id]
    assert not RatingTask.objects.exists()
    assert [(number, game, places) for number, game, places, *_ in rated.order()] == [
        (1, game_id, [0, 1])
    ]
    won, lost = rated.mu(ann), rated.mu(bob)
    assert won is not None and lost is not None and won > MU > lost


@POSTGRESQL
def test_a_task_that_commits_late_gets_a_later_number() -> None:
    ann, bob = rated.person(), rated.person()
    early, late = rated.won(ann, bob), rated.won(bob, ann)
    [task] = RatingTask.objects.filter(game=early)
    task.delete()
    rater.catch_up()
    RatingTask.objects.create(pk=task.pk, game=task.game, version=task.version, at=task.at)

    rater.catch_up()

    assert [(number, game) for number, game, *_ in rated.order()] == [(1, late), (2, early)]


@POSTGRESQL
@pytest.mark.parametrize("preset", ["classic", "pairs", "pagat_authors"])
def test_rebuilt_numbers_are_identical(preset: str) -> None:
    rng = Random(preset)
    people = [rated.person() for _ in range(30)]
    for _ in range(8):
        rated.played(*rng.sample(people, rng.randint(2, 5)), rng=rng, preset=preset)
        rater.step()
    before, order = rated.numbers(), rated.order()

    generation = rebuild()

    assert rated.numbers() == before
    assert rated.order() == order
    assert generation.repaired == 0
    assert len(before[1]) == sum(len(row[5]) for row in order)


def test_a_rebuild_corrects_what_does_not_match_the_log() -> None:
    ann, bob = rated.person(), rated.person()
    rated.won(ann, bob), rated.won(ann, bob)
    rater.catch_up()
    right, order = rated.numbers(), rated.order()
    RatedGame.objects.filter(number=1).update(places=[1, 0], exclusion="same_players")
    Rating.objects.update(mu=99.0)

    generation = rebuild()

    assert (rated.numbers(), rated.order(), generation.repaired) == (right, order, 1)


@POSTGRESQL
def test_games_finished_during_a_rebuild_are_in_it() -> None:
    ann, bob = rated.person(), rated.person()
    for _ in range(2):
        rated.won(ann, bob)
    rater.catch_up()
    rater.rebuild()
    rated.won(bob, ann)

    rater.catch_up()

    assert rated.live().through == 3
    before = rated.numbers()
    assert len(before[1]) == 6
    rebuild()
    assert rated.numbers() == before


@POSTGRESQL
def test_a_move_in_a_rated_game_costs_no_more_and_its_end_one_row() -> None:
    ann, bob = rated.person(), rated.person()
    game_id = rated.opened(ann, bob)

    with CaptureQueriesContext(connection) as asked:
        rated.move(game_id, rng=Random(1))
    with CaptureQueriesContext(connection) as ended:
        tables.act(game_id, bob.pk, commands.Resign)

    assert not [each for each in asked if "games_rat" in each["sql"]]
    [queued] = [each["sql"] for each in ended if "games_rating" in each["sql"]]
    assert "INSERT INTO games_ratingtask" in queued


def test_unrated_games_are_not_queued() -> None:
    rated.won(rated.person(), rated.person(), rated=False)

    assert not RatingTask.objects.exists()


# --- rulings --------------------------------------------------------------------------------------


def test_an_annulled_game_keeps_its_number_and_changes_no_rating() -> None:
    ann, bob = rated.person(), rated.person()
    games = [rated.won(ann, bob), rated.won(ann, bob)]
    rater.catch_up()
    first = rated.live()
    rated.rule(games[0], "annulled")
    rater.catch_up()
    waiting = rated.live()

    replay()

    assert waiting == first and waiting.replay_at is not None
    assert rated.live().number > first.number
    assert [(number, places) for number, _, places, *_ in rated.order()] == [(1, None), (2, [0, 1])]
    assert {row[0] for row in rated.numbers()[1]} == {2}
    before = rated.numbers()
    rebuild()
    assert rated.numbers() == before


def test_a_game_adjusted_twice_counts_as_adjusted_last() -> None:
    ann, bob = rated.person(), rated.person()
    rng = Random(1)
    game = rated.played(ann, bob, rng=rng)
    rater.catch_up()
    rated.rule(game, "adjusted", (9, 4))
    rated.rule(game, "adjusted", (4, 9))

    replay()

    won, lost = rated.mu(bob), rated.mu(ann)
    assert won is not None and lost is not None and won > MU > lost
    assert rated.order()[0][2] == [1, 0]
    before = rated.numbers()
    rebuild()
    assert rated.numbers() == before


def test_a_game_that_is_ruled_on_before_it_is_rated_needs_no_second_generation() -> None:
    game = rated.won(rated.person(), rated.person())
    rated.rule(game, "annulled")

    rater.catch_up()

    assert rated.order()[0][2] is None
    assert rated.live().replay_at is None
    assert RatingGeneration.objects.count() == 1


def test_a_ruling_that_changes_no_place_starts_no_generation() -> None:
    game = rated.won(rated.person(), rated.person())
    rater.catch_up()
    rated.rule(game, "warning")

    replay()

    assert RatingGeneration.objects.count() == 1


def test_an_undone_ruling_gives_the_first_numbers_again() -> None:
    ann, bob = rated.person(), rated.person()
    games = [rated.won(ann, bob), rated.won(bob, ann)]
    rater.catch_up()
    before = rated.numbers()
    rated.rule(games[0], "annulled")
    replay()
    assert rated.numbers() != before

    rated.rule(games[0], "dismissed")
    with later(60):
        rater.catch_up()
    with later(120):
        rater.catch_up()

    assert rated.numbers() == before


@POSTGRESQL
def test_rulings_share_a_generation() -> None:
    ann, bob = rated.person(), rated.person()
    games = [rated.won(ann, bob) for _ in range(3)]
    rater.catch_up()
    for game in games[:2]:
        rated.rule(game, "annulled")
        rater.catch_up()

    replay()

    assert RatingGeneration.objects.count() == 2
    assert {row[0] for row in rated.numbers()[1]} == {3}


def test_a_ruling_on_a_game_that_a_build_has_passed_makes_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, bob = rated.person(), rated.person()
    games = [rated.won(ann, bob), rated.won(ann, bob)]
    rater.catch_up()
    rater.rebuild()
    monkeypatch.setattr(rater, "MOST_IN_STEP", 1)
    rater.step()
    rated.rule(games[0], "annulled")

    replay()

    assert {row[0] for row in rated.numbers()[1]} == {2}


@POSTGRESQL
def test_a_replaced_generation_is_deleted_after_a_minute() -> None:
    ann, bob = rated.person(), rated.person()
    game = rated.won(ann, bob)
    rater.catch_up()
    old = rated.live()
    rated.rule(game, "annulled")
    rater.catch_up()
    replay()
    kept = RatingEntry.objects.filter(generation=old).count()

    with later(300):
        rater.catch_up()

    assert kept == 2
    assert list(RatingGeneration.objects.all()) == [rated.live()]
    assert not RatingEntry.objects.filter(generation=old).exists()


# --- the daily limit ------------------------------------------------------------------------------


@POSTGRESQL
def test_games_beyond_the_daily_limit_of_a_pair_change_no_rating() -> None:
    ann, bob, cleo = rated.person(), rated.person(), rated.person()
    for _ in range(MOST_A_DAY + 2):
        rated.won(ann, bob)
    rated.won(cleo, bob)
    rater.catch_up()

    exclusions = [row[3] for row in rated.order()]

    assert exclusions == [""] * MOST_A_DAY + ["same_players"] * 2 + [""]
    assert Rating.objects.get(account=ann).games == MOST_A_DAY
    before = rated.numbers()
    rebuild()
    assert rated.numbers() == before


def test_the_daily_limit_ends_with_the_day() -> None:
    ann, bob = rated.person(), rated.person()
    with time_machine.travel("2026-03-01T12:00:00+00:00"):
        for _ in range(MOST_A_DAY + 1):
            rated.won(ann, bob)
    with time_machine.travel("2026-03-02T00:00:01+00:00"):
        rated.won(ann, bob)

    rater.catch_up()

    assert [row[3] for row in rated.order()] == [""] * MOST_A_DAY + ["same_players", ""]
    before, order = rated.numbers(), rated.order()
    rebuild()
    assert (rated.numbers(), rated.order()) == (before, order)


def test_bots_of_one_owner_share_the_daily_limit() -> None:
    owner, other = rated.person(), rated.person()
    bots = [rated.bot(owner) for _ in range(3)]
    rival = rated.bot(other)

    for n in range(MOST_A_DAY + 1):
        rated.won(bots[n % 3], rival)
    rater.catch_up()

    assert [row[3] for row in rated.order()] == [""] * MOST_A_DAY + ["same_players"]


# --- pools, leavers, accounts ---------------------------------------------------------------------


def test_levels_are_anchors_of_bots() -> None:
    robot = rated.bot(rated.person())
    game = rated.opened(robot, bots=["random"])
    tables.act(game, robot.pk, commands.Resign)
    rater.catch_up()

    [row] = RatedGame.objects.all()

    assert (row.pool, row.players, row.places) == ("bots", [robot.pk, "random/1"], [1, 0])
    assert Rating.objects.get().account_id == robot.pk
    before = rated.numbers()
    rebuild()
    assert rated.numbers() == before


def test_a_leaver_is_last_though_a_stand_in_plays_on() -> None:
    rng = Random(5)
    people = [rated.person() for _ in range(3)]
    game = rated.opened(*people, on_abandon="stand_in")
    tables.act(game, people[1].pk, commands.Resign)
    rated.play_on(game, rng=rng)
    rater.catch_up()

    assert rated.order()[0][2][1] == 2
    mus = {person.pk: rated.mu(person) for person in people}
    assert min(mus, key=lambda key: mus[key] or 0.0) == people[1].pk


def test_a_series_is_one_result() -> None:
    people = [rated.person() for _ in range(2)]

    rated.played(*people, rng=Random(3), overlays=["series"])
    rater.catch_up()

    assert rated.live().through == 1
    assert Rating.objects.get(account=people[0]).games == 1


def test_names_change_and_go_while_numbers_stay() -> None:
    ann, bob = rated.person(), rated.person()
    rated.won(ann, bob)
    rater.catch_up()
    before = rated.numbers()
    User.objects.filter(pk=ann.pk).update(username="Anna")
    User.objects.filter(pk=bob.pk).update(username="deleted-1", closed_at=timezone.now())

    rebuild()

    assert rated.numbers() == before
