"""What holds in every game of every rules: shown on random games of random players."""

import json
import re
from collections import Counter
from itertools import count
from random import Random
from types import ModuleType
from typing import Any, get_args

import pytest
from hypothesis import given, settings

from games.engine import codec, commands, events, legal, move_texts, snapshot
from games.engine.cards import cards_in, full_pack, hand_of
from games.engine.codec import TYPE_NAMES, canonical
from games.engine.commands import Command, Resign
from games.engine.decide import RULES, decide, execute
from games.engine.events import Asked, Event, GameOver, Irregularity, SeriesOver
from games.engine.evolve import HANDLERS, evolve, replay
from games.engine.refusals import Refusal
from games.engine.state import NEW, State
from games.engine.table import Table
from tests.engine import games
from tests.engine.games import Move, Setting
from tests.profiles import sized

GAMES = sized(100, nightly=300)


@given(games.settings_of_games())
@settings(max_examples=GAMES)
def test_every_game_keeps_every_law(setting: Setting) -> None:
    keeps_every_law(setting)


def keeps_every_law(setting: Setting) -> None:
    """Play the game of a setting to its end, and look at every move of it."""
    rng = Random(setting.seed)
    history: list[Event] = []
    points = Counter[int]()
    state = NEW
    for move in games.play(setting):
        history += move.events
        state = move.after
        check_cards(state)
        check_turn(state)
        check_events_in_order(move)
        check_codec(move)
        assert evolve(move.before, move.events) == state
        assert [*map(kind, decide(move.before, move.command))] == [*map(kind, move.events)]
        if rng.random() < 0.02:
            check_legal_commands(state)
        for event in move.events:
            if isinstance(event, GameOver):
                points.update(dict(enumerate(event.scores)))
    assert state.is_over
    assert replay(history) == state
    if setting.rules.target_score is not None:
        assert state.totals == tuple(points[seat] for seat in range(setting.seats))
        assert state.series is not None
    check_score(state)
    check_legal_commands(state)


def check_cards(state: State) -> None:
    """Every card is in exactly one place once cards were dealt."""
    if not state.packs or not state.in_play:
        return
    places = [
        *(cards_in(hand) for hand in state.hands),
        list(state.stock),
        *(cards_in(book.cards) for laid in state.books for book in laid),
        *(cards_in(book.cards) for book in state.void),
        *(cards_in(book.cards) for book in state.discards),
    ]
    assert sorted(card for place in places for card in place) == list(
        full_pack(state.rules.joker_count)
    )
    assert state.in_play == sum(state.hands) | hand_of(state.stock)
    assert state.exposed & ~sum(state.hands) == 0


def check_turn(state: State) -> None:
    """While a game runs, it waits for a seat that can act; a stalemate ends at its limit."""
    assert state.idle_asks <= state.rules.stalemate_limit
    assert all(owed >= 0 for owed in state.misses_turns)
    assert (state.turn is not None) == (state.phase in ("ask", "answer", "closing"))
    assert (state.asked is not None) >= (state.phase == "answer")
    assert (state.closing is not None) == (state.phase == "closing")
    if state.phase != "closing":
        assert state.drawn is None
    if state.phase in ("ask", "answer", "closing", "cut"):
        seat = state.to_act()
        assert seat is not None
        listed = legal.legal_commands(Table(state), seat)
        assert any(not isinstance(each, Resign) for each in listed), "one can do more than resign"


LAID = "(book_made |book_voided )*"
OVER = f"{LAID}game_over (series_continues |series_over )?"
PASSED = "(player_skipped )*turn_passed (card_drawn )?"
FLOW = f"(turn_continues (card_drawn )?)?({PASSED})*({OVER}|turn_closing )?"
SETTLED = f"(cards_given |go_fish (card_drawn (book_discarded )?)?)(book_made )*{FLOW}"
ENDED = f"(book_voided )*({PASSED}{FLOW}|{OVER})"
LEFT = f"(stand_in_seated |{OVER})"
GRAMMAR = {
    "create": "created ",
    "take_seat": "seat_taken ",
    "start": "started ",
    "draw_dealer": "dealer_drawn ",
    "cut": "pack_cut ",
    "deal": f"dealt (book_made )*{FLOW}",
    "ask": f"irregularity |asked |asked {SETTLED}",
    "answer": f"(irregularity )?{SETTLED}",
    "declare": f"(book_made |book_voided )(card_drawn )?{FLOW}",
    "end_turn": ENDED,
    "expose": "card_exposed ",
    "misdeal": "misdealt ",
    "resign": f"resigned {LEFT}",
    "abandon": f"abandoned {LEFT}",
    "rule": f"ruled (seat_restored )?{LEFT}?",
    "time_out": f"timed_out (abandoned {LEFT})?(pack_cut |{SETTLED}|{ENDED})?",
}


