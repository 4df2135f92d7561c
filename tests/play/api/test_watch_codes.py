"""Watch codes: who makes them, what they open, how tries are counted, and that no answer tells of a
private game.
"""

from typing import Any

import pytest
from pytest_django import Settings

from games.log.models import Game
from tests.players import Player, guest, refused
from tests.tables import number_of

pytestmark = pytest.mark.django_db
READS = ("", "/state", "/moves", "/replay?at=1", "/presence", "/stream")


def opened(host: Player, **terms: Any) -> tuple[str, str]:
    """Return a new private game of two and its join code."""
    game = host.post("/games", {"seats": 2, "visibility": "private", **terms}).json()["game"]
    return game["id"], game["join_code"]


def running() -> tuple[str, Player, Player]:
    ann, bob = guest(), guest()
    game, code = opened(ann)
    assert bob.join(game, join_code=code).status_code == 200
    return game, ann, bob


def made(host: Player, game: str) -> str:
    answer = host.post(f"/games/{game}/watch_code")
    assert answer.status_code == 200, answer.content
    assert answer["Cache-Control"] == "no-store"
    code: str = answer.json()["watch_code"]
    return code


def ticket(caller: Player, game: str, code: str) -> Any:
    return caller.post(f"/games/{game}/stream_ticket", {"watch_code": code})


def test_a_code_lets_others_watch_as_spectators() -> None:
    game, ann, bob = running()
    code, eve = made(ann, game), Player()

    for path in READS:
        assert eve.get(f"/games/{game}{path}", X_Watch_Code=code).status_code == 200, path
    state = eve.get(f"/games/{game}/state", X_Watch_Code=code).json()
    own = bob.get(f"/games/{game}/state").json()

    assert state["you"] is None and state["legal_actions"] == []
    assert own["you"] == 1
    assert "hand" not in str(state["seats"]) or state["seats"][0].get("hand") is None
    shown = eve.get(f"/games/{game}", X_Watch_Code=code).json()
    assert (shown["join_code"], shown["watch_code"]) == (None, None)


def test_no_shared_cache_stores_what_a_code_opens() -> None:
    game, ann, _ = running()
    code = made(ann, game)
    ann.post(f"/games/{game}/resign")

    for path in (*READS, "/transcript"):
        answer = Player().get(f"/games/{game}{path}", X_Watch_Code=code)
        assert answer.status_code in (200, 204), path
        assert answer["Cache-Control"] in ("no-store", "private, no-cache"), path


def test_a_spectator_of_a_public_game_sees_what_a_watcher_sees() -> None:
    game, ann, _ = running()
    code = made(ann, game)
    watched = guest().get(f"/games/{game}/state", X_Watch_Code=code)
    Game.objects.filter(pk=number_of(game)).update(is_private=False)

    public = guest().get(f"/games/{game}/state")

    assert (watched.content, watched["ETag"]) == (public.content, public["ETag"])
    assert watched["ETag"].endswith('-s"')


def test_a_code_opens_no_seat_and_no_command() -> None:
    ann, eve = guest(), guest()
    game, _ = opened(ann)
    code = made(ann, game)

    answers = [
        eve.join(game, join_code=code),
        eve.post(f"/games/{game}/join", {}, X_Watch_Code=code),
        eve.post(f"/games/{game}/start", {}, X_Watch_Code=code),
        eve.post(f"/games/{game}/watch_code", {}, X_Watch_Code=code),
        eve.post(f"/games/{game}/decline", {}, X_Watch_Code=code),
        eve.get(f"/games/{game}/invitations", X_Watch_Code=code),
    ]

    assert [refused(answer) for answer in answers] == [(404, "game_not_found")] * len(answers)
    assert eve.get("/games?status=lobby").json()["results"] == []


@pytest.mark.parametrize("code", ["22222222", "ÿ"])
def test_a_wrong_code_is_answered_as_if_there_were_no_game(code: str) -> None:
    game, ann, _ = running()
    made(ann, game)
    bare, *_ = running()

    for path in READS:
        met = [
            Player().get(f"/games/{each}{path}", X_Watch_Code=code)
            for each in (game, bare, "00000000000")
        ]
        assert [refused(each) for each in met] == [(404, "game_not_found")] * 3, path
        assert len({each.content for each in met}) == 1
        assert len({each["RateLimit-Policy"] for each in met}) == 1
    if 0 < len(code) <= 8:
        met = [ticket(Player(), each, code) for each in (game, bare, "00000000000")]
        assert [refused(each) for each in met] == [(404, "game_not_found")] * 3


