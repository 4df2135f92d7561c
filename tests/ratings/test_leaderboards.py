"""Leaderboards over HTTP: who is listed, the pages, and a player's neighbours.

Ratings of a player over HTTP: what others see, the history, and two players compared.
"""

from typing import Any

import pytest
from django.utils import timezone

from games.ratings.models import Rating, RatingGeneration
from gofish_api.personal_data import close_account
from tests.players import Player, guest
from tests.ratings.rated import give, rated_game, rated_player

pytestmark = pytest.mark.django_db

ANYONE = Player()


def board(query: str = "", family: str = "go_fish") -> Any:
    answer = ANYONE.get(f"/leaderboards/{family}?{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def names(shown: Any) -> list[str]:
    return [row["username"] for row in shown["results"]]


def ten() -> list[str]:
    """Register ten players, the best first; the third and the fourth are equal."""
    named = [f"Player{number}" for number in range(10)]
    for number, name in enumerate(named):
        give(rated_player(name), 30.0 if number in (2, 3) else 50.5 - number)
    return ["Player0", "Player1", *named[4:], "Player2", "Player3"]


def test_the_best_come_first_with_what_is_known_of_them() -> None:
    give(rated_player("Ann"), 28.0, 5.0)
    give(rated_player("Bob"), 41.238, 4.5)

    shown = board()

    first, second = shown["results"]
    assert (first["rank"], first["username"], first["rating"]) == (1, "Bob", 41.24)
    assert (second["rank"], second["username"], second["uncertainty"]) == (2, "Ann", 5.0)
    assert (shown["uncertainty_max"], shown["active_days"]) == (7.0, 30)
    assert (shown["next"], shown["previous"]) == (None, None)


def test_the_uncertain_the_absent_and_the_closed_are_not_listed() -> None:
    give(rated_player("Listed"), 20.0, 7.0, days_ago=29)
    give(rated_player("Uncertain"), 60.0, 7.01)
    give(rated_player("Absent"), 60.0, days_ago=31)
    give(rated_player("Elsewhere"), 60.0, family="pairs")
    give(rated_player("Robot"), 60.0, pool="bots")
    closed = rated_player("Closed")
    give(closed, 60.0)
    close_account.close(closed.account, now=timezone.now())

    assert names(board()) == ["Listed"]
    assert names(board("pool=bots")) == ["Robot"]
    assert names(board(family="pairs")) == ["Elsewhere"]
    for name in ("Uncertain", "Absent", "Elsewhere"):
        answer = ANYONE.get(f"/leaderboards/go_fish?around={name}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_on_leaderboard")


@pytest.mark.parametrize("limit", [1, 3, 4])
def test_pages_list_each_player_once_with_consecutive_ranks_in_both_directions(limit: int) -> None:
    expected = ten()
    path, seen, last = f"limit={limit}", [], {}

    while path:
        last = board(path)
        seen += [(row["rank"], row["username"]) for row in last["results"]]
        path = (last["next"] or "").partition("?")[2]

    assert seen == [*enumerate(expected, 1)]
    back = [(row["rank"], row["username"]) for row in last["results"]]
    while path := (last["previous"] or "").partition("?")[2]:
        last = board(path)
        back = [*((row["rank"], row["username"]) for row in last["results"]), *back]
    assert back == seen


def test_a_page_stays_where_it_was_when_players_rise_above_it() -> None:
    expected = ten()
    first = board("limit=3")
    Rating.objects.filter(account__username=expected[8]).update(mu=99.0)

    second = board(first["next"].partition("?")[2])

    assert names(second) == expected[3:6]
    assert [row["rank"] for row in second["results"]] == [5, 6, 7]


def test_neighbours_surround_a_player() -> None:
    expected = ten()

    middle, first = board("around=player7"), board(f"around={expected[0]}")

    place = expected.index("Player7")
    assert names(middle) == expected[place - 5 : place + 6]
    assert [row["rank"] for row in middle["results"]] == [*range(place - 4, 11)]
    assert names(first) == expected[:6]
    assert (middle["next"], middle["previous"]) == (None, None)


@pytest.mark.parametrize(
    "query, code",
    [
        ("pool=guests", "invalid_choice"),
        ("limit=0", "min_value"),
        ("limit=1000", "max_value"),
        ("cursor=cD0xLjA%3D", "invalid"),
        ("around=", "blank"),
        ("around=" + "x" * 400, "max_length"),
        ("around=Ann&cursor=x", "not_applicable"),
        ("since=2026", "unknown_field"),
    ],
)
def test_invalid_queries_are_refused(query: str, code: str) -> None:
    answer = ANYONE.get(f"/leaderboards/go_fish?{query}")

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert answer.json()["errors"][0]["code"] == code


def test_a_cursor_of_another_leaderboard_is_refused() -> None:
    ten()
    cursor = board("limit=1")["next"].partition("?")[2]

    for family, query in (("pairs", cursor), ("go_fish", f"{cursor}&pool=bots")):
        answer = ANYONE.get(f"/leaderboards/{family}?{query}")
        assert answer.json()["code"] == "validation_error"


POSTGRESQL = pytest.mark.postgresql


@POSTGRESQL
def test_ratings_say_how_sure_they_are_and_which_games_made_them() -> None:
    ann, bob = rated_player("Ann"), rated_player("Bob")
    game = rated_game(ann, bob, places=[0, 1])

    shown = ANYONE.get("/players/ann/ratings").json()

    [rating], [entry] = shown["ratings"], shown["results"]
    assert (shown["username"], shown["hidden"]) == ("Ann", False)
    assert (rating["family"], rating["pool"], rating["games"]) == ("go_fish", "people", 1)
    assert (rating["provisional"], rating["certainty"]) == (True, "provisional")
    assert entry["game"] == game.game.public_id
    assert (entry["number"], entry["generation"]) == (1, RatingGeneration.objects.get().number)
    assert entry["before"] == {"rating": 25.0, "uncertainty": 8.33}
    assert entry["after"] == {name: rating[name] for name in ("rating", "uncertainty")}
    assert entry["after"]["rating"] > 25
    assert (entry["preset"], entry["seats"], entry["place"]) == ("classic", 2, 1)
    assert shown["by_seats"] == [
        {"preset": "classic", "seats": 2, "games": 1, "first": 1, "mean_place": 1.0}
    ]


@POSTGRESQL
def test_the_history_has_pages_newest_first() -> None:
    ann, bob = rated_player("Ann"), rated_player("Bob")
    for _ in range(5):
        rated_game(ann, bob, places=[1, 0])
    path, numbers = "/players/Ann/ratings?limit=2", []

    while path:
        page = ANYONE.get(path).json()
        numbers.append([entry["number"] for entry in page["results"]])
        path = (page["next"] or "").partition("/api/v1")[2]

    assert numbers == [[5, 4], [3, 2], [1]]


def test_the_history_is_that_of_one_family() -> None:
    ann, bob = rated_player("Ann"), rated_player("Bob")
    rated_game(ann, bob, places=[0, 1])
    rated_game(ann, bob, places=[0, 1], preset="pairs")

    shown = ANYONE.get("/players/Ann/ratings?family=pairs").json()

    assert [rating["family"] for rating in shown["ratings"]] == ["go_fish", "pairs"]
    assert [entry["preset"] for entry in shown["results"]] == ["pairs"]


@POSTGRESQL
def test_results_are_counted_by_preset_and_seats() -> None:
    ann, bob, carl = rated_player("Ann"), rated_player("Bob"), rated_player("Carl")
    rated_game(ann, bob, carl, places=[0, 0, 2])
    rated_game(ann, bob, carl, places=[2, 0, 1])
    rated_game(ann, bob, places=[1, 0], preset="pagat")

    shown = ANYONE.get("/players/Ann/ratings").json()["by_seats"]

    assert [tuple(row.values()) for row in shown] == [
        ("classic", 3, 2, 1, 2.0),
        ("pagat", 2, 1, 0, 2.0),
    ]


@pytest.mark.parametrize(
    "query, code",
    [
        ("family=bridge", "invalid_choice"),
        ("family=", "invalid_choice"),
        ("limit=0", "min_value"),
        ("limit=101", "max_value"),
        ("limit=a", "invalid"),
        ("cursor=x", "invalid"),
        ("cursor=", "blank"),
        ("page=1", "unknown_field"),
        ("family=pairs&family=authors", "duplicate"),
    ],
)
def test_invalid_queries_of_a_history_are_refused(query: str, code: str) -> None:
    rated_player("Ann")

    answer = ANYONE.get(f"/players/Ann/ratings?{query}")

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert answer.json()["errors"][0]["code"] == code


def test_a_closed_account_has_no_name_but_its_opponents_keep_their_numbers() -> None:
    ann, bob = rated_player("Ann"), rated_player("Bob")
    rated_game(ann, bob, places=[0, 1])
    before = ANYONE.get("/players/Bob/ratings").json()

    close_account.close(ann.account, now=timezone.now())

    assert ANYONE.get("/players/Ann/ratings").json()["code"] == "no_such_player"
    assert ANYONE.get("/players/Bob/ratings/Ann").json()["code"] == "no_such_player"
    assert ANYONE.get("/players/Bob/ratings").json() == before


@POSTGRESQL
def test_hidden_ratings_are_hidden_everywhere_but_from_their_player() -> None:
    ann, bob = rated_player("Ann"), rated_player("Bob")
    rated_game(ann, bob, places=[0, 1])
    give(ann, 40.0, family="pairs")
    game = ann.create()

    assert ann.client.patch("/api/v1/me/ratings", {"hidden": True}).json() == {"hidden": True}

    for reader in (ANYONE, bob, guest()):
        for path in (
            "/players/Ann/ratings",
            "/players/Bob/ratings/Ann",
            "/players/Ann/ratings/Bob",
        ):
            answer = reader.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "ratings_hidden"), path
        assert reader.get("/leaderboards/pairs").json()["results"] == []
        around = reader.get("/leaderboards/pairs?around=Ann")
        assert around.json()["code"] == "not_on_leaderboard"
        assert reader.get("/players/Ann").json()["ratings"] is None
        assert reader.get(f"/games/{game}").json()["ratings"] == []
        [listed] = reader.get("/games?status=lobby").json()["results"]
        assert listed["ratings"] == []
        [found] = reader.post("/players/lookup", {"usernames": ["Ann"]}).json()["players"]
        assert found["player"]["ratings"] is None
    own = ann.get("/players/Ann/ratings").json()
    assert (own["hidden"], len(own["ratings"])) == (True, 2)
    assert ann.get("/me/ratings").json() == {"hidden": True}

    assert ann.client.patch("/api/v1/me/ratings", {"hidden": False}).json() == {"hidden": False}

    assert len(ANYONE.get("/players/Ann/ratings").json()["ratings"]) == 2
    assert [entry["rank"] for entry in ANYONE.get("/leaderboards/pairs").json()["results"]] == [1]


