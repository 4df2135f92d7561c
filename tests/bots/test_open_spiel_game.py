"""OpenSpiel's own tests of the game, and the redaction law for what it shows to a seat.

`docs/bridges.md` says how to run these: OpenSpiel is not among the packages of `make test`.
"""

import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any, cast

import pytest

from games.analysis.knowledge import worlds
from games.engine import view
from games.engine.cards import Seat
from games.engine.events import CardDrawn
from games.engine.presets import PRESETS
from tests.profiles import sized

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is missing: see docs/bridges.md")
np = import_module("numpy")
open_spiel_game = import_module("games.bots.open_spiel_game")
spiel_pairs = import_module("tests.bots.spiel_pairs")
act, draws, played = spiel_pairs.act, spiel_pairs.draws, spiel_pairs.played
cfr = import_module("open_spiel.python.algorithms.cfr")
ismcts = import_module("open_spiel.python.algorithms.ismcts")
mcts = import_module("open_spiel.python.algorithms.mcts")
outcome_sampling_mccfr = import_module("open_spiel.python.algorithms.outcome_sampling_mccfr")
UniformRandomBot = import_module("open_spiel.python.bots.uniform_random").UniformRandomBot

PAIRS = sized(100, nightly=10_000)
ENDGAME: dict[str, Any] = {"open_ranks": 2, "hand_size": 2, "stalemate_limit": 4}


def load(preset: str = "classic", **parameters: Any) -> Any:
    return pyspiel.load_game(open_spiel_game.NAME, {"preset": preset, **parameters})


def look(state: Any, seat: Seat) -> Any:
    """Return the bytes of all that the game shows to a seat."""
    return (
        state.information_state_string(seat),
        state.observation_string(seat),
        np.array(state.information_state_tensor(seat), np.float32).tobytes(),
        np.array(state.observation_tensor(seat), np.float32).tobytes(),
        state.legal_actions(seat) if state.current_player() == seat else [],
    )


def compare(wanted: int) -> None:
    games = [load(preset, players=seats) for preset in PRESETS for seats in (2, 4)]
    spiel_pairs.compare(games, look, wanted)


def test_a_seat_sees_nothing_of_hidden_cards() -> None:
    compare(PAIRS)


def one_draw_in_the_events(position: Any, seat: Seat, real: Any) -> Iterator[Any]:
    first = next((event for event in position.events if isinstance(event, CardDrawn)), None)
    for event in position.events:
        seen = "referee" if event is first else seat
        yield view.event_view(event, cast("Any", seen), position.setup.rules)


def one_draw_in_the_observation(observer: Any, state: Any, player: Seat, real: Any) -> None:
    real(observer, state, player)
    for _, card in draws(state.position.events)[:1]:
        observer.dict["observation"][0] += card


def a_draw_in_the_observation_for_a_moment(
    observer: Any, state: Any, player: Seat, real: Any
) -> None:
    real(observer, state, player)
    for _, card in draws(state.position.events[-4:]):
        observer.dict["observation"][0] += card


def one_draw_in_the_text(observer: Any, state: Any, player: Seat, real: Any) -> str:
    return f"{real(observer, state, player)} {draws(state.position.events)[:1]}"


def one_draw_in_the_mask(state: Any, player: Seat, real: Any) -> list[int]:
    legal: list[int] = real(state, player)
    for _, card in draws(state.position.events)[:1]:
        left_out = card % (len(legal) + 1)
        return legal[:left_out] + legal[left_out + 1 :] or legal
    return legal


@pytest.mark.parametrize(
    "place, name, leak",
    [
        (None, "_seen", one_draw_in_the_events),
        ("GoFishObserver", "set_from", one_draw_in_the_observation),
        ("GoFishObserver", "set_from", a_draw_in_the_observation_for_a_moment),
        ("GoFishObserver", "string_from", one_draw_in_the_text),
        ("GoFishState", "_legal_actions", one_draw_in_the_mask),
    ],
)
def test_a_leak_of_a_single_draw_is_found(
    place: str | None, name: str, leak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = getattr(open_spiel_game, place) if place else open_spiel_game
    real = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *values: leak(*values, real))

    with pytest.raises(AssertionError):
        compare(PAIRS)


