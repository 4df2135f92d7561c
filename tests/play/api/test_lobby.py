"""Opening, finding, filling and starting games over HTTP."""

from functools import reduce
from operator import getitem
from typing import Any

import pytest
from django.conf import settings
from django.test.utils import override_settings
from pytest_django import Settings

from games.bots.levels import LEVELS
from games.engine.lobby import MOST_SEATINGS
from games.engine.presets import PRESETS
from games.log.models import Game
from games.play import lobby
from games.play.models import LobbyExit
from tests.players import API, Player, guest, refused, seated, seated_by_requests
from tests.tables import number_of

pytestmark = pytest.mark.django_db

UNKNOWN_GAME = "AzL8n0Y58m7"  # an id that no game has


# --- opening --------------------------------------------------------------------------------------


def test_a_new_game_is_a_lobby_with_its_host_on_seat_0() -> None:
    ann = guest()

    answer = ann.post("/games", {"preset": "pairs", "overlays": ["open_hand"], "seats": 3})

    body = answer.json()
    assert (answer.status_code, answer["ETag"]) == (201, '"2-0"')
    assert body["game"]["status"] == "lobby"
    assert (body["game"]["preset"], body["game"]["overlays"]) == ("pairs", ["open_hand"])
    [player] = body["game"]["players"]
    assert [player[name] for name in ("seat", "player", "kind", "bot")] == [
        *(0, ann.name, "person", None)
    ]
    assert (body["game"]["rules"]["book_size"], body["game"]["rules"]["open_hands"]) == (2, True)
    assert [move["number"] for move in body["moves"]] == [1, 2]
    assert (body["state"]["phase"], body["state"]["you"], body["state"]["version"]) == (
        "lobby",
        0,
        2,
    )
    shown = ann.get(f"/games/{body['game']['id']}").json()
    assert shown.pop("players") == [{**player, "online": True}]  # seen with this request
    assert shown == {name: value for name, value in body["game"].items() if name != "players"}


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        pytest.param("/games", {"seats": 2}, ("game", "id"), id="a game"),
        pytest.param("/matches", {"seats": 2, "wait_seconds": 60}, ("id",), id="a match"),
    ],
)
def test_what_was_made_is_where_the_answer_says(
    path: str, body: dict[str, int], place: tuple[str, ...]
) -> None:
    ann = guest()

    first, again = (ann.post(path, body, Idempotency_Key="one") for _ in range(2))

    number = reduce(getitem, place, first.json())
    assert first["Location"] == again["Location"] == f"{API}{path}/{number}"
    assert ann.get(f"{path}/{number}").status_code == 200


def test_rules_that_cannot_be_played_are_refused_option_by_option() -> None:
    answer = guest().post("/games", {"seats": 6, "preset": "bicycle"})

    assert refused(answer) == (400, "impossible_rules")
    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [
        ("/seats", "out_of_range"),
        ("/options/deal_table", "no_deal"),
    ]
    assert not Game.objects.exists()


# --- filling --------------------------------------------------------------------------------------


def test_the_lowest_empty_seat_is_taken_unless_another_is_named() -> None:
    game = guest().create(seats=4)

    seats = [guest().join(game, **body).json()["state"]["you"] for body in ({}, {"seat": 3}, {})]

    assert seats == [1, 3, 2]


def test_the_last_seat_taken_starts_the_game_and_deals() -> None:
    ann, bob = guest(), guest()
    game = ann.create()

    answer = bob.join(game)

    events = [event["type"] for move in answer.json()["moves"] for event in move["events"]]
    assert events[:4] == ["seat_taken", "started", "dealer_drawn", "dealt"]
    assert [move["seat"] for move in answer.json()["moves"]] == [1, None, None, None]
    assert answer.json()["state"]["phase"] == "ask"
    assert ann.get(f"/games/{game}").json()["status"] == "running"


def test_a_player_cannot_take_two_seats() -> None:
    ann = guest()
    game = ann.create(seats=3)

    assert refused(ann.join(game, seat=2)) == (409, "already_seated")
    assert ann.state(game)["version"] == 2


def test_a_seat_that_the_game_has_not_is_not_taken() -> None:
    game, eve = guest().create(seats=3), guest()

    answer = eve.join(game, seat=3)

    assert answer.status_code in (409, 422)
    assert eve.state(game)["you"] is None


@pytest.mark.parametrize("later", [False, True], ids=["with the seat", "afterwards"])
def test_entropy_is_given_once_and_joining_goes_on(later: bool) -> None:
    game, bob, cara = guest().create(seats=4), guest(), guest()
    bob.join(game, **({} if later else {"entropy": "dice"}))
    if later:
        assert bob.post(f"/games/{game}/entropy", {"entropy": "dice"}).status_code == 200

    answers = [bob.post(f"/games/{game}/entropy", {"entropy": f"more {n}"}) for n in range(3)]

    assert {refused(answer) for answer in answers} == {(409, "entropy_already_given")}
    assert cara.join(game, entropy="rain").status_code == 200


