"""Playing over HTTP: asks and their refusals, states and their validators."""

from typing import Any

import pytest
from django.db import transaction

from tests import tables
from tests.players import Player, guest, refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("knowledge")]


@pytest.fixture
def ann() -> Player:
    """Seat 0, whose turn it is; holds AH AS 3C 5H 7C 9C JC."""
    return guest()


@pytest.fixture
def bob() -> Player:
    """Seat 1; holds 2C 2H 4C 6C 8C TC QC."""
    return guest()


@pytest.fixture
def game(ann: Player, bob: Player) -> str:
    """A classic game just dealt; the stock begins with 3D."""
    return tables.dealt(ann, bob, pack=tables.TWO_HANDS)


# --- asks -----------------------------------------------------------------------------------------


def test_the_answer_to_an_ask_is_the_move_and_the_state_after_it(ann: Player, game: str) -> None:
    version = ann.state(game)["version"]

    answer = ann.ask(game, 1, "A")

    [move] = answer.json()["moves"]
    assert (move["number"], move["seat"]) == (version + 1, 0)
    assert move["events"] == [
        {"type": "asked", "seat": 0, "target": 1, "rank": "A"},
        {"type": "go_fish", "seat": 1, "to": 0, "draws": True},
        {"type": "card_drawn", "seat": 0, "card": "3D", "reason": "fish", "public": False},
        {"type": "turn_passed", "seat": 0, "to": 1, "reason": "no_catch"},
    ]
    state = answer.json()["state"]
    assert (state["version"], state["turn"], state["to_act"]) == (version + 1, 1, 1)
    assert state["seats"][0]["hand"] == ["3C", "3D", "5H", "7C", "9C", "JC", "AH", "AS"]
    assert state["stock"] == 37
    assert answer["ETag"] == f'"{version + 1}-0"'
    assert state["last_move"] == move
    assert state == ann.state(game)


def test_a_retry_gets_the_stored_answer_byte_for_byte_and_its_last_move(
    ann: Player, bob: Player, game: str
) -> None:
    first = ann.ask(game, 1, "A", Idempotency_Key="once")
    bob.ask(game, 0, "2")

    again = ann.ask(game, 1, "A", Idempotency_Key="once")

    assert again.content == first.content
    assert again.json()["state"]["last_move"] == again.json()["moves"][-1]


def test_the_last_move_of_an_answer_is_the_referees_if_one_follows() -> None:
    ann, bob = guest(), guest()
    opened = ann.post("/games", {"seats": 2}).json()

    joined = bob.join(opened["game"]["id"]).json()

    assert opened["state"]["last_move"] == opened["moves"][-1]
    assert len(joined["moves"]) > 1
    assert joined["state"]["last_move"] == joined["moves"][-1]
    assert joined["state"] == bob.state(opened["game"]["id"])


def test_a_spectator_is_not_taken_for_a_player_when_the_game_waits_for_no_seat(
    ann: Player, game: str
) -> None:
    assert ann.state(game)["spectator"] is False
    ann.post(f"/games/{game}/resign")

    watched = Player().state(game)

    assert (watched["you"], watched["to_act"], watched["spectator"]) == (None, None, True)
    assert ann.state(game)["spectator"] is True  # they have left


def test_who_is_asked_sees_that_a_card_was_drawn_and_not_which(
    ann: Player, bob: Player, game: str
) -> None:
    ann.ask(game, 1, "A")

    last = bob.state(game)["last_move"]["events"]
    assert last[2] == {
        "type": "card_drawn",
        "seat": 0,
        "card": None,
        "reason": "fish",
        "public": False,
    }


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        pytest.param({"target": 1, "rank": "2"}, (422, "rank_not_held"), id="a rank not held"),
        pytest.param({"target": 0, "rank": "A"}, (422, "bad_target"), id="oneself"),
        pytest.param({"target": 5, "rank": "A"}, (422, "bad_target"), id="a seat that is not"),
        pytest.param({"target": 1, "card": "AC"}, (422, "wrong_ask_form"), id="by card"),
    ],
)
def test_an_ask_against_the_rules_is_refused_and_not_recorded(
    ann: Player, game: str, body: dict[str, Any], problem: tuple[int, str]
) -> None:
    before = tables.log_of(game)

    answer = ann.post(f"/games/{game}/ask", body)

    assert refused(answer) == problem
    assert answer.json()["detail"]
    assert tables.log_of(game) == before


