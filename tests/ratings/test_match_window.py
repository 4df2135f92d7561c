"""Quick match by strength: who is seated together, and how the window widens."""

from typing import Any

import pytest
from django.utils import timezone

from games.play import matchmaking
from tests.players import Player, guest, later
from tests.ratings.rated import give, rated_player

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

WAIT = 30


def strong(name: str, mu: float, sigma: float = 5.0) -> Player:
    player = rated_player(name)
    give(player, mu, sigma)
    return player


def enter(player: Player, *, seats: int = 2, wait: int = WAIT, **body: Any) -> Any:
    answer = player.post("/matches", {"seats": seats, "wait_seconds": wait, **body})
    assert answer.status_code == 201, answer.content
    return answer.json()


def look(player: Player, match: Any) -> Any:
    return player.get(f"/matches/{match['id']}").json()


def test_similar_players_are_seated_at_once() -> None:
    ann, bob = strong("Ann", 30.0), strong("Bob", 35.0)

    waiting, seated = enter(ann), enter(bob)

    assert waiting["window"]["rating"] == 30.0
    assert waiting["window"]["width"] == 5.0
    assert (seated["status"], seated["window"]) == ("seated", None)


def test_players_of_different_strength_wait_for_others() -> None:
    ann, bob, carl = strong("Ann", 20.0), strong("Bob", 40.0), strong("Carl", 38.0)
    enter(ann)

    assert enter(bob)["status"] == "waiting"
    game = enter(carl)["game"]

    players = carl.get(f"/games/{game}").json()["players"]
    assert [player["player"] for player in players] == ["Bob", "Carl"]


def test_each_two_players_of_a_table_are_similar() -> None:
    ann, bob, carl = strong("Ann", 25.0), strong("Bob", 21.0), strong("Carl", 29.0)

    matches = [enter(player, seats=3) for player in (ann, bob, carl)]

    assert [match["status"] for match in matches] == ["waiting"] * 3
    assert enter(strong("Dan", 23.0), seats=3)["status"] == "seated"


@pytest.mark.parametrize(
    "difference, seconds", [(5.1, WAIT / 3), (10.0, WAIT / 3), (10.1, 2 * WAIT / 3), (60, 20)]
)
def test_the_window_widens_while_a_player_waits(difference: float, seconds: float) -> None:
    ann, bob = strong("Ann", 20.0), strong("Bob", 20.0 + difference)
    first = enter(ann)
    enter(bob)

    with later(seconds - 1):
        assert not matchmaking.settle_next() or difference > 10
        assert look(ann, first)["status"] == "waiting"
    with later(seconds + 1):
        while matchmaking.settle_next():
            pass
        assert look(ann, first)["status"] == "seated"


def test_the_answer_shows_each_step_of_the_window() -> None:
    ann = strong("Ann", 30.0)
    match, began = enter(ann), timezone.now()
    widths = []

    for seconds in (0, 11, 21):
        with later(seconds):
            shown = look(ann, match)["window"]
            widths.append(shown and shown["width"])
            assert shown is None or shown["widens_at"] > began.isoformat()[:19]

    assert widths == [5.0, 10.0, None]


@pytest.mark.parametrize("sigma", [7.1, 8.0])
def test_players_without_a_certain_rating_are_seated_with_anyone(sigma: float) -> None:
    ann, bob = strong("Ann", 80.0), strong("Bob", 20.0, sigma)
    enter(ann)

    assert enter(bob)["status"] == "seated"
    enter(strong("Carl", 10.0))
    assert enter(guest())["status"] == "seated"


def test_the_first_wait_that_ends_seats_anyone() -> None:
    ann, bob = strong("Ann", 80.0), strong("Bob", 20.0)
    enter(ann, seats=3, wait=300)

    match = enter(bob, seats=3, wait=0)

    assert match["status"] == "seated"
    players = bob.get(f"/games/{match['game']}").json()["players"]
    assert [player["player"] for player in players] == ["Ann", "Bob", None]
