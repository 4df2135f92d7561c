"""The caller's own results: also against built-in bots, by preset and level."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Seat
from games.queries.lists import own_statistics
from tests.players import Json, Player, guest, statements

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def resigned(player: Player, *others: Player, **body: Any) -> None:
    """Let a player open a game and resign it once it has started."""
    game = player.post("/games", body).json()["game"]["id"]
    for other in others:
        assert other.join(game).status_code == 200
    assert player.post(f"/games/{game}/resign").status_code == 200


def shown(player: Player) -> list[Json]:
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

    assert shown(ann) == [
        counts("classic", None, played=2, won=1, lost=1),
        counts("classic", "memory", played=2, lost=2),
        counts("classic", "mixed", played=1, lost=1),
        counts("pairs", "memory", played=1, lost=1),
    ]
    assert shown(bob) == [counts("classic", None, played=2, won=1, lost=1)]
    assert shown(guest()) == []


def test_games_that_do_not_count_are_left_out() -> None:
    ann = guest()
    resigned(ann, seats=2, bots=["memory"])
    Seat.objects.update(result=None)

    assert shown(ann) == []


def test_only_the_newest_games_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = guest()
    resigned(ann, seats=2, bots=["memory"])
    resigned(ann, seats=2, bots=["expert"])
    monkeypatch.setattr(own_statistics, "MOST_SEATS", 1)

    assert shown(ann) == [counts("classic", "expert", played=1, lost=1)]
    assert ann.get("/me/statistics").json()["newest"] == 1


def test_more_games_cost_no_more_statements() -> None:
    ann = guest()
    resigned(ann, seats=2, bots=["memory"])
    with CaptureQueriesContext(connection) as few:
        shown(ann)
    for level in ("random", "expert"):
        resigned(ann, seats=2, bots=[level])

    with CaptureQueriesContext(connection) as many:
        shown(ann)

    assert statements(many) == statements(few)
