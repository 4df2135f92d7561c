"""Events, commands and positions as JSON: exact texts, both ways, and what cannot be read."""

import json
from typing import Any

import pytest
from hypothesis import given

from games.engine import codec, snapshot
from games.engine.codec import canonical
from games.engine.commands import (
    Answer,
    Ask,
    Command,
    Create,
    Deal,
    Declare,
    DrawDealer,
    Rule,
    TakeSeat,
)
from games.engine.events import (
    Asked,
    BookMade,
    CardDrawn,
    CardsGiven,
    Created,
    DealerDrawn,
    Dealt,
    Event,
    GameOver,
    Irregularity,
    Ruled,
    SeatTaken,
    Started,
    TurnPassed,
)
from games.engine.options import MAX_SEATS
from games.engine.refusals import MalformedEntry
from games.engine.rules import Rules
from games.engine.state import State
from tests.builders import ask, cards, hand, rules, state, table
from tests.engine import games

QUEENS = hand("QC QD QH QS")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        pytest.param(
            SeatTaken(1, "dice"), '{"entropy":"dice","seat":1,"type":"seat_taken"}', id="seat_taken"
        ),
        pytest.param(
            SeatTaken(1), '{"seat":1,"type":"seat_taken"}', id="a field that is none is left out"
        ),
        pytest.param(Started((0, 2)), '{"seats":[0,2],"type":"started"}', id="started"),
        pytest.param(
            Started((0, 2), rated=False),
            '{"rated":false,"seats":[0,2],"type":"started"}',
            id="started and not rated",
        ),
        pytest.param(
            DealerDrawn(1, (((0, 3), (1, 40)),)),
            '{"rounds":[[[0,"2S"],[1,"QC"]]],"seat":1,"type":"dealer_drawn"}',
            id="dealer_drawn",
        ),
        pytest.param(
            Dealt(0, cards("2C RJ"), (1, 1)),
            '{"counts":[1,1],"dealer":0,"pack":"2CRJ","type":"dealt"}',
            id="dealt",
        ),
        pytest.param(
            Asked(0, 1, 10), '{"rank":"Q","seat":0,"target":1,"type":"asked"}', id="asked by rank"
        ),
        pytest.param(
            Asked(0, 1, 10, 43),
            '{"card":"QS","rank":"Q","seat":0,"target":1,"type":"asked"}',
            id="asked by card",
        ),
        pytest.param(
            CardsGiven(1, 0, hand("QS QC")),
            '{"cards":["QC","QS"],"seat":1,"to":0,"type":"cards_given"}',
            id="cards_given",
        ),
        pytest.param(
            CardDrawn(0, 43, "fish", True),
            '{"card":"QS","public":true,"reason":"fish","seat":0,"type":"card_drawn"}',
            id="card_drawn",
        ),
        pytest.param(
            BookMade(0, 10, QUEENS),
            '{"cards":["QC","QD","QH","QS"],"rank":"Q","seat":0,"type":"book_made"}',
            id="book_made",
        ),
        pytest.param(
            TurnPassed(None, 0, "start"),
            '{"reason":"start","to":0,"type":"turn_passed"}',
            id="the first turn has no giver",
        ),
        pytest.param(
            Irregularity(0, "illegal_call", 10, ("misses_next_turn",)),
            '{"kind":"illegal_call","penalties":["misses_next_turn"],"rank":"Q","seat":0,'
            '"type":"irregularity"}',
            id="irregularity",
        ),
        pytest.param(
            GameOver("all_books", (7, 6), (0,)),
            '{"reason":"all_books","scores":[7,6],"type":"game_over","winners":[0]}',
            id="game_over",
        ),
        pytest.param(
            Ruled(1, "adjusted", None, (7, 0), (0,)),
            '{"case":1,"kind":"adjusted","scores":[7,0],"type":"ruled","winners":[0]}',
            id="ruled",
        ),
    ],
)
def test_an_event_is_written_so_and_read_again(event: Event, text: str) -> None:
    assert canonical(codec.to_json(event)) == text
    read = codec.event_from_json(json.loads(text))
    assert (type(read), read) == (type(event), event)


@pytest.mark.parametrize(
    ("command", "text"),
    [
        pytest.param(
            ask(0, 1, "Q"), '{"rank":"Q","seat":0,"target":1,"type":"ask"}', id="ask for a rank"
        ),
        pytest.param(Answer(1, ()), '{"cards":[],"seat":1,"type":"answer"}', id="go fish"),
        pytest.param(
            Declare(0, cards("QS BJ")),
            '{"cards":["QS","BJ"],"seat":0,"type":"declare"}',
            id="the order of declared cards is kept",
        ),
        pytest.param(TakeSeat(0), '{"seat":0,"type":"take_seat"}', id="take_seat"),
        pytest.param(
            Rule(2, "seat_removed", 1),
            '{"case":2,"kind":"seat_removed","seat":1,"type":"rule"}',
            id="rule",
        ),
        pytest.param(DrawDealer(), '{"type":"draw_dealer"}', id="draw_dealer"),
        pytest.param(Deal(cards("2C 3C")), '{"pack":"2C3C","type":"deal"}', id="deal"),
    ],
)
def test_a_command_is_written_so_and_read_again(command: Command, text: str) -> None:
    assert canonical(codec.to_json(command)) == text
    read = codec.command_from_json(json.loads(text))
    assert (type(read), read) == (type(command), command)


