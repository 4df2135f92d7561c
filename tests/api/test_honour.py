"""Honour mode, the cut and the misdeal over HTTP: the commands of these rules."""

from typing import Any

import pytest

from games.engine.rule_sets import compose
from tests import tables
from tests.players import Player, guest, refused

pytestmark = pytest.mark.django_db

HONOUR = compose("classic", ["honour"])


@pytest.fixture
def ann() -> Player:
    """Seat 0, whose turn it is; holds AH AS 3C 5H 7C 9C JC."""
    return guest()


@pytest.fixture
def bob() -> Player:
    """Seat 1; holds AC 2H 4C 6C 8C TC QC."""
    return guest()


@pytest.fixture
def game(ann: Player, bob: Player) -> str:
    """A game in honour mode, just dealt; the stock begins with 3D."""
    pack = tables.TWO_HANDS.replace("2C", "AC")
    return tables.dealt(ann, bob, pack=pack, rules=HONOUR)


def command(player: Player, game: str, name: str, **body: Any) -> Any:
    """Send a command for the current state."""
    etag = player.get(f"/games/{game}/state")["ETag"]
    return player.post(f"/games/{game}/{name}", body, If_Match=etag)


def event_types(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [event["type"] for move in answer.json()["moves"] for event in move["events"]]


def test_an_ask_waits_for_its_answer(ann: Player, bob: Player, game: str) -> None:
    asked = command(ann, game, "ask", target=1, rank="A")

    state = asked.json()["state"]
    assert event_types(asked) == ["asked"]
    assert (state["phase"], state["to_act"], state["turn"]) == ("answer", 1, 0)
    assert bob.state(game)["legal_actions"][0] == {"type": "answer", "cards": ["AC"]}


def test_an_answer_hands_the_cards_over(ann: Player, bob: Player, game: str) -> None:
    command(ann, game, "ask", target=1, rank="A")

    answer = command(bob, game, "answer", cards=["AC"])

    assert event_types(answer)[0] == "cards_given"
    assert "AC" in ann.state(game)["seats"][0]["hand"]


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        pytest.param(["2H"], (422, "card_not_asked"), id="another card"),
        pytest.param(["AD"], (422, "card_not_held"), id="a card not held"),
        pytest.param(["AC", "AC"], (422, "duplicate_card"), id="a card twice"),
        pytest.param(["XX"], (400, "validation_error"), id="no card"),
        pytest.param("AC", (400, "validation_error"), id="no list"),
        pytest.param(["AC"] * 55, (400, "validation_error"), id="more than a pack"),
    ],
)
def test_a_wrong_answer_is_refused_and_not_recorded(
    ann: Player, bob: Player, game: str, cards: Any, problem: tuple[int, str]
) -> None:
    command(ann, game, "ask", target=1, rank="A")
    before = tables.log_of(game)

    assert refused(command(bob, game, "answer", cards=cards)) == problem
    assert tables.log_of(game) == before


def test_a_book_is_declared_by_hand_and_counts(ann: Player, bob: Player) -> None:
    game = tables.dealt(ann, bob, pack="AH 2C AS AC AD 4C", rules=HONOUR)
    command(ann, game, "ask", target=1, rank="A")
    command(bob, game, "answer", cards=["AC"])

    answer = command(ann, game, "declare", cards=["AC", "AD", "AH", "AS"])

    assert event_types(answer)[0] == "book_made"
    assert answer.json()["state"]["seats"][0]["books"] == [
        {"rank": "A", "cards": ["AC", "AD", "AH", "AS"]}
    ]


def test_a_turn_ends_by_hand_after_a_miss(ann: Player, bob: Player, game: str) -> None:
    command(ann, game, "ask", target=1, rank="9")
    command(bob, game, "answer", cards=[])
    assert ann.state(game)["phase"] == "closing"

    answer = command(ann, game, "end_turn")

    assert (event_types(answer)[-1], answer.json()["state"]["turn"]) == ("turn_passed", 1)


def test_a_card_exposed_is_seen_by_all_and_exposed_once(
    ann: Player, bob: Player, game: str
) -> None:
    event_types(command(bob, game, "expose", card="AC"))

    [event] = Player().state(game)["last_move"]["events"]
    assert event == {"type": "card_exposed", "seat": 1, "card": "AC"}
    assert refused(command(bob, game, "expose", card="AC")) == (422, "card_already_exposed")
    assert refused(command(bob, game, "expose", card="AH")) == (422, "card_not_held")


@pytest.mark.parametrize(
    "name", ["ask", "answer", "declare", "end_turn", "expose", "resign", "misdeal"]
)
def test_a_command_must_say_for_which_version_it_is(ann: Player, game: str, name: str) -> None:
    bodies = {
        "ask": {"target": 1, "rank": "2"},
        "answer": {"cards": []},
        "declare": {"cards": []},
        "expose": {"card": "AH"},
        "misdeal": {"reason": "exposed_card"},
    }
    before = tables.log_of(game)

    for headers in ({}, {"If_Match": "*"}):
        answer = ann.post(f"/games/{game}/{name}", bodies.get(name, {}), **headers)
        assert refused(answer) == (428, "version_needed")

    assert tables.log_of(game) == before


def test_a_late_command_is_no_offence(ann: Player, game: str) -> None:
    before = tables.log_of(game)

    answer = ann.ask(game, 1, "2", If_Match='"1-0"')

    assert refused(answer) == (412, "stale_version")
    assert tables.log_of(game) == before


def test_the_lobby_of_a_game_in_honour_mode_needs_no_version() -> None:
    ann, bob = guest(), guest()
    game = ann.create("classic", "honour")

    assert bob.join(game).status_code == 200


# --- jokers, cut and misdeal ----------------------------------------------------------------------


def test_the_dealers_right_hand_neighbour_cuts(ann: Player, bob: Player) -> None:
    game = ann.create("bicycle")
    bob.join(game)
    state = ann.state(game)
    cutter = state["to_act"]
    assert (state["phase"], cutter) == ("cut", (state["dealer"] - 1) % 2)
    players = (ann, bob)

    other = command(players[1 - cutter], game, "cut", position=26)
    wide = command(players[cutter], game, "cut", position=52)
    answer = command(players[cutter], game, "cut", position=26)

    assert refused(other) == (409, "not_your_turn")
    assert refused(wide) == (422, "bad_cut")
    assert event_types(answer)[:2] == ["pack_cut", "dealt"]


@pytest.mark.parametrize("position", [0, -1, 54, "26", 2.5, None])
def test_a_cut_of_the_wrong_shape_is_refused(ann: Player, game: str, position: Any) -> None:
    assert refused(command(ann, game, "cut", position=position)) == (400, "validation_error")


def test_a_misdeal_is_dealt_again_once_a_seat(ann: Player, bob: Player) -> None:
    rules = compose("classic", options={"redeal_on_exposed": True})
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS, rules=rules)

    answer = command(bob, game, "misdeal", reason="exposed_card")

    assert event_types(answer)[:2] == ["misdealt", "dealt"]
    assert refused(command(bob, game, "misdeal", reason="too_few_cards")) == (
        422,
        "misdeal_not_allowed",
    )
    assert event_types(command(ann, game, "misdeal", reason="too_few_cards"))[0] == "misdealt"


@pytest.mark.parametrize("reason", ["bad luck", "", None, 7])
def test_a_misdeal_has_one_of_two_reasons(ann: Player, game: str, reason: Any) -> None:
    assert refused(command(ann, game, "misdeal", reason=reason)) == (400, "validation_error")