def check_events_in_order(move: Move) -> None:
    """The events of one command come in the order of RULES.md §6, and say once what becomes of the
    turn.
    """
    names = [TYPE_NAMES[type(event)] for event in move.events]
    grammar = GRAMMAR[TYPE_NAMES[type(move.command)]]
    assert re.fullmatch(grammar, "".join(f"{name} " for name in names)), names
    if "asked" in names and move.before.rules.referee == "auto":
        assert {"turn_continues", "turn_passed", "game_over"} & set(names)
    if move.before.rules.referee == "auto":
        assert not {"irregularity", "book_voided", "turn_closing", "card_exposed"} & set(names)
    assert names.count("turn_continues") + names.count("game_over") <= 2
    assert names.count("game_over") <= 1


def check_codec(move: Move) -> None:
    """Reading what was written gives the same, through the bytes of canonical JSON."""
    for event in move.events:
        text = canonical(codec.to_json(event))
        assert kind(codec.event_from_json(json.loads(text))) == kind(event)
    text = canonical(codec.to_json(move.command))
    assert kind(codec.command_from_json(json.loads(text))) == kind(move.command)
    for schema in move_texts.WRITABLE:
        texts = move_texts.write(move.command, move.events, schema)
        values = json.loads(texts.command), json.loads(texts.events)
        command, events = move_texts.read(*values, schema)
        assert kind(command) == kind(move.command)
        assert list(map(kind, events)) == list(map(kind, move.events))
        assert move_texts.normal_form(*values, schema) == texts
    text = canonical(snapshot.write(move.after))
    assert snapshot.read(json.loads(text), move.after.rules) == move.after


def check_score(state: State) -> None:
    """The scores are the books that lie on the table, and the best of those who stayed win."""
    assert state.result is not None
    assert state.result.scores == tuple(len(laid) for laid in state.books)
    stayed = [seat for seat in range(state.seats) if not state.left >> seat & 1]
    most = max((state.result.scores[seat] for seat in stayed), default=0)
    best = {seat for seat in stayed if state.result.scores[seat] == most}
    assert set(state.result.winners) <= best
    if state.rules.tie_break == "shared":
        assert set(state.result.winners) == best
    assert bool(state.result.winners) == bool(stayed), "only a leaver cannot win"


def check_legal_commands(state: State) -> None:
    """Exactly the listed commands are accepted without an irregularity; refusals change nothing."""
    for seat in range(state.seats):
        tried = games.attempts(state, seat)
        accepted = [kind(command) for command in tried if accepts(state, command)]
        listed = [kind(command) for command in legal.legal_commands(Table(state), seat)]
        assert len(set(listed)) == len(listed)
        assert set(accepted) == set(listed)


def accepts(state: State, command: Command) -> bool:
    table = Table(state)
    try:
        execute(table, command)
    except Refusal:
        assert table.freeze() == state
        assert not table.events
        return False
    return not any(isinstance(event, Irregularity) for event in table.events)


def kind(entry: Event | Command) -> tuple[type, Event | Command]:
    """Return an entry with its type: entries of different types with the same fields are equal
    tuples.
    """
    return type(entry), entry


# A table is a copy of a state, and freezes into an equal one.


TYPED: dict[str, Any] = {
    "rules": NEW.rules,
    "phase": "closing",
    "commitment": "c0ffee",
    "on_abandon": "stand_in",
    "stand_in": "memory",
    "asked": Asked(0, 1, 2),
    "closing": "no_cards",
    "called_illegally": True,
    "result": GameOver("ruled", (1, 0), (0,)),
    "series": SeriesOver((5, 3), (0,)),
    "rated": True,
}


def state_of_different_values() -> State:
    """Return a state whose numbers and tuples all differ."""
    numbers = count(1)
    values = {
        name: (next(numbers),) if isinstance(value, tuple) else next(numbers)
        for name, value in NEW._asdict().items()
    }
    return State(**(values | TYPED))


def test_a_table_freezes_into_the_state_it_was_made_from() -> None:
    state = state_of_different_values()

    assert Table(state).freeze() == state


# Every event has a handler and every command a rule: a replay or a decision never fails to find
# one.


def test_every_event_has_a_handler_and_every_command_a_rule() -> None:
    assert set(HANDLERS) == set(get_args(events.Event))
    assert set(RULES) == set(get_args(commands.Command))
    assert set(get_args(events.PublicEvent)) == set(HANDLERS) - {events.Dealt, events.CardDrawn}


@pytest.mark.parametrize(
    ("module", "union"), [(events, events.Event), (commands, commands.Command)]
)
def test_every_class_of_the_module_belongs_to_its_union(module: ModuleType, union: Any) -> None:
    defined = {
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, tuple) and kind.__module__ == module.__name__
    }

    assert defined == set(get_args(union))
