"""Leaderboards over HTTP: who is listed, the pages, and a player's neighbours."""

from typing import Any

import pytest
from django.utils import timezone

from games.ratings.models import Rating
from gofish_api.personal_data import close_account
from tests.players import Player
from tests.ratings.rows import give, person

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
        give(person(name), 30.0 if number in (2, 3) else 50.5 - number)
    return ["Player0", "Player1", *named[4:], "Player2", "Player3"]


def test_the_best_come_first_with_what_is_known_of_them() -> None:
    give(person("Ann"), 28.0, 5.0)
    give(person("Bob"), 41.238, 4.5)

    shown = board()

    first, second = shown["results"]
    assert (first["rank"], first["username"], first["rating"]) == (1, "Bob", 41.24)
    assert (second["rank"], second["username"], second["uncertainty"]) == (2, "Ann", 5.0)
    assert (shown["uncertainty_max"], shown["active_days"]) == (7.0, 30)
    assert (shown["next"], shown["previous"]) == (None, None)


def test_the_uncertain_the_absent_and_the_closed_are_not_listed() -> None:
    give(person("Listed"), 20.0, 7.0, days_ago=29)
    give(person("Uncertain"), 60.0, 7.01)
    give(person("Absent"), 60.0, days_ago=31)
    give(person("Elsewhere"), 60.0, family="pairs")
    give(person("Robot"), 60.0, pool="bots")
    closed = person("Closed")
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