def test_a_new_code_voids_the_one_before_and_revoking_voids_all() -> None:
    game, ann, _ = running()
    first = made(ann, game)
    second = made(ann, game)
    statuses = [
        Player().get(f"/games/{game}/state", X_Watch_Code=code).status_code
        for code in (first, second)
    ]
    path = f"/api/v1/games/{game}/watch_code"
    assert [ann.client.delete(path).status_code for _ in range(2)] == [204] * 2

    assert statuses == [404, 200]
    assert ann.get(f"/games/{game}").json()["watch_code"] is None
    for code in (first, second, ""):
        answer = Player().get(f"/games/{game}/state", X_Watch_Code=code)
        assert refused(answer) == (404, "game_not_found")


def test_only_the_host_of_a_private_game_with_spectators_makes_a_code() -> None:
    game, ann, bob = running()
    public = ann.create(seats=2)
    barred, _ = opened(ann, spectators=False)
    closed, _ = opened(ann)
    ann.post(f"/games/{closed}/leave")

    assert refused(bob.post(f"/games/{game}/watch_code")) == (403, "not_host")
    assert refused(guest().post(f"/games/{game}/watch_code")) == (404, "game_not_found")
    assert refused(guest().post(f"/games/{public}/watch_code")) == (403, "not_host")
    assert refused(ann.post(f"/games/{public}/watch_code")) == (409, "game_is_public")
    assert refused(ann.post(f"/games/{barred}/watch_code")) == (403, "spectators_barred")
    assert refused(ann.post(f"/games/{closed}/watch_code"))[0] in (404, 409)
    assert refused(ann.post(f"/games/{game}/watch_code", {"x": 1})) == (400, "validation_error")


def test_the_next_player_revokes_the_code_of_a_host_who_left() -> None:
    ann, bob, eve = guest(), guest(), guest()
    game, code = opened(ann, seats=3, on_abandon="stand_in")
    for each in (bob, eve):
        assert each.join(game, join_code=code).status_code == 200
    made(ann, game)
    ann.post(f"/games/{game}/resign")

    assert refused(ann.post(f"/games/{game}/watch_code")) == (403, "not_host")
    assert bob.client.delete(f"/api/v1/games/{game}/watch_code").status_code == 204


# --- tries ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("in_one_window")
def test_wrong_codes_count_with_join_codes_and_right_ones_do_not(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"join_code": "3/hour"}
    game, ann, _ = running()
    code = made(ann, game)
    for _ in range(5):
        assert Player().get(f"/games/{game}/state", X_Watch_Code=code).status_code == 200
        assert ticket(Player(), game, code).status_code == 201

    guest().join(game, join_code="22222222")
    wrong = [Player().get(f"/games/{game}/state", X_Watch_Code="2") for _ in range(2)]
    full = Player().get(f"/games/{game}/state", X_Watch_Code=code)
    none = Player().get("/games/00000000000/state", X_Watch_Code=code)

    assert [answer.status_code for answer in wrong] == [404, 429]
    assert [refused(each) for each in (full, none)] == [(429, "rate_limited")] * 2
    assert ann.get(f"/games/{game}/state").status_code == 200


def test_a_ticket_of_a_code_is_void_with_the_code() -> None:
    game, ann, _ = running()
    other, *_ = running()
    code = made(ann, game)
    texts = [ticket(each, game, code).json()["ticket"] for each in (Player(), guest())]
    path = f"/games/{game}/stream?ticket="
    assert [Player().get(path + each).status_code for each in texts] == [200] * 2
    ann.post(f"/games/{game}/watch_code")

    for text in texts:
        assert code not in text
        assert Player().get(f"/games/{game}/stream?ticket={text}").status_code == 404
        assert Player().get(f"/games/{other}/stream?ticket={text}").status_code == 401


# --- costs ----------------------------------------------------------------------------------------


def test_the_join_code_is_no_watch_code() -> None:
    ann = guest()
    game, join_code = opened(ann)
    made(ann, game)

    assert refused(Player().get(f"/games/{game}/state", X_Watch_Code=join_code))[0] == 404


def test_players_see_the_code_and_others_do_not() -> None:
    game, ann, bob = running()
    code = made(ann, game)

    assert [each.get(f"/games/{game}").json()["watch_code"] for each in (ann, bob)] == [code] * 2
    listed = bob.get("/games?mine=true").json()["results"][0]
    assert listed["watch_code"] == code
