"""Playing over HTTP: asks and their refusals, states and their validators."""

from typing import Any

import pytest

from games.engine.rule_sets import compose
from tests import tables
from tests.players import Player, guest, refused

pytestmark = pytest.mark.django_db


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


@pytest.mark.usefixtures("memory")
def test_a_retry_gets_the_stored_answer_byte_for_byte_and_its_last_move(
    ann: Player, bob: Player, game: str
) -> None:
    first = ann.ask(game, 1, "A", Idempotency_Key="once")
    bob.ask(game, 0, "2")

    again = ann.ask(game, 1, "A", Idempotency_Key="once")

    assert again.content == first.content
    assert again.json()["state"]["last_move"] == again.json()["moves"][-1]


def test_a_spectator_is_not_taken_for_a_player_when_the_game_waits_for_no_seat(
    ann: Player, game: str
) -> None:
    assert ann.state(game)["spectator"] is False
    ann.post(f"/games/{game}/resign")

    watched = Player().state(game)

    assert (watched["you"], watched["to_act"], watched["spectator"]) == (None, None, True)
    assert ann.state(game)["spectator"] is True  # they have left


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        pytest.param({"target": 1, "rank": "2"}, (422, "rank_not_held"), id="a rank not held"),
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


def test_a_caller_without_a_seat_or_a_turn_cannot_ask(bob: Player, game: str) -> None:
    assert refused(bob.ask(game, 0, "2")) == (409, "not_your_turn")
    assert refused(guest().ask(game, 0, "2")) == (403, "not_seated")
    assert refused(Player().ask(game, 0, "2")) == (401, "not_authenticated")


@pytest.mark.parametrize(
    ("command", "body"),
    [("ask", {"target": 1, "rank": "A"}), ("declare", {"cards": ["AH"]}), ("resign", {})],
)
def test_nothing_is_played_after_the_end(
    ann: Player, bob: Player, game: str, command: str, body: dict[str, Any]
) -> None:
    bob.post(f"/games/{game}/resign")
    before = tables.log_of(game)

    assert refused(ann.post(f"/games/{game}/{command}", body)) == (409, "game_over")
    assert tables.log_of(game) == before


# --- states ---------------------------------------------------------------------------------------


def test_a_state_shows_a_player_their_hand_and_only_the_size_of_the_others(
    ann: Player, bob: Player, game: str
) -> None:
    state = ann.state(game)

    assert state["you"] == 0
    assert state["seats"][0]["hand"] == ["3C", "5H", "7C", "9C", "JC", "AH", "AS"]
    assert (state["seats"][1]["hand"], state["seats"][1]["hand_size"]) == (None, 7)
    assert [action["type"] for action in bob.state(game)["legal_actions"]] == ["resign"]
    answer = ann.get(f"/games/{game}/state")
    assert "Authorization" in answer["Vary"] and answer["Cache-Control"] == "private, no-cache"


def test_the_validator_names_the_version_and_who_looks(ann: Player, bob: Player, game: str) -> None:
    path = f"/games/{game}/state"
    version = ann.state(game)["version"]

    tags = [player.get(path)["ETag"] for player in (ann, bob, Player(), guest())]

    assert tags == [f'"{version}-0"', f'"{version}-1"', f'"{version}-s"', f'"{version}-s"']


@pytest.mark.parametrize("form", ["W/{}", '"1-0", {}'])
def test_a_state_that_is_known_is_not_sent_again(ann: Player, game: str, form: str) -> None:
    etag = ann.get(f"/games/{game}/state")["ETag"]

    answer = ann.get(f"/games/{game}/state", If_None_Match=form.format(etag))

    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)


@pytest.mark.usefixtures("memory")
def test_a_state_is_sent_again_after_a_move_and_to_another_viewer(
    ann: Player, bob: Player, game: str
) -> None:
    etag = ann.get(f"/games/{game}/state")["ETag"]

    assert bob.get(f"/games/{game}/state", If_None_Match=etag).status_code == 200
    ann.ask(game, 1, "A")
    assert ann.get(f"/games/{game}/state", If_None_Match=etag).status_code == 200


