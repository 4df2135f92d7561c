"""Games that older code has stored are read, played on and verified, and never rewritten."""

import json
from dataclasses import fields
from random import Random

import pytest

from games.engine import codec, snapshot, transcript_reader
from games.engine.commands import Deal
from games.engine.events import Created, Dealt
from games.engine.evolve import replay as replayed
from games.engine.refusals import MalformedEntry
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.verify import verify_transcript
from games.log import head_reader, reader, replay, transcripts, writer
from games.log.models import Game, Move, Position
from tests import tables
from tests.engine import forging
from tests.players import Player, play_out, seated
from tests.tables import number_of

pytestmark = [pytest.mark.django_db]


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


def test_rules_stored_before_an_option_existed_are_read(running: tuple[str, list[Player]]) -> None:
    game, players = running
    stored = Game.objects.get(pk=number_of(game))
    value = json.loads(stored.rules)
    option = OPTIONS[-1]
    del value[option]
    Game.objects.filter(pk=stored.pk).update(rules=codec.canonical(value))

    shown = players[0].get(f"/games/{game}").json()["rules"]

    assert shown[option] == codec.rules_to_json(Rules())[option]
    ask(game, players)


@pytest.mark.parametrize("schema", [None, codec.RULES_SCHEMA + 1])
def test_rules_of_an_unknown_schema_are_refused(schema: object) -> None:
    value = {"schema": schema, **codec.rules_to_json(Rules())}

    with pytest.raises(MalformedEntry, match="schema"):
        codec.rules_from_text(codec.canonical(value))


@pytest.mark.parametrize("number", [None, snapshot.SCHEMA + 1])
def test_a_position_of_another_schema_is_rebuilt_from_the_log(
    number: int | None, running: tuple[str, list[Player]]
) -> None:
    game, players = running
    before = head_reader.load(number_of(game)).state
    shown = players[0].get(f"/games/{game}/state").content
    text = set_schema(game, number)

    assert head_reader.load(number_of(game)).state == before
    assert players[0].get(f"/games/{game}/state").content == shown
    # Reading does not write: an older process may still use what it wrote.
    assert Position.objects.get(pk=number_of(game)).state == text


def test_positions_of_another_schema_hold_and_can_be_rebuilt_at_once(
    running: tuple[str, list[Player]],
) -> None:
    game, _ = running
    set_schema(game, 0)

    assert replay.check(number_of(game)).faults == ()
    assert replay.rebuild(number_of(game)).differed
    assert not replay.rebuild(number_of(game)).differed
    value = json.loads(Position.objects.get(pk=number_of(game)).state)
    assert value["schema"] == snapshot.SCHEMA


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


# Logs of an older schema are read, replayed and verified as they were stored, and are never
# rewritten.


OLD = [name for name in forging.NAMES if name.startswith("v1_")]


@pytest.fixture(params=OLD)
def game_id(request: pytest.FixtureRequest) -> int:
    """Return a stored game whose log an older version of the code has written."""
    return transcripts.import_game(forging.golden(request.param))[0].pk


def test_an_old_log_is_stored_as_it_was_and_holds(game_id: int) -> None:
    rows = list(Move.objects.filter(game_id=game_id).values_list("schema", "command"))
    [deal] = [json.loads(command) for _, command in rows if '"type":"deal"' in command]

    assert {schema for schema, _ in rows} == {1}
    assert isinstance(deal["pack"], list)
    assert replay.verify(Game.objects.get(pk=game_id)).holds
    assert set(codec.UPCASTS) == set(range(1, codec.OBJECT_SCHEMA))


def test_old_entries_are_read_as_the_current_ones(game_id: int) -> None:
    events = [event for move in reader.read(game_id) for event in move.events]
    commands = [move.command for move in reader.read(game_id)]

    [deal] = [command for command in commands if isinstance(command, Deal)]
    [dealt] = [event for event in events if isinstance(event, Dealt)]
    [created] = [event for event in events if isinstance(event, Created)]
    assert len(deal.pack) == len(dealt.pack) == 52
    assert created.on_abandon == "end"


def test_readers_cannot_tell_an_old_log_from_a_new_one(game_id: int) -> None:
    game = Game.objects.get(pk=game_id).public_id
    kinds = {
        event["type"]: event
        for move in Player().get(f"/games/{game}/moves?limit=500").json()["moves"]
        for event in move["events"]
    }

    assert kinds["dealt"].keys() == {"type", "dealer", "counts", "stock", "hands"}


def test_a_log_goes_on_in_a_newer_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(writer, "SCHEMA", 2)
        game, *people = seated(2)
    number = tables.number_of(game)
    begun = Move.objects.filter(game=number).count()

    play_out(game, people, Random(3))

    rows = list(
        Move.objects.filter(game=number).order_by("number").values_list("schema", flat=True)
    )
    assert rows == [2] * begun + [3] * (len(rows) - begun)
    assert replay.verify(Game.objects.get(pk=number)).holds
    events = (event for move in reader.read(number) for event in move.events)
    assert replayed(events) == head_reader.load(number).state
    asks = Move.objects.filter(game=number, command="null", seat__isnull=False)
    assert asks.exists() and {move.schema for move in asks} == {3}
