"""Our game among Kaggle's environments, with their agents and ours.

`docs/bridges.md` says how to run these, in an environment of their own.
"""

import json
from random import Random
from typing import Any

import pytest

from tests.profiles import sized

kaggle_environments = pytest.importorskip(
    "kaggle_environments", reason="Kaggle's environments are missing: see docs/bridges.md"
)

import pyspiel  # noqa: E402

from games.bots import kaggle_env, open_spiel_game  # noqa: E402
from games.engine import view  # noqa: E402
from games.engine.presets import PRESETS  # noqa: E402
from tests.bots import spiel_pairs  # noqa: E402

LEGAL = {"includeLegalActions": True}
PAIRS = sized(100, nightly=10_000)


def played(agents: list[Any], seed: int, **parameters: Any) -> Any:
    """Return an environment in which these agents have played a game."""
    env = kaggle_env.make(**parameters)
    env.configuration.update(LEGAL | {"seed": seed})
    env.run(agents)
    return env


@pytest.mark.parametrize("seats", [2, 4])
def test_their_random_agent_plays_with_ours(seats: int) -> None:
    games, won = sized(4, nightly=100), 0.0
    for number in range(games):
        ours = number % seats
        agents: list[Any] = ["random"] * seats
        agents[ours] = kaggle_env.agent("memory", Random(number))
        env = played(agents, number, players=seats)
        assert [each.status for each in env.state] == ["DONE"] * seats
        assert sum(each.reward for each in env.state) == pytest.approx(0)
        won += env.state[ours].reward

    assert games < 100 or won > 0


def test_an_agent_gets_its_view_and_no_copy_of_the_state() -> None:
    env = played([kaggle_env.agent("random", Random(1)), kaggle_env.agent("random", Random(2))], 5)
    for step in env.steps:
        for seat, each in enumerate(step):
            assert "serializedGameAndState" not in each.observation
            seen = json.loads(each.observation.get("observationString") or "{}")
            if seen and seen["view"]["phase"] != "over":
                assert seen["view"]["you"] == seat
                assert seen["view"]["seats"][1 - seat]["hand"] is None


def look(state: Any, seat: int) -> Any:
    """Return what an agent observes of a state."""
    moves = state.legal_actions(seat) if state.current_player() == seat else []
    return state.observation_string(seat), state.information_state_string(seat), moves


def compare() -> None:
    named = [{"preset": preset, "players": seats} for preset in PRESETS for seats in (2, 4)]
    games = [pyspiel.load_game(kaggle_env.NAME, parameters) for parameters in named]
    spiel_pairs.compare(games, look, PAIRS)


def test_an_agent_sees_nothing_of_hidden_cards() -> None:
    compare()


def one_draw_in_the_text(real: Any, observer: Any, state: Any, seat: int) -> str:
    return f"{real(observer, state, seat)}{spiel_pairs.draws(state.position.events)[:1]}"


def one_draw_in_the_events(real: Any, event: Any, viewer: Any, rules: Any) -> Any:
    is_draw = spiel_pairs.draws((event,)) and event.card % 5 == 0
    return real(event, "referee" if is_draw else viewer, rules)


def one_draw_in_the_mask(real: Any, state: Any, seat: int) -> Any:
    legal = real(state, seat)
    for _, card in spiel_pairs.draws(state.position.events)[:1]:
        left_out = card % (len(legal) + 1)
        return legal[:left_out] + legal[left_out + 1 :] or legal
    return legal


@pytest.mark.parametrize(
    "owner, name, leak",
    [
        (kaggle_env.KaggleObserver, "string_from", one_draw_in_the_text),
        (view, "event_view", one_draw_in_the_events),
        (open_spiel_game.GoFishState, "_legal_actions", one_draw_in_the_mask),
    ],
)
def test_a_leak_of_a_single_draw_is_found(
    owner: Any, name: str, leak: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *values: leak(real, *values))

    with pytest.raises(AssertionError):
        compare()


def first_turn(**parameters: Any) -> Any:
    """Return the observation of the player whose turn it is first."""
    seen: list[Any] = []

    def look(observation: Any, configuration: Any) -> Any:
        if kaggle_env.get_legal_moves(observation):
            seen.append(dict(observation))
        return {"submission": min(kaggle_env.get_legal_moves(observation), default=-1)}

    played([look, look], 7, **parameters)
    return seen[0]


def test_a_language_model_gets_a_prompt_and_answers() -> None:
    observation = first_turn()
    moves = kaggle_env.get_legal_moves(observation)
    prompt = kaggle_env.generate_prompt(observation, [])
    wanted = Random(1).choice([*moves.values()])
    answer = f'I ask.\n```json\n{{"move": "{wanted}"}}\n```'

    assert all(move in prompt for move in moves.values())
    assert kaggle_env.parse_response(answer, [*moves.values()]).legal_action == wanted


def test_an_answer_that_is_no_legal_move_is_asked_for_again() -> None:
    observation = first_turn()
    moves = [*kaggle_env.get_legal_moves(observation).values()]
    illegal = kaggle_env.parse_response('{"move": "ask 9 9"}', moves)
    unreadable = kaggle_env.parse_response("Sevens, please.", moves)

    assert (illegal.legal_action, illegal.raw_action) == (None, "ask 9 9")
    assert (unreadable.legal_action, unreadable.raw_action) == (None, None)
    again = kaggle_env.generate_prompt(observation, [], "…", "ask 9 9")
    assert '"ask 9 9" is not legal' in again


def test_a_masked_action_ends_the_game_by_their_rule() -> None:
    def masked(observation: Any, configuration: Any) -> Any:
        legal = kaggle_env.get_legal_moves(observation)
        return {"submission": min({*range(13)} - {*legal})}

    env = played([masked, masked], 1)

    assert len(env.steps) == 3
    assert sorted(each.reward for each in env.state) == [-1, 1]
