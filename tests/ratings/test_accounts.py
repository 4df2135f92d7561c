"""Ratings of accounts: hidden, exported, and what stays when an account is closed.

Ratings tell nothing of a game that runs, nor ids and addresses of accounts.
"""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine import commands
from games.log.models import Game
from games.ratings import leaderboards, rater
from games.ratings.models import HiddenRatings
from gofish_api.personal_data import close_account
from tests import tables
from tests.accounts import people
from tests.players import Player
from tests.ratings import rated

pytestmark = pytest.mark.django_db


def registered(name: str) -> tuple[Player, User]:
    made = people.register(name)
    return Player(made.issued.secret, name=name, account=made.user.pk), made.user


def test_hidden_ratings_are_computed_all_the_same() -> None:
    ann, bob = rated.person(), rated.person()
    leaderboards.hide(ann.pk)

    rated.won(ann, bob)
    rater.catch_up()

    assert rated.mu(ann) is not None


def test_an_export_has_the_ratings_and_their_history() -> None:
    client, ann = registered("Ann")
    bob = rated.person()
    leaderboards.hide(ann.pk)
    rated.won(ann, bob)
    rated.won(bob, ann)
    rater.catch_up()

    data = client.get("/me/export").json()

    [rating] = data["ratings"]
    assert (rating["family"], rating["games"]) == ("go_fish", 2)
    assert [(entry["number"], entry["place"]) for entry in data["rating_history"]] == [
        (1, 0),
        (2, 1),
    ]
    assert data["rating_history"][-1]["mu"] == rating["mu"]
    assert data["hidden_ratings"] == [{"hidden": True}]


def test_closing_an_account_keeps_its_numbers() -> None:
    ann, bob = rated.person(), rated.person()
    leaderboards.hide(ann.pk)
    rated.won(ann, bob)
    rater.catch_up()
    before = rated.numbers()

    close_account.close(ann.pk, now=timezone.now())
    rater.rebuild()
    rater.catch_up()

    assert rated.numbers() == before
    assert HiddenRatings.objects.get().account_id == ann.pk


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
