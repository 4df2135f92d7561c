"""The public games that are worth watching now."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import registration
from games.live import tv
from games.live.tv_feed import LIFE, SNAPSHOT
from games.log.models import Game
from games.play import presence
from games.play.presence import Spectators
from games.ratings import pools
from tests.accounts import people
from tests.players import Json, Player, guest, seated_by_requests
from tests.tables import number_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_presence_recorded_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_recorded", {})


@pytest.fixture
def registered() -> list[Player]:
    """Registered people."""
    made = [people.register(name) for name in ("Ann", "Bob", "Cid", "Dora", "Eve", "Finn")]
    return [Player(each.issued.secret, account=each.user.pk) for each in made]


def table(players: Sequence[Player], **terms: Any) -> str:
    """Return a game that has started."""
    body = {"seats": len(players), **terms}
    game: str = players[0].post("/games", body).json()["game"]["id"]
    for player in players[1:]:
        assert player.join(game).status_code == 200
    return game


def shown(reader: Player | None = None) -> dict[str, str]:
    """Return the id of the game on each channel now."""
    SNAPSHOT.forget()
    answer = (reader or Player()).get("/tv")
    assert answer.status_code == 200, answer.content
    return {each["channel"]: each["game"]["id"] for each in answer.json()["channels"]}


def test_without_games_there_are_no_channels() -> None:
    guest().post("/games", {"seats": 2})  # a lobby is nothing to watch

    assert shown() == {}


def test_more_than_two_registered_people_rank_no_game_higher_but_a_rated_one_is(
    registered: list[Player],
) -> None:
    rated = table(registered[:2], rated=True)
    table(registered[2:])

    assert shown()["best"] == rated


def test_a_game_that_its_start_made_unrated_ranks_as_unrated(registered: list[Player]) -> None:
    ann, bob, cid, dora, *_ = registered
    for _ in range(pools.MOST_A_DAY):
        assert bob.post(f"/games/{table([ann, bob], rated=True)}/resign").status_code == 200
    presence._recorded.clear()  # each player is noted at their next game
    unrated = table([ann, bob], rated=True)
    assert ann.state(unrated)["rated"] is False

    assert shown()["best"] == unrated
    later = table([cid, dora])
    assert shown()["best"] == later


def test_registered_watchers_rank_a_game_higher(registered: list[Player]) -> None:
    watched, other = table(registered[:2]), table(registered[2:4])
    accounts = {registered[4].account, registered[5].account}
    crowd = {guest().account for _ in range(5)}

    presence.note_watched(
        {
            number_of(watched): Spectators(3, accounts),
            number_of(other): Spectators(9, {registered[4].account, *crowd}),
        },
        now=timezone.now(),
    )

    assert shown()["best"] == watched


def test_each_preset_has_its_channel() -> None:
    two, *_ = seated_by_requests(2, preset="bicycle")
    three, *_ = seated_by_requests(3)

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
    over, ann, _ = seated_by_requests(2)
    assert ann.post(f"/games/{over}/resign").status_code == 200
    still, *_ = seated_by_requests(2)
    assert shown() == {"best": still, "classic": still}

    with time_machine.travel(timezone.now() + tv.RECENT + timedelta(seconds=1), tick=False):
        assert shown() == {}


def test_a_game_in_which_nothing_moves_is_shown_while_a_person_is_there() -> None:
    still, ann, _ = seated_by_requests(2)
    later = timezone.now() + presence.STALE + timedelta(seconds=1)

    with time_machine.travel(later, tick=False):
        assert shown() == {}
        presence.note_seen([(number_of(still), ann.account)], now=later)
        assert shown() == {"best": still, "classic": still}


def test_a_game_whose_player_is_away_ranks_below_one_in_which_players_act(
    registered: list[Player],
) -> None:
    table(registered[:2], rated=True)
    with time_machine.travel(timezone.now() + tv.ACTIVE + timedelta(seconds=1), tick=False):
        guests = table([guest(), guest()])

        assert shown()["best"] == guests


def test_a_channel_shows_what_a_spectator_reads_of_the_game() -> None:
    game, *_ = seated_by_requests(2)

    [best, _] = Player().get("/tv").json()["channels"]

    entry = Player().get(f"/games/{game}").json()
    del entry["rules"], entry["analysis"]
    assert best == {"channel": "best", "game": entry, "watchers": 0}


def test_games_between_bots_are_shown_after_those_of_people() -> None:
    owner = registration.register("Olga", "seven-herrings-swim", now=timezone.now()).user
    made = [registration.create_bot(owner, name, now=timezone.now()) for name in ("Robo", "Robi")]
    robo, robi = (Player(each.issued.secret, account=each.user.pk) for each in made)
    game = robo.create()
    assert robi.join(game).status_code == 200
    assert shown() == {"best": game, "classic": game}

    of_people, *_ = seated_by_requests(2)
    mover = (robo, robi)[robo.state(game)["to_act"]]
    ask = next(each for each in mover.state(game)["legal_actions"] if each["type"] == "ask")
    assert mover.act(game, ask).status_code == 200
    assert shown()["best"] == of_people


def test_all_readers_share_one_snapshot_without_what_only_a_player_sees(
    registered: list[Player],
) -> None:
    host, *_ = registered
    table(registered[:2])

    with CaptureQueriesContext(connection) as made:
        first = host.get("/tv")
    with CaptureQueriesContext(connection) as read:
        second = Player().get("/tv")

    assert first.json() == second.json()
    assert any(each["sql"].startswith("SELECT") for each in made)
    assert not any(each["sql"].startswith("SELECT") for each in read)


@pytest.mark.parametrize("change", [{"is_private": True}, {"has_spectators": False}])
def test_a_game_that_is_hidden_stays_no_longer_than_the_snapshot(change: dict[str, bool]) -> None:
    game, *_ = seated_by_requests(2)
    assert shown()["best"] == game
    Game.objects.update(**change)

    with time_machine.travel(timezone.now() + LIFE, tick=False):
        assert Player().get("/tv").json() == {"channels": [], "recent": []}


def test_a_channel_counts_those_who_watch(registered: list[Player]) -> None:
    game = table(registered[:2])
    presence.note_watched(
        {number_of(game): Spectators(3, {registered[4].account})}, now=timezone.now()
    )

    assert [each["watchers"] for each in Player().get("/tv").json()["channels"]] == [3, 3]


# --- games that ended lately ----------------------------------------------------------------------


def recent() -> list[str]:
    """Return the ids of the games to replay."""
    SNAPSHOT.forget()
    return [each["id"] for each in Player().get("/tv").json()["recent"]]


def finished(players: Sequence[Player], **terms: Any) -> str:
    """Return a game that its host has resigned."""
    game = table(players, **terms)
    assert players[0].post(f"/games/{game}/resign").status_code == 200
    return game


def test_games_that_ended_are_there_to_replay_only_while_none_is_played(
    registered: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tv, "FEWEST_MOVES", 1)
    of_people = finished(registered[:2])
    latest = finished(registered[2:4])
    of_one = finished([guest(), registered[0]])
    of_guests = finished([guest(), guest()])
    with_a_bot = finished([guest()], seats=2, bots=["memory"])

    assert recent() == [latest, of_people, of_one, of_guests, with_a_bot]
    whole = Player().get(f"/games/{latest}").json()
    shown_there = Player().get("/tv").json()["recent"][0]
    assert shown_there.items() <= whole.items()
    assert whole.keys() - shown_there.keys() == {"rules", "analysis"}
    seated_by_requests(2)
    assert recent() == []


def test_games_that_are_nothing_to_replay_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    older, newer = finished([guest(), guest()]), finished([guest(), guest()])
    assert recent() == []  # too few moves

    monkeypatch.setattr(tv, "FEWEST_MOVES", 1)
    assert recent() == [newer, older]
    with monkeypatch.context() as limited:
        limited.setattr(tv, "MOST_RECENT", 1)
        assert recent() == [newer]
    with monkeypatch.context() as limited:
        limited.setattr(tv, "MOST_ENDED", 1)
        assert recent() == [newer]
    changes: list[Json] = [{"is_private": True}, {"has_spectators": False}, {"imported_from": {}}]
    for change in changes:
        with transaction.atomic():
            Game.objects.filter(pk=number_of(newer)).update(**change)
            assert recent() == [older]
            transaction.set_rollback(True)
