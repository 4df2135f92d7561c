"""Ratings tell nothing of a game that runs, nor ids and addresses of accounts."""

import re

import pytest

from games.engine import commands
from games.log.models import Game
from games.ratings import rater
from tests import tables
from tests.players import Player
from tests.ratings import rated

pytestmark = pytest.mark.django_db

SECRET = re.compile(r'"(account|account_id|email|seed|hands?|address)"')


def test_a_running_game_changes_no_rating_and_is_named_nowhere() -> None:
    ann, bob = rated.person(), rated.person()
    rated.won(ann, bob)
    rater.catch_up()
    paths = [
        f"/players/{ann.username}/ratings",
        f"/players/{ann.username}/ratings/{bob.username}",
        f"/players/{ann.username}",
        "/leaderboards/go_fish",
    ]
    before = [Player().get(path).content for path in paths]
    running = rated.opened(ann, bob)
    rater.catch_up()

    during = [Player().get(path).content for path in paths]
    tables.act(running, ann.pk, commands.Resign)
    rater.catch_up()
    after = [Player().get(path).content for path in paths]

    public_id = Game.objects.get(pk=running).public_id
    assert during == before
    assert [public_id.encode() in answer for answer in after] == [True, True, False, False]
    assert not any(SECRET.search(answer.decode()) for answer in after)


def test_a_game_that_was_annulled_leaves_the_history_with_the_next_generation() -> None:
    ann, bob = rated.person(), rated.person()
    game = rated.won(ann, bob)
    rated.won(ann, bob)
    rater.catch_up()
    path = f"/players/{ann.username}/ratings"
    before = Player().get(path).json()

    rated.rule(game, "annulled")
    rater.catch_up()
    rater.rebuild()
    rater.catch_up()

    after = Player().get(path).json()
    assert [entry["number"] for entry in before["results"]] == [2, 1]
    assert [entry["number"] for entry in after["results"]] == [2]
    assert after["results"][0]["generation"] > before["results"][0]["generation"]
    assert after["ratings"][0]["games"] == 1
