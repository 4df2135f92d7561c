"""Opening, finding, filling and starting games over HTTP."""

from functools import reduce
from operator import getitem
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.bots.levels import LEVELS
from games.engine.presets import OWN, PRESETS, SOURCES
from games.models import Game
from tests.players import API, Player, guest, refused, seated, seated_by_requests, statements

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql

UNKNOWN_GAME = "AzL8n0Y58m7"  # an id that no game has


def pointers(answer: Any) -> list[tuple[str, str]]:
    """Return the pointer and code of each error."""
    return [(error["pointer"], error["code"]) for error in answer.json()["errors"]]


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


def test_a_game_is_classic_unless_another_is_named() -> None:
    answer = guest().post("/games", {"seats": 2})

    assert answer.json()["game"]["preset"] == "classic"


def test_options_stand_over_overlays_and_those_over_the_preset() -> None:
    body = {"preset": "pairs", "overlays": ["series"], "options": {"target_score": 25}, "seats": 4}

    rules = guest().post("/games", body).json()["game"]["rules"]

    assert (rules["book_size"], rules["target_score"]) == (2, 25)


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        pytest.param({}, [("/seats", "required")], id="no seats"),
        pytest.param({"seats": "2"}, [("/seats", "invalid")], id="seats as a text"),
        pytest.param({"seats": True}, [("/seats", "invalid")], id="seats as a truth"),
        pytest.param({"seats": 2.5}, [("/seats", "invalid")], id="half a seat"),
        pytest.param({"seats": None}, [("/seats", "null")], id="seats of nothing"),
        pytest.param({"seats": 1}, [("/seats", "min_value")], id="alone"),
        pytest.param({"seats": 7}, [("/seats", "max_value")], id="too many"),
        pytest.param({"seats": 2**63}, [("/seats", "max_value")], id="far too many"),
        pytest.param(
            {"seats": 2, "preset": "poker"}, [("/preset", "invalid_choice")], id="no such preset"
        ),
        pytest.param(
            {"seats": 2, "preset": 0}, [("/preset", "invalid_choice")], id="a preset by number"
        ),
        pytest.param(
            {"seats": 2, "overlays": "pairs"}, [("/overlays", "not_a_list")], id="no list"
        ),
        pytest.param(
            {"seats": 2, "overlays": ["pairs", "x"]},
            [("/overlays/1", "invalid_choice")],
            id="no such overlay",
        ),
        pytest.param(
            {"seats": 2, "overlays": ["pairs"] * 11}, [("/overlays", "duplicate")], id="too often"
        ),
        pytest.param({"seats": 2, "options": []}, [("/options", "not_a_dict")], id="no options"),
        pytest.param(
            {"seats": 2, "colour": "red", "a/b~c": 1},
            [("/colour", "unknown_field"), ("/a~1b~0c", "unknown_field")],
            id="fields that there are not",
        ),
        pytest.param(
            {"seats": 0, "preset": "poker"},
            [("/preset", "invalid_choice"), ("/seats", "min_value")],
            id="every error at once",
        ),
    ],
)
def test_a_new_game_of_the_wrong_shape_is_refused_field_by_field(
    body: dict[str, Any], errors: list[tuple[str, str]]
) -> None:
    answer = guest().post("/games", body)

    assert refused(answer) == (400, "validation_error")
    assert pointers(answer) == errors
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        pytest.param(
            {"seats": 6, "preset": "bicycle"},
            [("/seats", "out_of_range"), ("/options/deal_table", "no_deal")],
            id="six at bicycle",
        ),
        pytest.param(
            {"seats": 2, "overlays": ["play_on"]},
            [("/overlays/0", "overlay_not_for_preset")],
            id="an overlay of other presets",
        ),
        pytest.param(
            {"seats": 2, "options": {"book_size": 3, "transfer": "none"}},
            [("/options/book_size", "invalid"), ("/options/transfer", "invalid")],
            id="values that there are not",
        ),
    ],
)
def test_rules_that_cannot_be_played_are_refused_option_by_option(
    body: dict[str, Any], errors: list[tuple[str, str]]
) -> None:
    answer = guest().post("/games", body)

    assert refused(answer) == (400, "impossible_rules")
    assert pointers(answer) == errors
    assert not Game.objects.exists()


# --- filling --------------------------------------------------------------------------------------


@POSTGRESQL
def test_the_lowest_empty_seat_is_taken_unless_another_is_named() -> None:
    game = guest().create(seats=4)

    seats = [guest().join(game, **body).json()["state"]["you"] for body in ({}, {"seat": 3}, {})]

    assert seats == [1, 3, 2]


