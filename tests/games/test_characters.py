"""The names and pictures of built-in bots."""

from random import Random

import pytest

from accounts.players.pictures import PICTURES
from games import characters
from games.engine.options import MAX_SEATS
from tests import tables
from tests.players import Player, guest


def test_no_two_seats_of_a_game_share_a_name_or_a_picture() -> None:
    rng = Random(3)
    games = [*range(500), *(rng.getrandbits(63) for _ in range(500))]

    for game in games:
        there = [characters.of_seat(game, seat) for seat in range(MAX_SEATS)]
        assert len({each.name for each in there}) == MAX_SEATS
        assert len({each.picture for each in there}) == MAX_SEATS


def test_games_of_one_moment_have_all_characters_in_many_orders() -> None:
    first = 12_345 << 22
    orders = {
        tuple(characters.of_seat(first + each, seat).name for seat in range(3))
        for each in range(1_000)
    }

    assert {names[0] for names in orders} == {each.name for each in characters.CHARACTERS}
    assert len(orders) == 110


def test_no_player_can_have_the_picture_of_a_bot() -> None:
    assert not {each.picture for each in characters.CHARACTERS} & set(PICTURES)


@pytest.mark.django_db
def test_bots_have_the_same_name_and_picture_in_every_answer() -> None:
    ann = guest()
    opened = ann.post("/games", {"seats": 3, "bots": ["memory", "memory"]}).json()["game"]
    number = tables.number_of(opened["id"])
    expected = [tuple(characters.of_seat(number, seat)) for seat in (1, 2)]

    listed = Player().get("/games").json()["results"][0]
    for shown in (opened, Player().get(f"/games/{opened['id']}").json(), listed):
        bots = [each for each in shown["players"] if each["kind"] == "built_in"]
        assert [(each["display_name"], each["picture"]) for each in bots] == expected
