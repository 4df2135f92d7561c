"""Limits of a lobby and of the list of lobbies, per account, per address and in total."""

from typing import Any

import pytest
from django.conf import settings
from django.test.utils import override_settings
from pytest_django import Settings

from games.engine.lobby import MOST_SEATINGS
from games.models import LobbyExit
from games.services.lobbies import lobby
from tests.players import Player, guest, refused, seated_by_requests
from tests.tables import number_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_one_window")]


# --- coming and going -----------------------------------------------------------------------------


def join_and_leave(player: Player, game: str, times: int) -> None:
    for _ in range(times):
        assert player.join(game).status_code == 200
        assert player.post(f"/games/{game}/leave").status_code == 200


def test_one_account_takes_a_seat_in_the_same_lobby_a_few_times_only() -> None:
    ann, eve = guest(), guest()
    game = ann.create(seats=3)

    join_and_leave(eve, game, lobby.MOST_EXITS)

    assert refused(eve.join(game)) == (409, "left_too_often")
    assert guest().join(game).status_code == 200
    other = ann.create(seats=3)
    assert eve.join(other).status_code == 200


def test_accounts_behind_one_address_take_seats_of_a_lobby_a_few_times_only(
    settings: Settings,
) -> None:
    settings.RATES = settings.RATES | {"seatings": "2/day"}
    ann, eve, mallory = guest(), guest(), guest()
    game = ann.create(seats=3)
    join_and_leave(eve, game, 2)

    assert refused(mallory.join(game)) == (429, "rate_limited")
    assert mallory.join(ann.create(seats=3)).status_code == 200
    elsewhere = mallory.client.post(f"/api/v1/games/{game}/join", REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 200


def test_a_refused_seat_is_not_counted(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"seatings": "1/day"}
    ann, bob = guest(), guest()
    game = ann.create(seats=3)
    assert refused(ann.join(game)) == (409, "already_seated")

    assert bob.join(game).status_code == 200


def test_who_was_removed_counts_like_who_left() -> None:
    ann, eve = guest(), guest()
    game = ann.create(seats=3)
    for _ in range(lobby.MOST_EXITS):
        assert eve.join(game).status_code == 200
        assert ann.client.delete(f"/api/v1/games/{game}/seats/1").status_code == 200

    assert refused(eve.join(game)) == (409, "left_too_often")


def test_who_may_not_come_back_is_kept_by_no_invitation_and_no_start() -> None:
    ann, bob, eve = guest(), guest(), guest()
    game = ann.create(seats=3)
    join_and_leave(eve, game, lobby.MOST_EXITS)
    ann.post(f"/games/{game}/invitations", {"player": eve.name})
    assert refused(eve.join(game)) == (409, "left_too_often")
    bob.join(game)

    assert ann.post(f"/games/{game}/start").status_code == 200
    assert refused(eve.join(game)) == (409, "already_started")


@pytest.mark.parametrize("end", ["start", "close"])
def test_exits_are_forgotten_with_the_lobby(end: str) -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)
    join_and_leave(bob, game, 1)
    assert LobbyExit.objects.filter(game_id=number_of(game)).count() == 1

    if end == "start":
        bob.join(game)
        ann.post(f"/games/{game}/start")
    else:
        ann.post(f"/games/{game}/leave")

    assert not LobbyExit.objects.exists()


def test_many_accounts_cannot_keep_the_host_from_filling_the_lobby_and_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby, "RESERVED_SEATINGS", MOST_SEATINGS - 7)
    ann, friend, stranger = guest(), guest(), guest()
    game = ann.create(seats=4)
    for _ in range(2):
        join_and_leave(guest(), game, lobby.MOST_EXITS)

    assert refused(stranger.join(game)) == (409, "too_many_seatings")
    assert ann.post(f"/games/{game}/invitations", {"player": friend.name}).status_code == 204
    assert friend.join(game, entropy="rain").status_code == 200
    assert ann.post(f"/games/{game}/bots", {"level": "random"}).status_code == 200
    assert ann.post(f"/games/{game}/start").status_code == 200


# --- opening --------------------------------------------------------------------------------------


def rates(**changed: str) -> Any:
    return override_settings(RATES=settings.RATES | changed)


def test_the_usual_quotas_leave_a_school_class_alone() -> None:
    assert settings.RATES["creation"] == "300/hour"
    assert settings.RATES["creation_address"] == "1500/hour"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param("/games", {"seats": 3}, id="a game"),
        pytest.param("/games/{over}/rematch", {}, id="a rematch"),
        pytest.param("/matches", {"seats": 2, "wait_seconds": 0}, id="a match"),
    ],
)
@pytest.mark.parametrize("quota", ["creation", "creation_address"])
def test_opening_games_has_a_quota(quota: str, path: str, body: dict[str, int]) -> None:
    over, ann, _ = seated_by_requests(2)
    ann.post(f"/games/{over}/resign")
    with rates(**{quota: "4/hour"}):  # one was used above
        for _ in range(2):
            assert ann.post("/games", {"seats": 3}).status_code == 201

        taken = ann.post(path.format(over=over), body)
        refusal = ann.post("/games", {"seats": 3})

    assert taken.status_code in (200, 201)
    assert refused(refusal) == (429, "rate_limited")
    assert 0 < int(refusal["Retry-After"]) <= 3600
    assert f'"{quota}";r=0' in refusal["RateLimit"]


def test_the_quota_of_an_account_is_its_own_and_that_of_an_address_is_shared() -> None:
    ann, bob = guest(), guest()
    with rates(creation="1/hour", creation_address="2/hour"):
        assert ann.post("/games", {"seats": 3}).status_code == 201
        assert bob.post("/games", {"seats": 3}).status_code == 201
        cara = guest().post("/games", {"seats": 3})

    assert refused(cara) == (429, "rate_limited")


def test_looking_for_games_costs_nothing_of_the_quota() -> None:
    ann = guest()
    with rates(creation="1/hour"):
        assert {ann.get("/games").status_code for _ in range(3)} == {200}
        assert "creation" not in ann.get("/games").headers["RateLimit"]