@POSTGRESQL
def test_the_last_seat_taken_starts_the_game_and_deals() -> None:
    ann, bob = guest(), guest()
    game = ann.create()

    answer = bob.join(game)

    events = [event["type"] for move in answer.json()["moves"] for event in move["events"]]
    assert events[:4] == ["seat_taken", "started", "dealer_drawn", "dealt"]
    assert [move["seat"] for move in answer.json()["moves"]] == [1, None, None, None]
    assert answer.json()["state"]["phase"] == "ask"
    assert ann.get(f"/games/{game}").json()["status"] == "running"


@POSTGRESQL
@pytest.mark.parametrize(
    ("body", "problem"),
    [
        pytest.param({}, (409, "already_seated"), id="on any seat"),
        pytest.param({"seat": 2}, (409, "already_seated"), id="on another"),
        pytest.param({"seat": 0}, (409, "already_seated"), id="on the same"),
    ],
)
def test_a_player_cannot_take_two_seats(body: dict[str, int], problem: tuple[int, str]) -> None:
    ann = guest()
    game = ann.create(seats=3)

    assert refused(ann.join(game, **body)) == problem
    assert ann.state(game)["version"] == 2


def test_a_game_that_has_started_cannot_be_joined() -> None:
    game, *_ = seated(2)

    assert refused(guest().join(game)) == (409, "already_started")


def test_a_seat_that_the_game_has_not_is_not_taken() -> None:
    game, eve = guest().create(seats=3), guest()

    answer = eve.join(game, seat=3)

    assert answer.status_code in (409, 422)
    assert eve.state(game)["you"] is None


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        pytest.param({"seat": 6}, "/seat", id="a seat beyond all"),
        pytest.param({"seat": -1}, "/seat", id="a seat below all"),
        pytest.param({"seat": "1"}, "/seat", id="a seat as a text"),
        pytest.param({"entropy": "x" * 129}, "/entropy", id="too much entropy"),
        pytest.param({"entropy": "a\0b"}, "/entropy", id="a NUL in the entropy"),
        pytest.param({"entropy": "a\n1:b"}, "/entropy", id="a line break in the entropy"),
        pytest.param({"entropy": "a\n"}, "/entropy", id="a line break at its end"),
        pytest.param({"entropy": "a\x85"}, "/entropy", id="a control character in the entropy"),
        pytest.param({"entropy": "a\u2028"}, "/entropy", id="a line separator in the entropy"),
        pytest.param({"entropy": ""}, "/entropy", id="no entropy at all"),
        pytest.param({"colour": "red"}, "/colour", id="an unknown field"),
    ],
)
def test_a_join_of_the_wrong_shape_is_refused(body: dict[str, Any], pointer: str) -> None:
    game = guest().create()

    answer = guest().join(game, **body)

    assert refused(answer) == (400, "validation_error")
    assert {place for place, _ in pointers(answer)} == {pointer}
    assert Player().state(game)["version"] == 2


@POSTGRESQL
@pytest.mark.parametrize("later", [False, True], ids=["with the seat", "afterwards"])
def test_entropy_is_given_once_and_joining_goes_on(later: bool) -> None:
    game, bob, cara = guest().create(seats=4), guest(), guest()
    bob.join(game, **({} if later else {"entropy": "dice"}))
    if later:
        assert bob.post(f"/games/{game}/entropy", {"entropy": "dice"}).status_code == 200

    answers = [bob.post(f"/games/{game}/entropy", {"entropy": f"more {n}"}) for n in range(3)]

    assert {refused(answer) for answer in answers} == {(409, "entropy_already_given")}
    assert cara.join(game, entropy="rain").status_code == 200


@POSTGRESQL
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


@pytest.mark.parametrize("command", ["leave", "start", "entropy"])
def test_the_lobby_is_closed_after_the_start(command: str) -> None:
    game, ann, _ = seated(2)
    body = {"entropy": "x"} if command == "entropy" else {}

    assert refused(ann.post(f"/games/{game}/{command}", body)) == (409, "already_started")


# --- starting -------------------------------------------------------------------------------------


@POSTGRESQL
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


def test_the_headers_of_the_list_are_for_all_who_may_read_it() -> None:
    assert Player().send("HEAD", "/games").status_code == 200
    assert guest("read").send("HEAD", "/games").status_code == 200


def test_games_are_listed_newest_first() -> None:
    games = [guest().create() for _ in range(3)]

    assert found("") == games[::-1]


@POSTGRESQL
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


@POSTGRESQL
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