def test_who_leaves_frees_the_seat() -> None:
    ann, bob, cara = guest(), guest(), guest()
    game = ann.create(seats=3)
    bob.join(game)

    answer = bob.post(f"/games/{game}/leave")

    assert (answer.status_code, answer.json()["state"]["you"]) == (200, None)
    assert answer["ETag"] == '"4-s"'
    assert cara.join(game).json()["state"]["you"] == 1


def test_only_who_sits_can_leave_or_add_entropy() -> None:
    game, eve = guest().create(), guest()

    assert refused(eve.post(f"/games/{game}/leave")) == (403, "not_seated")
    assert refused(eve.post(f"/games/{game}/entropy", {"entropy": "x"})) == (403, "not_seated")


def test_the_lobby_is_closed_after_the_start() -> None:
    game, ann, _ = seated(2)

    for command, body in (("leave", {}), ("start", {}), ("entropy", {"entropy": "x"})):
        assert refused(ann.post(f"/games/{game}/{command}", body)) == (409, "already_started")


# --- starting -------------------------------------------------------------------------------------


def test_the_host_starts_with_those_who_are_there_and_they_move_together() -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=5)
    bob.join(game, seat=4)

    answer = ann.post(f"/games/{game}/start")

    assert answer.status_code == 200
    shown = ann.get(f"/games/{game}").json()
    assert (shown["status"], shown["seats"]) == ("running", 2)
    assert [(each["seat"], each["player"]) for each in shown["players"]] == [
        (0, ann.name),
        (1, bob.name),
    ]
    assert bob.state(game)["you"] == 1


def test_a_host_whose_seat_moves_is_answered_with_their_own_hand() -> None:
    ann, bob, cara = guest(), guest(), guest()
    game = ann.create(seats=4)
    bob.join(game, seat=1)
    cara.join(game, seat=3)
    ann.post(f"/games/{game}/leave")

    state = bob.post(f"/games/{game}/start").json()["state"]

    assert (state["you"], [bool(seat["hand"]) for seat in state["seats"]]) == (0, [True, False])


def test_only_the_host_starts() -> None:
    ann, bob, eve = guest(), guest(), guest()
    game = ann.create(seats=3)
    bob.join(game)

    assert refused(bob.post(f"/games/{game}/start")) == (403, "not_host")
    assert refused(eve.post(f"/games/{game}/start")) == (403, "not_seated")


# --- finding --------------------------------------------------------------------------------------


def found(query: str, player: Player | None = None) -> list[str]:
    page = (player or Player()).get(f"/games{query}").json()
    return [game["id"] for game in page["results"]]


def test_games_are_found_by_status_preset_and_player() -> None:
    ann, bob = guest(), guest()
    waiting = ann.create("pairs", seats=3)
    running, *_ = seated(2)
    over, dora, _ = seated(2)
    dora.post(f"/games/{over}/resign")
    bob.join(waiting)

    assert found("?status=lobby") == [waiting]
    assert found("?status=running") == [running]
    assert found("?status=over") == [over]
    assert found("?preset=pairs") == [waiting]
    assert found("?preset=pairs&status=over") == []
    assert found("?mine=true", ann) == found("?mine=true", bob) == [waiting]
    assert found("?mine=true&status=over", dora) == [over]
    assert len(found("?mine=false", ann)) == 3


def test_pages_hold_every_game_once_though_more_are_opened_meanwhile() -> None:
    ann = guest()
    games = [ann.create() for _ in range(7)]
    seen, page = [], ann.get("/games?limit=3").json()
    assert page["previous"] is None

    while True:
        seen += [game["id"] for game in page["results"]]
        if page["next"] is None:
            break
        ann.create()
        page = ann.client.get(page["next"]).json()
        assert page["previous"]

    assert seen == games[::-1]


def test_listing_ones_own_games_needs_a_token() -> None:
    assert refused(Player().get("/games?mine=true")) == (401, "not_authenticated")


# --- rules ----------------------------------------------------------------------------------------


def test_the_rule_sets_are_open_to_all_and_lead_to_each_other() -> None:
    listed = Player().get("/rulesets").json()

    assert [preset["name"] for preset in listed["presets"]] == list(PRESETS)
    assert listed["levels"] == list(LEVELS)
    for preset in listed["presets"]:
        full = Player().client.get(preset["link"]).json()
        assert full["how_to_play"]
        assert full["rules"].keys() == full["options_schema"]["properties"].keys()
        source = Player().client.get(preset["source"]["link"]).json()
        assert preset["name"] in source["presets"]
    for overlay in listed["overlays"]:
        source = Player().client.get(overlay["source"]["link"]).json()
        assert overlay["name"] in source["overlays"]


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_options_of_a_rule_set_can_be_sent_back_as_they_are(preset: str) -> None:
    rules = Player().get(f"/rulesets/{preset}").json()["rules"]

    answer = guest().post("/games", {"preset": preset, "options": rules, "seats": 3})

    assert (answer.status_code, answer.json()["game"]["rules"]) == (201, rules)


