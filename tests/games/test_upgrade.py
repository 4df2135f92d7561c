"""A game that older code has stored is read, played on and verified by this code."""

import json
from dataclasses import fields

import pytest

from games.engine import codec, snapshot, transcript_reader
from games.engine.refusals import MalformedEntry
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.verify import verify_transcript
from games.log import heads, rebuild
from games.models import Game, Position
from games.queries.lists import inbox
from tests.engine import forging
from tests.players import Player, seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db

OPTIONS = [field.name for field in fields(Rules)]

STATE_FIELDS = {
    1: (
        "rules phase seats commitment turn_seconds on_abandon stand_in bots taken entropy seatings "
        "dealer packs cut hands stock in_play books void discards asks idle_asks turn asked closing "
        "drawn called_illegally barred misses_turns exposed misdeal_claims timeouts left "
        "deals_scored totals result series rulings"
    ),
}
STATE_FIELDS[2] = STATE_FIELDS[1]  # without those that have their usual value
STATE_FIELDS[3] = STATE_FIELDS[2] + " rated"
"""The fields of a position by the number of the form in which they are stored."""


@pytest.fixture
def running() -> tuple[str, list[Player]]:
    """Return a running game and its players."""
    game, *players = seated(2)
    return game, players


def set_schema(game: str, number: int | None) -> str:
    """Rewrite the stored position as another version of the code would have; return the text."""
    position = Position.objects.get(pk=number_of(game))
    value = json.loads(position.state)
    # Another form need not be readable at all.
    written = {"cards": "on the table"} if number is None else {**value, "schema": number, "x": 1}
    text = json.dumps(written)
    Position.objects.filter(pk=position.pk).update(state=text)
    return text


def ask(game: str, players: list[Player]) -> None:
    """Make the first legal ask."""
    state = players[0].get(f"/games/{game}/state").json()
    player = players[state["to_act"]]
    actions = player.get(f"/games/{game}/state").json()["legal_actions"]
    body = next(action for action in actions if action.pop("type") == "ask")
    assert player.post(f"/games/{game}/ask", body).status_code == 200


def test_a_changed_state_has_a_new_schema_number() -> None:
    assert " ".join(State._fields) == STATE_FIELDS[snapshot.SCHEMA]
    assert set(STATE_FIELDS) == set(range(1, snapshot.SCHEMA + 1))


@pytest.mark.parametrize("option", OPTIONS)
def test_rules_stored_before_an_option_existed_are_read(
    option: str, running: tuple[str, list[Player]]
) -> None:
    game, players = running
    stored = Game.objects.get(pk=number_of(game))
    value = json.loads(stored.rules)
    del value[option]
    Game.objects.filter(pk=stored.pk).update(rules=codec.canonical(value))

    shown = players[0].get(f"/games/{game}").json()["rules"]

    assert shown[option] == codec.rules_to_json(Rules())[option]
    ask(game, players)


@pytest.mark.parametrize("option", OPTIONS)
def test_a_created_move_from_before_an_option_existed_is_read(option: str) -> None:
    value = codec.rules_to_json(Rules(book_size=2, book_display="face_down"))
    expected = codec.rules_to_json(Rules()) | value
    expected[option] = codec.rules_to_json(Rules())[option]
    del value[option]

    assert codec.rules_to_json(codec.rules_from_json(value)) == expected


@pytest.mark.parametrize("schema", [None, 0, codec.RULES_SCHEMA + 1, "1"])
def test_rules_of_an_unknown_schema_are_refused(schema: object) -> None:
    value = {"schema": schema, **codec.rules_to_json(Rules())}

    with pytest.raises(MalformedEntry, match="schema"):
        codec.rules_from_text(codec.canonical(value))


@pytest.mark.parametrize("number", [None, 0, snapshot.SCHEMA + 1])
def test_a_position_of_another_schema_is_rebuilt_from_the_log(
    number: int | None, running: tuple[str, list[Player]]
) -> None:
    game, players = running
    before = heads.load(number_of(game)).state
    shown = players[0].get(f"/games/{game}/state").content
    text = set_schema(game, number)

    assert heads.load(number_of(game)).state == before
    assert players[0].get(f"/games/{game}/state").content == shown
    # Reading does not write: an older process may still use what it wrote.
    assert Position.objects.get(pk=number_of(game)).state == text


def test_the_next_command_stores_the_position_in_the_current_form(
    running: tuple[str, list[Player]],
) -> None:
    game, players = running
    set_schema(game, None)

    ask(game, players)

    value = json.loads(Position.objects.get(pk=number_of(game)).state)
    assert value["schema"] == snapshot.SCHEMA
    assert rebuild.check(number_of(game)).faults == ()


def test_positions_of_another_schema_hold_and_can_be_rebuilt_at_once(
    running: tuple[str, list[Player]],
) -> None:
    game, _ = running
    set_schema(game, 0)

    assert rebuild.check(number_of(game)).faults == ()
    assert rebuild.rebuild(number_of(game)).differed
    assert not rebuild.rebuild(number_of(game)).differed
    value = json.loads(Position.objects.get(pk=number_of(game)).state)
    assert value["schema"] == snapshot.SCHEMA


def test_the_inbox_reads_positions_of_another_schema(running: tuple[str, list[Player]]) -> None:
    game, players = running
    accounts = [player.account for player in players]
    before = inbox.of_accounts(accounts)
    set_schema(game, None)

    assert inbox.of_accounts(accounts) == before


@pytest.mark.parametrize("option", OPTIONS)
def test_a_log_from_before_an_option_existed_holds(option: str) -> None:
    document = forging.golden("classic")
    default = codec.rules_to_json(Rules())[option]
    assert document["rules"][option] == default  # the golden game plays by the default
    create = document["moves"][0]
    for rules in (document["rules"], create["command"]["rules"], create["events"][0]["rules"]):
        rules.pop(option, None)  # a newer option is not in its moves
    forging.rechain(document)

    verdict = verify_transcript(transcript_reader.read(document))

    assert verdict.holds, verdict.failure
