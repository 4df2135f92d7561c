"""The public games that are worth watching now."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.lifecycle import bots, registration
from games.models import LastSeen
from games.queries import presence
from games.queries.lists import tv
from tests.players import Json, Player, guest, seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_presence_recorded_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_recorded", {})


def shown(reader: Player | None = None) -> dict[str, str]:
    """Return the id of the game on each channel."""
    answer = (reader or Player()).get("/tv")
    assert answer.status_code == 200, answer.content
    return {each["channel"]: each["game"]["id"] for each in answer.json()["channels"]}


def test_without_games_there_are_no_channels() -> None:
    guest().post("/games", {"seats": 2})  # a lobby is nothing to watch

    assert shown() == {}


def test_a_game_with_more_people_comes_first() -> None:
    three, *_ = seated(3)
    seated(2)
    guest().post("/games", {"seats": 4, "bots": ["random"] * 3})

    assert shown() == {"best": three, "classic": three}


def test_each_preset_has_its_channel() -> None:
    two, *_ = seated(2, preset="bicycle")
    three, *_ = seated(3)

    assert shown() == {"best": three, "classic": three, "bicycle": two}


@pytest.mark.parametrize("terms", [{"visibility": "private"}, {"spectators": False}])
def test_games_that_strangers_may_not_watch_are_on_no_channel(terms: Json) -> None:
    ann = guest()
    game = ann.post("/games", {"seats": 2, **terms}).json()["game"]
    code = {"join_code": game["join_code"]} if game["join_code"] else {}
    assert guest().join(game["id"], **code).status_code == 200
    assert ann.state(game["id"])["phase"] == "ask"

    assert shown() == shown(ann) == {}


def test_a_game_that_has_ended_or_in_which_nothing_moves_disappears() -> None:
    over, ann, _ = seated(2)
    assert ann.post(f"/games/{over}/resign").status_code == 200
    still, *_ = seated(2)
    assert shown() == {"best": still, "classic": still}

    with time_machine.travel(timezone.now() + tv.RECENT + timedelta(seconds=1), tick=False):
        assert shown() == {}


def test_a_channel_shows_what_a_spectator_reads_of_the_game() -> None:
    game, *_ = seated(2)

    [best, _] = Player().get("/tv").json()["channels"]

    entry = Player().get(f"/games/{game}").json()
    del entry["rules"]
    assert best == {"channel": "best", "game": entry}


def test_more_games_cost_no_more_statements() -> None:
    seated(2)
    with CaptureQueriesContext(
        connection,
    ) as few:
        shown()
    for preset in ("classic", "bicycle", "classic"):
        seated(2, preset)

    with CaptureQueriesContext(connection) as many:
        shown()

    assert len(many) == len(few)


def test_two_players_with_many_games_displace_no_others() -> None:
    other, *_ = seated(2)
    ann, bob = guest(), guest()
    for _ in range(5):
        assert bob.join(ann.create()).status_code == 200

    compared = {candidate.id for candidate in tv._candidates(timezone.now())}

    assert number_of(other) in compared
    assert len(compared) <= 3


def test_the_number_of_players_who_are_looked_at_is_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seated(3)
    LastSeen.objects.update(at=timezone.now() - timedelta(minutes=1))
    newest, *_ = seated(2)
    monkeypatch.setattr(tv, "MOST_PEOPLE", 2)

    assert shown() == {"best": newest, "classic": newest}


def test_games_between_bots_are_shown_after_those_of_people() -> None:
    owner = registration.register("Olga", "seven-herrings-swim", now=timezone.now()).user
    made = [bots.create(owner, name, now=timezone.now()) for name in ("Robo", "Robi")]
    robo, robi = (Player(each.issued.secret, account=each.user.pk) for each in made)
    game = robo.create()
    assert robi.join(game).status_code == 200
    assert shown() == {"best": game, "classic": game}

    people, *_ = seated(2)
    assert shown()["best"] == people


@pytest.mark.parametrize("is_bot", [False, True])
def test_players_who_were_seen_last_are_found_by_an_index(is_bot: bool) -> None:
    seen = LastSeen.objects.filter(is_bot=is_bot, game__isnull=False).order_by("-at")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        plan = seen.values("game_id")[:200].explain()

    assert ("bots_last_seen" if is_bot else "people_last_seen") in plan
