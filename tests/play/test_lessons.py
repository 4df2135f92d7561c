"""Lessons: the same deal for everyone, bots that choose from the seed, and no trace elsewhere."""

import json
import re
from typing import Any

import pytest

from games.engine import transcript_reader
from games.engine.verify import verify_transcript
from games.play.create_game import SEEDS
from games.play.models import PlayerStatistics
from games.ratings.models import Rating
from tests.players import Player, guest, refused
from tests.servers import ROOT

pytestmark = pytest.mark.django_db

SCRIPT = (ROOT / "web/learn/script.js").read_text()
TABLE = {
    "lesson": "first-game",
    "preset": "classic",
    "seats": 3,
    "bots": ["forgetful", "forgetful"],
    "visibility": "private",
    "aids": True,
}


def open_lesson() -> tuple[Player, str]:
    player = guest()
    answer = player.post("/games", TABLE)
    assert answer.status_code == 201, answer.content
    return player, answer.json()["game"]["id"]


def asks() -> list[tuple[str, int]]:
    """Return what the guide tells the player to ask."""
    found = re.search(r"ASKS = (\[.*\]);", SCRIPT)
    assert found is not None
    return [(rank, seat) for rank, seat in json.loads(found[1])]


def events_of(player: Player, game: str) -> list[Any]:
    return [event for move in player.moves(game) for event in move["events"]]


def test_the_asks_of_the_guide_show_each_step() -> None:
    player, game = open_lesson()
    shown = []

    for rank, seat in asks():
        answer = player.ask(game, seat, rank).json()
        events = answer["moves"][0]["events"]
        shown.append([(e["type"], e["seat"], e.get("public")) for e in events])

    fished, caught, remembered, booked = shown
    assert fished[1:3] == [("go_fish", 1, None), ("card_drawn", 0, False)]
    assert caught[1:3] == [("go_fish", 2, None), ("card_drawn", 0, True)]
    asked = [e for e in events_of(player, game) if e["type"] == "asked"]
    fives = [e["seat"] for e in asked if e["rank"] == "5"]
    assert fives[:2] == [2, 0]
    assert remembered[1] == ("cards_given", 2, None)
    assert ("book_made", 0, None) in booked


def test_the_commitment_is_published_and_other_games_have_another() -> None:
    player, game = open_lesson()
    published = player.get("/rulesets").json()["lessons"]
    plain = player.post("/games", {name: TABLE[name] for name in TABLE if name != "lesson"})

    assert published.keys() == SEEDS.keys()
    assert player.state(game)["commitment"] == published["first-game"]
    assert plain.json()["state"]["commitment"] not in published.values()


def test_a_finished_lesson_verifies_offline_and_is_not_counted() -> None:
    player, game = open_lesson()
    player.post(f"/games/{game}/resign")

    transcript = player.get(f"/games/{game}/transcript").json()
    verified = verify_transcript(transcript_reader.read(transcript))

    assert transcript["seed"] == SEEDS["first-game"].hex()
    assert verified.holds
    assert not PlayerStatistics.objects.exists() and not Rating.objects.exists()
    assert refused(Player().get(f"/games/{game}")) == (404, "game_not_found")


def test_the_rematch_of_a_lesson_has_a_secret_seed() -> None:
    player, game = open_lesson()
    player.post(f"/games/{game}/resign")

    rematch = player.post(f"/games/{game}/rematch").json()["state"]

    assert rematch["commitment"] != player.state(game)["commitment"]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"visibility": "public"}, id="public"),
        pytest.param({"rated": True, "aids": False}, id="rated"),
        pytest.param({"bots": ["forgetful"]}, id="a seat for another player"),
        pytest.param({"lesson": "second-game"}, id="unknown"),
    ],
)
def test_a_lesson_is_for_one_player_and_bots(change: dict[str, Any]) -> None:
    answer = guest().post("/games", TABLE | change)

    assert refused(answer) == (400, "validation_error")
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/lesson"]
