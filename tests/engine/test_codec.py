"""Events, commands and positions as JSON, and moves as texts: exact and both ways."""

import json
from typing import Any

import pytest
from hypothesis import given

from games.engine import codec, commands, events, move_texts, snapshot
from games.engine.codec import canonical
from games.engine.commands import (
    Command,
    Create,
)
from games.engine.events import (
    Asked,
    Created,
    Event,
    GameOver,
)
from games.engine.options import MAX_SEATS
from games.engine.refusals import MalformedEntry, NewerSchema
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import State
from tests.builders import rules, state, table
from tests.engine import games


@given(games.rules_and_seats())
def test_rules_are_written_in_full_and_read_again(drawn: tuple[Rules, int]) -> None:
    chosen, seats = drawn
    text = codec.rules_to_text(chosen)

    assert codec.rules_from_text(text) == chosen
    created = Created(chosen, 1, seats, "0" * 64)
    assert codec.event_from_json(json.loads(canonical(codec.to_json(created)))) == created
    create = Create(chosen, seats, "0" * 64, dealer=1)
    assert codec.command_from_json(json.loads(canonical(codec.to_json(create)))) == create


def test_a_position_is_read_as_written() -> None:
    asked = table("QC", "QD", phase="answer").freeze()._replace(asked=Asked(0, 1, 10))
    for position in (
        state("QC RJ", "QD", stock="2C", rules=rules("classic", "wild_cards")),
        state("QC", "QD", books=[["9C 9D 9H 9S"]], barred=["", "Q"], misses_turns=[1, 2]),
        asked._replace(entropy=((0, "a"),), result=GameOver("ruled", (), ())),
    ):
        text = canonical(snapshot.write(position))
        assert snapshot.read(json.loads(text), position.rules) == position
    assert snapshot.write(snapshot.usual(4)) == {"schema": 3, "seats": 4}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"type": "moved"}, id="no such type"),
        pytest.param({"type": "asked", "seat": 0, "target": 1}, id="a field is missing"),
        pytest.param({"type": "resigned", "seat": True}, id="a seat that is a truth value"),
        pytest.param({"type": "asked", "seat": 0, "target": 1, "rank": "1"}, id="no such rank"),
        pytest.param({"type": "cards_given", "seat": 0, "to": 1, "cards": ["1C"]}, id="no card"),
    ],
)
def test_what_is_no_event_is_refused(value: Any) -> None:
    with pytest.raises(MalformedEntry):
        codec.event_from_json(value)


def test_an_older_schema_is_read_through_every_upcast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "OBJECT_SCHEMA", 3)
    monkeypatch.setitem(codec.UPCASTS, 1, lambda value: {**value, "type": "gave_up"})
    monkeypatch.setitem(
        codec.UPCASTS, 2, lambda value: {"type": "resigned", "seat": value["player"]}
    )

    event = codec.event_from_json({"type": "left", "player": 1}, 1)

    assert codec.to_json(event) == {"type": "resigned", "seat": 1}


def test_canonical_text_has_one_form() -> None:
    assert canonical({"b": 1, "a": "é"}) == '{"a":"\\u00e9","b":1}'
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))


def test_a_snapshot_of_version_1_has_every_field_and_is_read() -> None:
    played = state("2H 3C", "QH QS", stock="2C", turn=1)
    every = dict(zip(State._fields[1:], snapshot.usual(2)[1:], strict=True))
    given = {"in_play": played.in_play, "schema": 1}
    text = canonical(every | snapshot.write(played) | given)

    assert snapshot.read(json.loads(text), played.rules) == played


def test_a_snapshot_of_a_series_with_claims_of_earlier_deals_is_not_read() -> None:
    series = rules("classic", "series", redeal_on_exposed=True)
    older = {"schema": 2, "seats": 2, "misdeal_claims": 1}

    with pytest.raises(snapshot.OtherSchema):
        snapshot.read(older, series)
    assert snapshot.read({**older, "schema": 3}, series).misdeal_claims == 1
    assert snapshot.read(older, rules("classic", redeal_on_exposed=True)).misdeal_claims == 1