def test_a_move_names_the_seat_that_the_view_names_and_a_view_lists_moves_alone() -> None:
    state = load(players=3).new_initial_state()
    while state.is_chance_node() or state.current_player() != 1:
        act(state, Random(1))
    texts = {state.action_to_string(1, move) for move in state.legal_actions()}
    seen = json.loads(state.observation_string(1))["legal_actions"]

    assert texts == {f"ask {action['target']} {action['rank']}" for action in seen}
    assert {text.split()[1] for text in texts} == {"0", "2"}


def test_events_without_a_row_in_the_tensor_follow_from_those_with_one() -> None:
    texts, repeated, without = dict[Any, str](), 0, set[str]()
    for preset in PRESETS:
        game, rng = load(preset, **ENDGAME | {"hand_size": 1}), Random(9)
        observer = game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=True), params=None
        )
        for _ in range(60):
            state = game.new_initial_state()
            while not state.is_terminal():
                act(state, rng)
                text = observer.string_from(state, 0)
                observer.set_from(state, 0)
                key = preset, observer.tensor.tobytes()
                repeated += key in texts
                assert texts.setdefault(key, text) == text
                without |= {*re.findall(r'"type":"(\w+)"', text)} - {*open_spiel_game.KINDS}

    assert repeated > 1_000
    assert {"go_fish", "turn_passed", "turn_continues"} <= without


def test_the_last_events_have_the_rows() -> None:
    state = played(load(), Random(2))
    rows = []
    for count in (3, 400):
        observer = open_spiel_game.GoFishObserver(load(rows=count), has_recall=True, params=None)
        observer.set_from(state, 0)
        rows.append(observer.dict["events"][observer.dict["events"].any(axis=1)])

    assert len(rows[0]) == 3 < len(rows[1])
    assert (rows[0] == rows[1][-3:]).all()


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_their_tests_of_python_games_pass(preset: str, seats: int) -> None:
    pyspiel.random_sim_test(load(preset, players=seats), 1, False, False)


def test_their_cfr_learns_an_endgame() -> None:
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load(**ENDGAME))
    for _ in range(200):
        solver.iteration()

    assert len(solver._infostates) > 100


@pytest.mark.parametrize("level", ["random", "memory"])
def test_their_random_bot_plays_with_built_in_bots(level: str) -> None:
    game, rng, returned = load(), Random(1), 0.0
    for number in range(sized(10, nightly=100)):
        theirs, ours = number % 2, 1 - number % 2
        bots = {
            theirs: UniformRandomBot(theirs, np.random.RandomState(number)),
            ours: open_spiel_game.LevelBot(level, ours, rng),
        }
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                act(state, rng)
            else:
                state.apply_action(bots[state.current_player()].step(state))
        assert sum(state.returns()) == pytest.approx(0)
        returned += state.returns()[ours]

    assert level == "random" or returned >= 0


@pytest.mark.parametrize("preset", PRESETS)
def test_a_sampled_state_looks_the_same_to_the_seat(preset: str) -> None:
    rng, others = Random(4), 0
    resample = worlds.resampler(rng)
    for _ in range(sized(4, nightly=100)):
        state = played(load(preset, players=3), rng)
        for seat in range(3) if not state.is_terminal() else ():
            twin = resample(state, seat)
            assert look(twin, seat) == look(state, seat)
            others += twin.position.state.hands != state.position.state.hands

    assert others


@pytest.mark.parametrize(
    "parameters",
    [
        {"preset": "whist"},
        {"players": 6, "preset": "bicycle"},
        {"overlays": "honour"},
        {"overlays": "fog"},
        {"overlays": "series"},
        {"open_ranks": 2},
        {"open_ranks": 14},
        {"rows": 0},
        {"rows": 5_001},
        {"hand_size": -1},
        {"hand_size": 27},
        {"stalemate_limit": -1},
        {"stalemate_limit": 1_001},
    ],
)
def test_a_game_that_cannot_be_played_is_their_error(parameters: dict[str, Any]) -> None:
    with pytest.raises(pyspiel.SpielError):
        load(**parameters)


def test_an_action_that_is_not_legal_is_their_error() -> None:
    state = load().new_initial_state()
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(2)
    rng = Random(3)
    while state.is_chance_node():
        act(state, rng)
    [masked, *_] = {*range(13)} - {*state.legal_actions()}
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(masked)
    while not state.is_terminal():
        act(state, rng)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(0)