# --- ids ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(UNKNOWN_GAME, id="unknown"),
        pytest.param("z" * 2_000, id="far too long"),
        pytest.param("0000000000%00", id="with a NUL"),
        pytest.param("0000000000%FF", id="not even UTF-8"),
    ],
)
def test_a_game_that_there_is_not_is_not_found(method: str, game: str) -> None:
    path = f"/games/{game}/state" if method == "GET" else f"/games/{game}/join"

    answer = guest().send(method, path)

    assert refused(answer) == (404, "game_not_found")


# --- coming and going -----------------------------------------------------------------------------


def join_and_leave(player: Player, game: str, times: int) -> None:
    for _ in range(times):
        assert player.join(game).status_code == 200
        assert player.post(f"/games/{game}/leave").status_code == 200


@pytest.mark.usefixtures("in_one_window")
def test_one_account_takes_a_seat_in_the_same_lobby_a_few_times_only() -> None:
    ann, eve = guest(), guest()
    game = ann.create(seats=3)

    join_and_leave(eve, game, lobby.MOST_EXITS)

    assert refused(eve.join(game)) == (409, "left_too_often")
    assert guest().join(game).status_code == 200
    other = ann.create(seats=3)
    assert eve.join(other).status_code == 200


@pytest.mark.usefixtures("in_one_window")
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


@pytest.mark.usefixtures("in_one_window")
def test_who_was_removed_counts_like_who_left() -> None:
    ann, eve = guest(), guest()
    game = ann.create(seats=3)
    for _ in range(lobby.MOST_EXITS):
        assert eve.join(game).status_code == 200
        assert ann.client.delete(f"/api/v1/games/{game}/seats/1").status_code == 200

    assert refused(eve.join(game)) == (409, "left_too_often")


@pytest.mark.usefixtures("in_one_window")
def test_a_refused_seat_is_not_counted(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"seatings": "1/day"}
    ann, bob = guest(), guest()
    game = ann.create(seats=3)
    assert refused(ann.join(game)) == (409, "already_seated")

    assert bob.join(game).status_code == 200


@pytest.mark.usefixtures("in_one_window")
def test_who_may_not_come_back_is_kept_by_no_invitation_and_no_start() -> None:
    ann, bob, eve = guest(), guest(), guest()
    game = ann.create(seats=3)
    join_and_leave(eve, game, lobby.MOST_EXITS)
    ann.post(f"/games/{game}/invitations", {"player": eve.name})
    assert refused(eve.join(game)) == (409, "left_too_often")
    bob.join(game)

    assert ann.post(f"/games/{game}/start").status_code == 200
    assert refused(eve.join(game)) == (409, "already_started")


@pytest.mark.usefixtures("in_one_window")
def test_exits_are_forgotten_with_the_lobby() -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)
    join_and_leave(bob, game, 1)
    assert LobbyExit.objects.filter(game_id=number_of(game)).count() == 1

    bob.join(game)
    ann.post(f"/games/{game}/start")

    assert not LobbyExit.objects.exists()


@pytest.mark.usefixtures("in_one_window")
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


@pytest.mark.usefixtures("in_one_window")
@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param("/games", {"seats": 3}, id="a game"),
        pytest.param("/games/{over}/rematch", {}, id="a rematch"),
        pytest.param("/matches", {"seats": 2, "wait_seconds": 0}, id="a match"),
    ],
)
def test_opening_games_has_a_quota(path: str, body: dict[str, int]) -> None:
    over, ann, _ = seated_by_requests(2)
    ann.post(f"/games/{over}/resign")
    with rates(creation="4/hour"):  # one was used above
        for _ in range(2):
            assert ann.post("/games", {"seats": 3}).status_code == 201

        taken = ann.post(path.format(over=over), body)
        refusal = ann.post("/games", {"seats": 3})

    assert taken.status_code in (200, 201)
    assert refused(refusal) == (429, "rate_limited")
    assert 0 < int(refusal["Retry-After"]) <= 3600
    assert '"creation";r=0' in refusal["RateLimit"]


@pytest.mark.usefixtures("in_one_window")
def test_the_quota_of_an_account_is_its_own_and_that_of_an_address_is_shared() -> None:
    ann, bob = guest(), guest()
    with rates(creation="1/hour", creation_address="2/hour"):
        assert ann.post("/games", {"seats": 3}).status_code == 201
        assert bob.post("/games", {"seats": 3}).status_code == 201
        cara = guest().post("/games", {"seats": 3})

    assert refused(cara) == (429, "rate_limited")
