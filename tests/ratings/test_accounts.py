"""Ratings of accounts: hidden, exported, and what stays when an account is closed."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.ratings import leaderboards, rater
from games.ratings.models import HiddenRatings
from gofish_api.personal_data import close_account
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
