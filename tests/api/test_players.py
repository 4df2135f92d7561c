"""Public profiles of players."""

import pytest
from django.utils import timezone

from accounts.lifecycle import bots
from accounts.players.pictures import PICTURES
from games.models import Game
from games.queries import results
from games.queries.results import ResultCount
from tests import players
from tests.accounts import people
from tests.players import Player

pytestmark = pytest.mark.django_db


def test_a_profile_shows_only_public_fields() -> None:
    owner = people.register("Ann").user
    bots.create(owner, "Droid", now=timezone.now())

    shown = Player().get("/players/droid").json()

    assert shown.pop("since")
    assert shown.pop("picture") in PICTURES
    assert shown == {
        "username": "Droid",
        "display_name": None,
        "is_guest": False,
        "is_bot": True,
        "owner": "Ann",
        "results": [],
        "ratings": [],
    }


@pytest.mark.parametrize("name", ["unknown", "%00", "A-nn", "a b", "'%20OR%201=1", "%F0%9F%90%9F"])
@pytest.mark.parametrize("path", ["", "/games"])
def test_unknown_players_are_not_found(name: str, path: str) -> None:
    people.register("Ann")

    answer = Player().get(f"/players/{name}{path}")

    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_player")


def test_results_count_what_was_won_alone_or_shared_and_what_was_lost() -> None:
    game, ann, bob = players.seated(2)
    assert bob.post(f"/games/{game}/resign").status_code == 200
    players.seated(2)  # of others
    ann.create()  # not finished

    [shown] = ann.get(f"/players/{ann.name}").json()["results"]

    assert shown == {"preset": "classic", "played": 1, "won": 1, "shared": 0, "lost": 0}
    assert results.by_preset(bob.account) == {"classic": ResultCount(played=1, lost=1)}


def test_imported_games_do_not_count() -> None:
    game, ann, bob = players.seated(2)
    bob.post(f"/games/{game}/resign")
    Game.objects.update(imported_from={"game": "x", "seats": []})

    assert results.by_preset(ann.account) == {}


def test_games_are_listed_newest_first_and_private_ones_to_their_players() -> None:
    game, ann, bob = players.seated(2)
    private = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]["id"]

    def listed(reader: Player, query: str = "") -> list[str]:
        page = reader.get(f"/players/{ann.name}/games{query}").json()
        return [shown["id"] for shown in page["results"]]

    assert listed(ann) == [private, game]
    assert listed(bob) == listed(Player()) == [game]
    assert listed(ann, "?status=lobby") == [private]
    assert listed(ann, "?limit=1") == [private]
    assert ann.get(f"/players/{ann.name}/games?status=").status_code == 400