@POSTGRESQL
def test_two_players_are_compared_in_the_games_of_both() -> None:
    ann, bob, carl = rated_player("Ann"), rated_player("Bob"), rated_player("Carl")
    first = rated_game(ann, bob, places=[0, 1])
    rated_game(ann, bob, carl, places=[0, 0, 2])
    last = rated_game(bob, ann, places=[0, 1])
    rated_game(ann, carl, places=[0, 1])
    rated_game(ann, bob, places=[0, 1], preset="pairs")

    shown = ANYONE.get("/players/Ann/ratings/Bob").json()
    other = ANYONE.get("/players/Bob/ratings/Ann").json()

    counts = [shown[name] for name in ("ahead", "equal", "behind")]
    assert counts == [1, 1, 1] == [other[name] for name in ("behind", "equal", "ahead")]
    assert [met["game"] for met in shown["last"]][::2] == [
        last.game.public_id,
        first.game.public_id,
    ]
    assert [(met["place"], met["other_place"]) for met in shown["last"]] == [(2, 1), (1, 1), (1, 2)]


def test_profiles_and_games_show_ratings_with_their_uncertainty() -> None:
    ann, bob = rated_player("Ann"), rated_player("Bob")
    give(ann, 31.256, 5.0)
    give(ann, 20.0, 8.0, family="authors")
    game = ann.create()
    assert bob.join(game).status_code == 200

    profile = ANYONE.get("/players/Ann").json()
    shown = ANYONE.get(f"/games/{game}").json()

    ratings = [(each["family"], each["rating"], each["provisional"]) for each in profile["ratings"]]
    assert ratings == [("authors", 20.0, True), ("go_fish", 31.26, False)]
    assert ANYONE.get("/players/Bob").json()["ratings"] == []
    assert shown["ratings"] == [
        {"seat": 0, "rating": 31.26, "uncertainty": 5.0, "provisional": False}
    ]


def test_a_game_whose_rules_cannot_be_rated_shows_no_ratings() -> None:
    ann = rated_player("Ann")
    give(ann, 31.0)
    game = ann.create("classic", "open_hand")

    assert ANYONE.get(f"/games/{game}").json()["ratings"] == []