def test_the_others_wait_for_their_turn(bob: Player, game: str) -> None:
    before = tables.log_of(game)

    assert refused(bob.ask(game, 0, "2")) == (409, "not_your_turn")
    assert tables.log_of(game) == before


def test_a_caller_without_a_seat_cannot_ask(game: str) -> None:
    assert refused(guest().ask(game, 0, "2")) == (403, "not_seated")
    assert refused(Player().ask(game, 0, "2")) == (401, "not_authenticated")


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        pytest.param({}, {"/target": "required"}, id="nothing"),
        pytest.param({"target": 1}, {"/rank": "invalid"}, id="neither rank nor card"),
        pytest.param({"target": 1, "rank": "A", "card": "AC"}, {"/rank": "invalid"}, id="both"),
        pytest.param({"rank": "A"}, {"/target": "required"}, id="no target"),
        pytest.param({"target": "1", "rank": "A"}, {"/target": "invalid"}, id="a text"),
        pytest.param({"target": -1, "rank": "A"}, {"/target": "min_value"}, id="below all seats"),
        pytest.param({"target": 6, "rank": "A"}, {"/target": "max_value"}, id="above all seats"),
        pytest.param({"target": 1, "rank": "10"}, {"/rank": "invalid_choice"}, id="ten in digits"),
        pytest.param({"target": 1, "rank": "a"}, {"/rank": "invalid_choice"}, id="a small letter"),
        pytest.param({"target": 1, "rank": 7}, {"/rank": "invalid_choice"}, id="a number"),
        pytest.param({"target": 1, "rank": ["7"]}, {"/rank": "invalid_choice"}, id="a list"),
        pytest.param({"target": 1, "rank": None}, {"/rank": "null"}, id="null"),
        pytest.param({"target": 1, "rank": "7\0"}, {"/rank": "invalid_choice"}, id="a NUL"),
        pytest.param({"target": 1, "card": "1H"}, {"/card": "invalid_choice"}, id="no such card"),
        pytest.param({"target": 1, "card": "RJ"}, {"/card": "invalid"}, id="a joker"),
        pytest.param(
            {"target": 1, "rank": "A", "seat": 1}, {"/seat": "unknown_field"}, id="for another seat"
        ),
    ],
)
def test_an_ask_of_the_wrong_shape_is_refused_field_by_field(
    ann: Player, game: str, body: dict[str, Any], errors: dict[str, str]
) -> None:
    before = tables.log_of(game)

    answer = ann.post(f"/games/{game}/ask", body)

    assert refused(answer) == (400, "validation_error")
    assert {error["pointer"]: error["code"] for error in answer.json()["errors"]} == errors
    assert tables.log_of(game) == before


@pytest.mark.parametrize(
    ("command", "body"),
    [
        ("ask", {"target": 1, "rank": "A"}),
        ("answer", {"cards": []}),
        ("declare", {"cards": ["AH"]}),
        ("end_turn", {}),
        ("expose", {"card": "AH"}),
        ("cut", {"position": 1}),
        ("misdeal", {"reason": "exposed_card"}),
        ("resign", {}),
    ],
)
def test_nothing_is_played_after_the_end(
    ann: Player, bob: Player, game: str, command: str, body: dict[str, Any]
) -> None:
    bob.post(f"/games/{game}/resign")
    before = tables.log_of(game)

    assert refused(ann.post(f"/games/{game}/{command}", body)) == (409, "game_over")
    assert tables.log_of(game) == before


def test_every_legal_ask_is_accepted_as_it_stands_and_no_other(ann: Player, game: str) -> None:
    legal = [action for action in ann.state(game)["legal_actions"] if action["type"] == "ask"]

    accepted = []
    for target in range(6):
        for rank in "23456789TJQKA":
            with transaction.atomic():
                if ann.ask(game, target, rank).status_code == 200:
                    accepted.append({"type": "ask", "target": target, "rank": rank})
                transaction.set_rollback(True)

    assert accepted == legal
    assert [action["rank"] for action in legal] == ["3", "5", "7", "9", "J", "A"]


# --- states ---------------------------------------------------------------------------------------


def test_a_state_shows_a_player_their_hand_and_only_the_size_of_the_others(
    ann: Player, bob: Player, game: str
) -> None:
    state = ann.state(game)

    assert state["you"] == 0
    assert state["seats"][0]["hand"] == ["3C", "5H", "7C", "9C", "JC", "AH", "AS"]
    assert (state["seats"][1]["hand"], state["seats"][1]["hand_size"]) == (None, 7)
    assert [action["type"] for action in bob.state(game)["legal_actions"]] == ["resign"]