@pytest.mark.parametrize(
    ("rank", "tag"),
    [
        pytest.param("A", '"3-0"', id="an earlier version"),
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
    ["", "7", '"abc", W/"d,e", 7-0', '"٧-0"'],
)
def test_an_if_match_that_cannot_be_read_is_refused(ann: Player, game: str, tag: str) -> None:
    assert refused(ann.ask(game, 1, "A", If_Match=tag)) == (400, "bad_if_match")


@pytest.mark.parametrize(
    "tag",
    [
        "*",
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


@pytest.mark.usefixtures("memory")
def test_the_lobby_takes_versions_too() -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)

    late = bob.post(f"/games/{game}/join", {}, If_Match='"1-s"')
    right = bob.post(f"/games/{game}/join", {}, If_Match=bob.get(f"/games/{game}/state")["ETag"])

    assert refused(late) == (412, "stale_version")
    assert right.status_code == 200


# --- honour mode ----------------------------------------------------------------------------------


HONOUR = compose("classic", ["honour"])


@pytest.fixture
def honour_game(ann: Player, bob: Player) -> str:
    """A game in honour mode, just dealt; Bob holds AC instead of 2C."""
    pack = tables.TWO_HANDS.replace("2C", "AC")
    return tables.dealt(ann, bob, pack=pack, rules=HONOUR)


def command(player: Player, honour_game: str, name: str, **body: Any) -> Any:
    """Send a command for the current state."""
    etag = player.get(f"/games/{honour_game}/state")["ETag"]
    return player.post(f"/games/{honour_game}/{name}", body, If_Match=etag)


def event_types(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [event["type"] for move in answer.json()["moves"] for event in move["events"]]


def test_asks_wait_for_answers_and_books_and_turns_are_ended_by_hand(
    ann: Player, bob: Player
) -> None:
    game = tables.dealt(ann, bob, pack="AH 2C AS AC AD 4C", rules=HONOUR)

    asked = command(ann, game, "ask", target=1, rank="A")
    state = asked.json()["state"]
    assert event_types(asked) == ["asked"]
    assert (state["phase"], state["to_act"], state["turn"]) == ("answer", 1, 0)
    assert bob.state(game)["legal_actions"][0] == {"type": "answer", "cards": ["AC"]}
    before = tables.log_of(game)
    assert refused(command(bob, game, "answer", cards=["2C"])) == (422, "card_not_asked")
    assert tables.log_of(game) == before
    assert event_types(command(bob, game, "answer", cards=["AC"]))[0] == "cards_given"
    book = ["AC", "AD", "AH", "AS"]
    declared = command(ann, game, "declare", cards=book)
    assert event_types(declared)[0] == "book_made"
    assert declared.json()["state"]["seats"][0]["books"] == [{"rank": "A", "cards": book}]


def test_a_turn_ends_by_hand_after_a_miss(ann: Player, bob: Player, honour_game: str) -> None:
    command(ann, honour_game, "ask", target=1, rank="9")
    command(bob, honour_game, "answer", cards=[])
    assert ann.state(honour_game)["phase"] == "closing"

    answer = command(ann, honour_game, "end_turn")

    assert (event_types(answer)[-1], answer.json()["state"]["turn"]) == ("turn_passed", 1)


def test_a_card_exposed_is_seen_by_all_and_exposed_once(
    ann: Player, bob: Player, honour_game: str
) -> None:
    event_types(command(bob, honour_game, "expose", card="AC"))

    [event] = Player().state(honour_game)["last_move"]["events"]
    assert event == {"type": "card_exposed", "seat": 1, "card": "AC"}
    assert refused(command(bob, honour_game, "expose", card="AC")) == (422, "card_already_exposed")
    assert refused(command(bob, honour_game, "expose", card="AH")) == (422, "card_not_held")


@pytest.mark.parametrize("name", ["ask", "resign"])
def test_a_command_must_say_for_which_version_it_is(
    ann: Player, honour_game: str, name: str
) -> None:
    body = {"target": 1, "rank": "2"} if name == "ask" else {}
    before = tables.log_of(honour_game)

    for headers in ({}, {"If_Match": "*"}):
        answer = ann.post(f"/games/{honour_game}/{name}", body, **headers)
        assert refused(answer) == (428, "version_needed")

    assert tables.log_of(honour_game) == before


def test_a_late_command_is_no_offence(ann: Player, honour_game: str) -> None:
    before = tables.log_of(honour_game)

    answer = ann.ask(honour_game, 1, "2", If_Match='"1-0"')

    assert refused(answer) == (412, "stale_version")
    assert tables.log_of(honour_game) == before


# --- jokers, cut and misdeal ----------------------------------------------------------------------


def test_the_dealers_right_hand_neighbour_cuts(ann: Player, bob: Player) -> None:
    honour_game = ann.create("bicycle")
    bob.join(honour_game)
    state = ann.state(honour_game)
    cutter = state["to_act"]
    assert (state["phase"], cutter) == ("cut", (state["dealer"] - 1) % 2)
    players = (ann, bob)

    other = command(players[1 - cutter], honour_game, "cut", position=26)
    wide = command(players[cutter], honour_game, "cut", position=52)
    answer = command(players[cutter], honour_game, "cut", position=26)

    assert refused(other) == (409, "not_your_turn")
    assert refused(wide) == (422, "bad_cut")
    assert event_types(answer)[:2] == ["pack_cut", "dealt"]


def test_a_misdeal_is_dealt_again_once_a_seat(ann: Player, bob: Player) -> None:
    rules = compose("classic", options={"redeal_on_exposed": True})
    honour_game = tables.dealt(ann, bob, pack=tables.TWO_HANDS, rules=rules)

    answer = command(bob, honour_game, "misdeal", reason="exposed_card")

    assert event_types(answer)[:2] == ["misdealt", "dealt"]
    assert refused(command(bob, honour_game, "misdeal", reason="too_few_cards")) == (
        422,
        "misdeal_not_allowed",
    )
    assert (
        event_types(command(ann, honour_game, "misdeal", reason="too_few_cards"))[0] == "misdealt"
    )
