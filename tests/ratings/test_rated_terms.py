"""The field `rated` over HTTP: when games are opened, one or many, and when players join."""

from typing import Any

import pytest

from tests.players import guest
from tests.ratings.rated import rated_player

pytestmark = pytest.mark.django_db

RATED = {"seats": 2, "rated": True}


def test_a_rated_game_says_so_in_its_first_move_and_in_lists() -> None:
    ann = rated_player("Ann")

    opened = ann.post("/games", RATED).json()

    assert opened["game"]["rated"] is True
    assert opened["moves"][0]["events"][0]["rated"] is True
    [listed] = ann.get("/games?status=lobby").json()["results"]
    assert listed["rated"] is True
    assert ann.post("/games", {"seats": 2}).json()["game"]["rated"] is False


@pytest.mark.parametrize(
    "terms",
    [
        {"visibility": "private"},
        {"aids": True},
        {"overlays": ["open_hand"]},
        {"options": {"turn_on_success": "pass"}},
        {"bots": ["memory"]},
    ],
    ids=["private", "aids", "overlay", "options", "built-in bot"],
)
def test_a_game_that_cannot_be_rated_is_refused(terms: dict[str, Any]) -> None:
    ann = rated_player("Ann")

    answer = ann.post("/games", RATED | terms)

    assert (answer.status_code, answer.json()["code"]) in [
        (422, "not_rateable"),
        (400, "impossible_rules"),
    ]
    assert ann.get("/me/games").json()["games"] == []


@pytest.mark.parametrize("value", [1, "true", None])
def test_rated_is_a_boolean(value: object) -> None:
    answer = rated_player("Ann").post("/games", {"seats": 2, "rated": value})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/rated")


def test_guests_play_no_rated_games() -> None:
    ann, visitor = rated_player("Ann"), guest()
    game = ann.post("/games", RATED).json()["game"]["id"]

    opened, joined = visitor.post("/games", RATED), visitor.join(game)

    assert (opened.status_code, opened.json()["code"]) == (422, "not_rateable")
    assert (joined.status_code, joined.json()["code"]) == (403, "rated_for_others")


def test_each_of_many_games_is_rated_or_refused_by_itself() -> None:
    ann = rated_player("Ann")

    opened = ann.post("/games/bulk", {"games": [RATED, RATED | {"aids": True}]}).json()["results"]

    assert opened[0]["game"]["rated"] is True
    assert opened[1]["problem"]["code"] == "not_rateable"