@pytest.mark.parametrize("reader", [Player, guest], ids=["without a token", "with another's"])
def test_a_spectator_sees_no_hand_and_may_do_nothing(game: str, reader: Any) -> None:
    state = reader().state(game)

    assert [seat["hand"] for seat in state["seats"]] == [None, None]
    assert (state["you"], state["legal_actions"]) == (None, [])


def test_the_validator_names_the_version_and_who_looks(ann: Player, bob: Player, game: str) -> None:
    path = f"/games/{game}/state"
    version = ann.state(game)["version"]

    tags = [player.get(path)["ETag"] for player in (ann, bob, Player(), guest())]

    assert tags == [f'"{version}-0"', f'"{version}-1"', f'"{version}-s"', f'"{version}-s"']


def test_no_cache_gives_one_players_state_to_another(ann: Player, game: str) -> None:
    answer = ann.get(f"/games/{game}/state")

    assert "Authorization" in answer["Vary"]
    assert answer["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("form", ["{}", "W/{}", '"1-0", {}', "*"])
def test_a_state_that_is_known_is_not_sent_again(ann: Player, game: str, form: str) -> None:
    etag = ann.get(f"/games/{game}/state")["ETag"]

    answer = ann.get(f"/games/{game}/state", If_None_Match=form.format(etag))

    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)


def test_a_state_is_sent_again_after_a_move_and_to_another_viewer(
    ann: Player, bob: Player, game: str
) -> None:
    etag = ann.get(f"/games/{game}/state")["ETag"]

    assert bob.get(f"/games/{game}/state", If_None_Match=etag).status_code == 200
    ann.ask(game, 1, "A")
    assert ann.get(f"/games/{game}/state", If_None_Match=etag).status_code == 200


def test_a_command_for_the_last_version_is_carried_out(ann: Player, game: str) -> None:
    etag = ann.get(f"/games/{game}/state")["ETag"]

    assert ann.ask(game, 1, "A", If_Match=etag).status_code == 200


@pytest.mark.parametrize(
    ("rank", "tag"),
    [
        pytest.param("A", '"3-0"', id="an earlier version"),
        pytest.param("A", '"999-0"', id="a version to come"),
        pytest.param("2", '"3-0"', id="an illegal command, whose version comes first"),
    ],
)
def test_a_command_for_another_version_is_not_even_judged(
    ann: Player, game: str, rank: str, tag: str
) -> None:
    before = tables.log_of(game)

    assert refused(ann.ask(game, 1, rank, If_Match=tag)) == (412, "stale_version")
    assert tables.log_of(game) == before


@pytest.mark.parametrize(
    "tag",
    [
        "",
        "7",
        "7-0",
        '"7-0',
        "'7-0'",
        '"seven"',
        '"-1-0"',
        '"7-x"',
        'w/"7-0"',
        '"abc", W/"d,e", 7-0',
        '*, "x"',
        '"٧-0"',
        '"9999999999"',
    ],
)
def test_an_if_match_that_cannot_be_read_is_refused(ann: Player, game: str, tag: str) -> None:
    assert refused(ann.ask(game, 1, "A", If_Match=tag)) == (400, "bad_if_match")


@pytest.mark.parametrize(
    "tag",
    [
        "*",
        'W/"{version}-0"',
        '"{version}-0-gzip"',
        '"1-0", "{version}-s"',
        '"of, another", ,W/"{version}"',
        f'{"W/" * 2000}"x","{"," * 4000}",{"," * 400} "{{version}}-0-3"',
    ],
)
def test_a_command_counts_in_each_version_that_if_match_names(
    ann: Player, game: str, tag: str
) -> None:
    version = ann.get(f"/games/{game}/state").json()["version"]

    assert refused(ann.ask(game, 1, "A", If_Match='"1-0", W/"2"')) == (412, "stale_version")
    assert ann.ask(game, 1, "A", If_Match=tag.format(version=version)).status_code == 200


def test_the_lobby_takes_versions_too() -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)

    late = bob.post(f"/games/{game}/join", {}, If_Match='"1-s"')
    right = bob.post(f"/games/{game}/join", {}, If_Match=bob.get(f"/games/{game}/state")["ETag"])

    assert refused(late) == (412, "stale_version")
    assert right.status_code == 200