@pytest.mark.parametrize(
    "damaged",
    [{"hands": [-1, 0]}, {"hands": [0, 1 << 54]}, {"stock": [54]}, {"in_play": -1}],
    ids=str,
)
def test_a_snapshot_with_cards_of_no_pack_is_refused(damaged: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no card"):
        snapshot.read({"schema": 2, "seats": 2, **damaged}, Rules())


@pytest.mark.parametrize("seats", [MAX_SEATS + 1, None])
def test_a_snapshot_of_impossible_seats_is_refused(seats: Any) -> None:
    with pytest.raises(ValueError, match="seats"):
        snapshot.read({"schema": 2, "seats": seats}, Rules())


# The texts of moves: one for each move and schema, and nothing else is read.


CLASSIC = compose("classic", (), {})
ASKED = events.Asked(0, 1, 5)


def refused(command: str, happened: str, schema: int = move_texts.NEWEST) -> str:
    with pytest.raises(MalformedEntry) as caught:
        move_texts.read(json.loads(command), json.loads(happened), schema)
    return str(caught.value)


@pytest.mark.parametrize(
    ("command", "happened", "text"),
    [
        (
            commands.TakeSeat(1, '["dealt", 7 °C'),
            (events.SeatTaken(1, '["dealt", 7 °C'),),
            r'[["seat_taken",1,"[\"dealt\", 7 \u00b0C"]]',
        ),
        (commands.Ask(0, 1, 5, 21), (events.Asked(0, 1, 5, 21),), '[["asked",0,1,"7","7D"]]'),
        (commands.Deal((0, 53)), (events.Dealt(0, (0, 53), (1, 1)),), '[["dealt",0,"2CRJ",[1,1]]]'),
        (commands.Start(), (events.Started((0, 2), rated=False),), '[["started",[0,2],false]]'),
    ],
)
def test_a_move_is_written_as_arrays_and_read_again(
    command: Command, happened: tuple[Event, ...], text: str
) -> None:
    """Moves of most kinds are in the golden transcripts."""
    texts = move_texts.write(command, happened)

    assert texts.events == text
    values = json.loads(texts.command), json.loads(text)
    assert move_texts.read(*values, move_texts.NEWEST) == (command, happened)


def test_an_older_schema_is_written_as_objects() -> None:
    texts = move_texts.write(commands.Ask(0, 1, 5), [ASKED], 2)

    assert texts.command == '{"rank":"7","seat":0,"target":1,"type":"ask"}'
    assert texts.events == '[{"rank":"7","seat":0,"target":1,"type":"asked"}]'
    read = move_texts.read(json.loads(texts.command), json.loads(texts.events), 2)
    assert read == (commands.Ask(0, 1, 5), (ASKED,))


def test_the_rules_of_a_created_game_are_an_object_and_a_missing_option_has_its_default() -> None:
    create = commands.Create(CLASSIC, 2, "00" * 32)
    created = events.Created(CLASSIC, 1, 2, "00" * 32)
    texts = move_texts.write(create, [created])
    [entry] = json.loads(texts.events)
    del entry[1]["ask_by"]

    assert texts.command == move_texts.IMPLIED
    assert move_texts.read(None, [entry], 3) == (create, (created,))
    assert move_texts.normal_form(None, [entry], 3) == texts
    assert Rules().as_options().keys() == entry[1].keys() | {"ask_by"}


@pytest.mark.parametrize(
    "happened",
    [
        '[["asked",0,1]]',
        '[["asked",0,1,"7","7D",null]]',
        '[["asked",0,1,"7","7D",0]]',
        '[["asked",true,1,"7"]]',
        '[["sang",0]]',
        '[{"type":"asked","seat":0,"target":1,"rank":"7"}]',
        '[["go_fish",1,0,1]]',
        '[["cards_given",1,0,"7C"]]',
        '[["dealt",0,"2C?",[1,1]]]',
    ],
)
def test_other_events_are_refused(happened: str) -> None:
    refused('["resign",0]', happened)


def test_other_commands_and_schemas_are_refused() -> None:
    for command in ("null", "{}", '["resign"]', '["resigned",0]'):
        refused(command, '[["turn_passed",0,1,"no_cards"]]')
    refused("null", "[]")
    for schema in (0, codec.OBJECT_SCHEMA + 1):
        with pytest.raises(MalformedEntry, match="schema version"):
            codec.event_from_json({"type": "resigned", "seat": 0}, schema)
    with pytest.raises(NewerSchema, match="4"):
        move_texts.read(None, [], 4)


def test_true_is_no_number_after_the_number_was_read() -> None:
    """Equal values must not share a place in the cache of what was read."""
    move_texts.read(None, [["asked", 0, 1, "7"]], 3)

    refused("null", '[["asked",0,true,"7"]]')
    refused("null", '[["asked",false,1,"7"]]')