@given(games.rules_and_seats())
def test_rules_are_written_in_full_and_read_again(drawn: tuple[Rules, int]) -> None:
    chosen, seats = drawn
    text = codec.rules_to_text(chosen)

    assert codec.rules_from_text(text) == chosen
    created = Created(chosen, 1, seats, "0" * 64)
    assert codec.event_from_json(json.loads(canonical(codec.to_json(created)))) == created
    create = Create(chosen, seats, "0" * 64, dealer=1)
    assert codec.command_from_json(json.loads(canonical(codec.to_json(create)))) == create


def test_equal_texts_give_one_shared_value_of_rules() -> None:
    text = codec.rules_to_text(rules("bicycle"))

    assert codec.rules_from_text(text) is codec.rules_from_text(text)


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(
            state("QC RJ", "QD", stock="2C", rules=rules("classic", "wild_cards")), id="ask"
        ),
        pytest.param(
            state("QC", "QD", stock="2C", books=[["9C 9D 9H 9S"]], barred=["", "Q"]), id="books"
        ),
        pytest.param(state("QC", "QD", totals=[3, 4], misses_turns=[1, 2]), id="penalties"),
        pytest.param(
            table("QC", "QD", phase="answer")
            .freeze()
            ._replace(asked=Asked(0, 1, 10), entropy=((0, "a"),), result=GameOver("ruled", (), ())),
            id="an ask not settled",
        ),
    ],
)
def test_a_position_is_read_as_written(position: Any) -> None:
    text = canonical(snapshot.write(position))

    assert snapshot.read(json.loads(text), position.rules) == position


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({}, id="nothing"),
        pytest.param([], id="a list"),
        pytest.param({"type": "moved"}, id="no such type"),
        pytest.param({"type": ["asked"]}, id="a type that is no text"),
        pytest.param({"type": "asked", "seat": 0, "target": 1}, id="a field is missing"),
        pytest.param({"type": "resigned", "seat": 0, "to": 1}, id="a field too many"),
        pytest.param({"type": "resigned", "seat": "0"}, id="a seat as text"),
        pytest.param({"type": "resigned", "seat": True}, id="a seat that is a truth value"),
        pytest.param({"type": "asked", "seat": 0, "target": 1, "rank": "1"}, id="no such rank"),
        pytest.param({"type": "cards_given", "seat": 0, "to": 1, "cards": ["1C"]}, id="no card"),
        pytest.param({"type": "card_exposed", "seat": 0, "card": None}, id="null for a card"),
        pytest.param({"type": "cards_given", "seat": 0, "to": 1, "cards": 7}, id="no cards"),
        pytest.param({"type": "ask", "seat": 0, "target": 1, "rank": "Q"}, id="a command"),
    ],
)
def test_what_is_no_event_is_refused(value: Any) -> None:
    with pytest.raises(MalformedEntry):
        codec.event_from_json(value)


@pytest.mark.parametrize("schema", [0, codec.OBJECT_SCHEMA + 1])
def test_an_unknown_schema_is_refused(schema: int) -> None:
    with pytest.raises(MalformedEntry, match="schema version"):
        codec.event_from_json({"type": "resigned", "seat": 0}, schema)


def test_an_older_schema_is_read_through_every_upcast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "OBJECT_SCHEMA", 3)
    monkeypatch.setitem(codec.UPCASTS, 1, lambda value: {**value, "type": "gave_up"})
    monkeypatch.setitem(
        codec.UPCASTS, 2, lambda value: {"type": "resigned", "seat": value["player"]}
    )

    event = codec.event_from_json({"type": "left", "player": 1}, 1)

    assert codec.to_json(event) == {"type": "resigned", "seat": 1}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"book_size": 3}, id="out of range"),
        pytest.param({"colour": "red"}, id="unknown"),
    ],
)
def test_what_are_no_rules_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedEntry):
        codec.rules_from_json(codec.rules_to_json(rules()) | change)


def test_canonical_text_has_one_form() -> None:
    assert canonical({"b": 1, "a": "é"}) == '{"a":"\\u00e9","b":1}'
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))


def test_an_ask_of_every_card_is_read_again() -> None:
    for card in range(54):
        asked = Ask(0, 1, min(card // 4, 12), card)
        assert codec.command_from_json(codec.to_json(asked)) == asked


def test_what_is_written_again_is_equal_and_a_copy() -> None:
    asked = Asked(0, 1, 5)

    first = codec.to_json(asked)
    first["seat"] = 7

    assert codec.to_json(asked) == {"type": "asked", "seat": 0, "target": 1, "rank": "7"}
    assert codec.to_json(Ask(0, 1, 5)) == {"type": "ask", "seat": 0, "target": 1, "rank": "7"}


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


def test_a_snapshot_leaves_out_what_is_usual() -> None:
    usual = snapshot.usual(4)

    assert snapshot.write(usual) == {"schema": 3, "seats": 4}
    for schema in (2, 3):
        assert snapshot.read({"schema": schema, "seats": 4}, usual.rules) == usual


@pytest.mark.parametrize(
    "damaged",
    [{"hands": [-1, 0]}, {"hands": [0, 1 << 54]}, {"stock": [54]}, {"in_play": -1}],
    ids=str,
)
def test_a_snapshot_with_cards_of_no_pack_is_refused(damaged: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no card"):
        snapshot.read({"schema": 2, "seats": 2, **damaged}, Rules())


@pytest.mark.parametrize("seats", [-1, MAX_SEATS + 1, 10**15, None, "2", 2.5])
def test_a_snapshot_of_impossible_seats_is_refused(seats: Any) -> None:
    with pytest.raises(ValueError, match="seats"):
        snapshot.read({"schema": 2, "seats": seats}, Rules())