@POSTGRESQL
def test_a_page_costs_the_same_number_of_queries_however_long_it_is() -> None:
    ann = guest()
    costs = []
    for _ in range(3):
        seated_by_requests(3)
        ann.create(seats=4)
        with CaptureQueriesContext(connection) as queries:
            assert ann.get("/games?limit=100").status_code == 200
        costs.append(statements(queries))

    # The token, the games with their positions, their seats, the accounts on them, the ratings of
    # these, the rematches.
    assert costs == [6, 6, 6]


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        pytest.param("status=waiting", "/status", id="no such status"),
        pytest.param("preset=poker", "/preset", id="no such preset"),
        pytest.param("preset=a%00b", "/preset", id="a NUL"),
        pytest.param("mine=perhaps", "/mine", id="neither yes nor no"),
        pytest.param("seats=1", "/seats", id="too few seats"),
        pytest.param("seats=7", "/seats", id="too many seats"),
        pytest.param("seats=two", "/seats", id="seats in words"),
        pytest.param("free_seats=0", "/free_seats", id="no free seats"),
        pytest.param("free_seats=99999999999999999999", "/free_seats", id="beyond all numbers"),
        pytest.param("player=", "/player", id="no player"),
        pytest.param(f"player={'x' * 31}", "/player", id="a name that is too long"),
        pytest.param("player=a%00b", "/player", id="a name with a NUL"),
        pytest.param("bots_allowed=7", "/bots_allowed", id="neither with bots nor without"),
        pytest.param("turn_seconds_max=4", "/turn_seconds_max", id="a clock too fast"),
        pytest.param("turn_seconds_max=-1", "/turn_seconds_max", id="a clock that runs backwards"),
        pytest.param("untimed=perhaps", "/untimed", id="a clock or none"),
        pytest.param("created_after=yesterday", "/created_after", id="no time"),
        pytest.param("created_after=2026-01-01", "/created_after", id="a bare date"),
        pytest.param("created_before=2026-01-01T00:00", "/created_before", id="no offset"),
        pytest.param("created_after=2026-13-01T00:00:00Z", "/created_after", id="no month"),
        pytest.param("created_after=9999-12-31T23:59:59-23:59", "/created_after", id="no year"),
        pytest.param("sort=name", "/sort", id="no such order"),
        pytest.param("expand=moves", "/expand", id="nothing to expand"),
        pytest.param("cursor=cD0x", "/cursor", id="a cursor of another list"),
        pytest.param("limit=0", "/limit", id="no games a page"),
        pytest.param("limit=101", "/limit", id="too many a page"),
        pytest.param("limit=many", "/limit", id="no number"),
        pytest.param("colour=red", "/colour", id="no such filter"),
        pytest.param("cursor=x", "/cursor", id="no cursor"),
        pytest.param("cursor=cD1hYmM%3D", "/cursor", id="a cursor at no id"),
        pytest.param("cursor=cD0lMDA%3D", "/cursor", id="a cursor at a NUL"),
        pytest.param("cursor=cD0%3D", "/cursor", id="a cursor at nothing"),
        pytest.param("cursor=bz0tMQ%3D%3D", "/cursor", id="a cursor before the first"),
        pytest.param("cursor=cj0x", "/cursor", id="a cursor without a place"),
        pytest.param(f"cursor={'cD05' + 'OTk5' * 2000}", "/cursor", id="a cursor of 6,001 digits"),
        pytest.param("limit=5&limit=6", "/limit", id="a parameter given twice"),
        pytest.param("cursor=%00", "/cursor", id="a NUL for a cursor"),
    ],
)
def test_a_filter_that_cannot_be_read_is_refused(query: str, pointer: str) -> None:
    answer = Player().get(f"/games?{query}")

    assert refused(answer) == (400, "validation_error")
    assert [place for place, _ in pointers(answer)] == [pointer]


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


@pytest.mark.parametrize(
    "path", ["/rulesets/poker", "/rulesets/a%00b", "/sources/004", "/sources/x"]
)
def test_a_rule_set_or_document_that_there_is_not_is_not_found(path: str) -> None:
    assert refused(Player().get(path)) == (404, "not_found")


def test_there_are_four_documents_and_rules_of_our_own() -> None:
    shown = [Player().get(f"/sources/{number}").json() for number in SOURCES]

    assert [each["title"] for each in shown] == [source.title for source in SOURCES.values()]
    assert [each["number"] for each in shown] == ["000", "001", "002", "003", OWN]
    assert "stalemate_limit" in shown[-1]["options"]


# --- ids ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(UNKNOWN_GAME, id="unknown"),
        pytest.param("00000000000", id="zero"),
        pytest.param("1", id="too short"),
        pytest.param("z" * 11, id="beyond all"),
        pytest.param("z" * 2_000, id="far too long"),
        pytest.param("0000000000%00", id="with a NUL"),
        pytest.param("0000000000%C3%A9", id="beyond ASCII"),
        pytest.param("0000000000%FF", id="not even UTF-8"),
        pytest.param("' OR 1=1 --", id="an injection"),
    ],
)
def test_a_game_that_there_is_not_is_not_found(method: str, game: str) -> None:
    path = f"/games/{game}/state" if method == "GET" else f"/games/{game}/join"

    answer = guest().send(method, path)

    assert refused(answer) == (404, "game_not_found")
