"""The texts of moves: one for each move and schema, and nothing else is read."""

import json

import pytest
from django.conf import settings

from games.engine import codec, commands, events, move_texts
from games.engine.cards import Hand, hand_of, parse_card
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.refusals import MalformedEntry, NewerSchema
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from gofish_api.settings.environment import SCHEMA

CLASSIC = compose("classic", (), {})
SEVENS: Hand = hand_of([parse_card("7C"), parse_card("7H")])
ASKED = events.Asked(0, 1, 5)
WRITTEN: list[tuple[Command, tuple[Event, ...], str, str]] = [
    (
        commands.Ask(0, 1, 5),
        (ASKED, events.CardsGiven(1, 0, SEVENS), events.TurnContinues(0, "received")),
        "null",
        '[["asked",0,1,"7"],["cards_given",1,0,["7C","7H"]],["turn_continues",0,"received"]]',
    ),
    (commands.Ask(0, 1, 5, 21), (events.Asked(0, 1, 5, 21),), "null", '[["asked",0,1,"7","7D"]]'),
    (
        commands.TakeSeat(0, bot="memory"),
        (events.SeatTaken(0, bot="memory"),),
        "null",
        '[["seat_taken",0,null,"memory"]]',
    ),
    (
        commands.TakeSeat(1, '["dealt", 7 °C'),
        (events.SeatTaken(1, '["dealt", 7 °C'),),
        "null",
        r'[["seat_taken",1,"[\"dealt\", 7 \u00b0C"]]',
    ),
    (
        commands.Deal((0, 53)),
        (events.Dealt(0, (0, 53), (1, 1)),),
        "null",
        '[["dealt",0,"2CRJ",[1,1]]]',
    ),
    (
        commands.TimeOut(2, 17),
        (events.TimedOut(2), events.PackCut(2, 17)),
        '["time_out",2,17]',
        '[["timed_out",2],["pack_cut",2,17]]',
    ),
    (commands.TimeOut(2), (events.TimedOut(2),), "null", '[["timed_out",2]]'),
    (
        commands.Answer(1, ()),
        (events.GoFish(1, 0, True), events.CardDrawn(0, 0, "fish", False)),
        '["answer",1,[]]',
        '[["go_fish",1,0,true],["card_drawn",0,"2C","fish",false]]',
    ),
    (commands.Start(), (events.Started((0, 2)),), "null", '[["started",[0,2]]]'),
    (
        commands.Start(rated=True),
        (events.Started((0, 2), rated=True),),
        "null",
        '[["started",[0,2],true]]',
    ),
    (
        commands.Rule(1, "adjusted", scores=(3, 0)),
        (events.Ruled(1, "adjusted", None, (3, 0), (0,)),),
        "null",
        '[["ruled",1,"adjusted",null,[3,0],[0]]]',
    ),
    (commands.EndTurn(1), (events.Resigned(1),), '["end_turn",1]', '[["resigned",1]]'),
    (commands.Resign(1), (), '["resign",1]', "[]"),
]


def refused(command: str, happened: str, schema: int = move_texts.NEWEST) -> str:
    with pytest.raises(MalformedEntry) as caught:
        move_texts.read(json.loads(command), json.loads(happened), schema)
    return str(caught.value)


@pytest.mark.parametrize(("command", "happened", "command_text", "events_text"), WRITTEN)
def test_a_move_is_written_as_arrays_and_read_again(
    command: Command, happened: tuple[Event, ...], command_text: str, events_text: str
) -> None:
    texts = move_texts.write(command, happened)

    assert texts == (command_text, events_text)
    read = move_texts.read(json.loads(command_text), json.loads(events_text), move_texts.NEWEST)
    assert read == (command, happened)
    assert [type(each) for each in (read[0], *read[1])] == [type(e) for e in (command, *happened)]
    assert move_texts.events_from_json(json.loads(events_text), move_texts.NEWEST) == happened


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
        '[["asked",0,1,"7",null]]',
        '[["asked",0,1,"7","7D",null]]',
        '[["asked",0,1,"7","7D",0]]',
        '[["asked",true,1,"7"]]',
        '[["asked",0,1,7]]',
        '[["asked",null,1,"7"]]',
        '[["asked",0,1,["7"]]]',
        '[["asked",0,1,{"7":0}]]',
        '[["sang",0]]',
        '[["ask",0,1,"7"]]',
        '[[["asked"],0,1,"7"]]',
        "[[]]",
        "[[null]]",
        "[null]",
        "[7]",
        '["asked"]',
        '[{"type":"asked","seat":0,"target":1,"rank":"7"}]',
        '{"0":["asked",0,1,"7"]}',
        "null",
        '[["go_fish",1,0,1]]',
        '[["timed_out",2,null]]',
        '[["cards_given",1,0,"7C"]]',
        '[["dealt",0,"2C?",[1,1]]]',
    ],
)
def test_other_events_are_refused(happened: str) -> None:
    refused('["resign",0]', happened)


@pytest.mark.parametrize(
    "command", ["null", "[]", "{}", '"resign"', '["resign"]', '["resigned",0]']
)
def test_other_commands_are_refused(command: str) -> None:
    refused(command, '[["turn_passed",0,1,"no_cards"]]')


def test_no_command_is_missing_without_an_event_that_implies_it() -> None:
    assert "first event" in refused("null", "[]")


@pytest.mark.parametrize("schema", [1, 2])
def test_older_schemas_have_no_arrays_and_always_a_command(schema: int) -> None:
    asked = '[{"rank":"7","seat":0,"target":1,"type":"asked"}]'
    refused("null", asked, schema)
    refused('{"rank":"7","seat":0,"target":1,"type":"ask"}', '[["asked",0,1,"7"]]', schema)


def test_a_newer_schema_is_named() -> None:
    with pytest.raises(NewerSchema, match="4"):
        move_texts.read(None, [], 4)


def test_true_is_no_number_after_the_number_was_read() -> None:
    """Equal values must not share a place in the cache of what was read."""
    move_texts.read(None, [["asked", 0, 1, "7"]], 3)

    refused("null", '[["asked",0,true,"7"]]')
    refused("null", '[["asked",false,1,"7"]]')


def test_every_command_that_an_event_implies_has_its_fields() -> None:
    """A new field of such a command must be a field of the event too, or be None."""
    implied = {
        codec.TYPE_NAMES[event]: kind._fields[: places.index(None) if None in places else None]
        for event, (kind, places) in move_texts._IMPLIED_BY.items()
    }

    assert implied["asked"] == commands.Ask._fields
    assert implied["created"] == commands.Create._fields
    assert implied["ruled"] == commands.Rule._fields
    assert implied["timed_out"] == ("seat",)


def test_the_setting_offers_what_can_be_written() -> None:
    read, default = SCHEMA["MOVE_SCHEMA"]

    assert tuple(read(str(schema)) for schema in move_texts.WRITABLE) == move_texts.WRITABLE
    assert default == move_texts.NEWEST == settings.MOVE_SCHEMA
