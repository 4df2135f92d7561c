"""Public profiles of players."""

from typing import Any

import pytest
from django.utils import timezone

from accounts import registration
from accounts.preferences import PICTURES
from games.log.models import Game
from games.play import results
from games.play.results import ResultCount
from tests import players
from tests.accounts import people
from tests.players import Json, Player, guest

pytestmark = pytest.mark.django_db


def test_a_profile_shows_only_public_fields() -> None:
    owner = people.register("Ann").user
    registration.create_bot(owner, "Droid", now=timezone.now())

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


@pytest.mark.parametrize("name", ["unknown", "%00", "%F0%9F%90%9F"])
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


# --- one's own results, also against built-in bots ------------------------------------------------


def resigned(player: Player, *others: Player, **body: Any) -> None:
    """Let a player open a game and resign it once it has started."""
    game = player.post("/games", body).json()["game"]["id"]
    for other in others:
        assert other.join(game).status_code == 200
    assert player.post(f"/games/{game}/resign").status_code == 200


def statistics(player: Player) -> list[Json]:
    answer = player.get("/me/statistics")
    assert answer.status_code == 200, answer.content
    found: list[Json] = answer.json()["results"]
    return found


def counts(preset: str, bots: str | None, **of: int) -> Json:
    return {"preset": preset, "bots": bots, "played": 0, "won": 0, "shared": 0, "lost": 0, **of}


def test_results_are_counted_by_preset_and_level() -> None:
    ann, bob = guest(), guest()
    resigned(ann, seats=2, bots=["memory"])
    resigned(ann, seats=3, bots=["memory", "memory"])
    resigned(ann, seats=3, bots=["random", "expert"])
    resigned(ann, seats=2, bots=["memory"], preset="pairs")
    resigned(ann, bob, seats=2)
    resigned(bob, ann, seats=2)
    ann.post("/games", {"seats": 2, "bots": ["memory"]})  # goes on

    assert statistics(ann) == [
        counts("classic", None, played=2, won=1, lost=1),
        counts("classic", "memory", played=2, lost=2),
        counts("classic", "mixed", played=1, lost=1),
        counts("pairs", "memory", played=1, lost=1),
    ]
    assert statistics(bob) == [counts("classic", None, played=2, won=1, lost=1)]
    assert statistics(guest()) == []


def test_only_the_newest_games_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = guest()
    resigned(ann, seats=2, bots=["memory"])
    resigned(ann, seats=2, bots=["expert"])
    monkeypatch.setattr(results, "MOST_SEATS", 1)

    assert statistics(ann) == [counts("classic", "expert", played=1, lost=1)]
    assert ann.get("/me/statistics").json()["newest"] == 1
