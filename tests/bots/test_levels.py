"""Bots play legally under all rules, to the end, and know no more than their seat."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from games.bots import levels
from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine import view
from games.engine.commands import Deal
from games.engine.presets import OVERLAYS, PRESETS, compose
from games.engine.refusals import RulesRefused
from games.engine.rules import Rules
from games.engine.shuffle import SEED_BYTES
from tests.engine import games
from tests.engine.games import Setting
from tests.engine.test_redaction import moments, unseen

GAMES = 60
LONGEST_GAME = 20_000


def _fitting() -> list[object]:
    found: list[object] = []
    for preset in PRESETS:
        for overlay in ("", *OVERLAYS):
            try:
                rules = compose(preset, [overlay] if overlay else [])
            except RulesRefused:
                continue
            found.append(pytest.param(rules, id=f"{preset} {overlay}".strip()))
            if overlay != "honour":
                rules = replace(rules, referee="honour", joker_count=2)
                found.append(pytest.param(rules, id=f"{preset} {overlay} honour jokers"))
    return found


def play_out(rules: Rules, seats: int, seed: int) -> LocalGame:
    """Play a game of all levels to its end, and hold every choice against the rules."""
    rng = Random(seed)
    game = LocalGame(rules, seats=seats, seed=rng.randbytes(SEED_BYTES))
    names = [*reversed(list(LEVELS))]
    for _ in range(LONGEST_GAME):
        seat = game.to_act
        if seat is None:
            return game
        seen = game.view(seat)
        action = levels.choose(names[seat % len(names)], seen, game.history(seat), rng)
        assert action in seen["legal_actions"]
        assert action["type"] not in ("resign", "expose", "misdeal")
        game.act(action)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("rules", _fitting())
def test_all_levels_finish_a_game_under_each_preset_and_overlay(rules: Rules) -> None:
    game = play_out(rules, 4, seed=1)

    assert game.state.is_over
    assert game.state.void == ()
    assert not any(game.state.barred)


@given(games.rules_and_seats())
@settings(max_examples=GAMES)
def test_all_levels_finish_a_game_of_any_rules(rules_and_seats: tuple[Rules, int]) -> None:
    rules, seats = rules_and_seats

    assert play_out(rules, seats, seed=2).state.is_over


@given(games.settings_of_games())
@settings(max_examples=GAMES)
def test_a_choice_does_not_depend_on_hidden_cards(setting: Setting) -> None:
    rng = Random(setting.seed)
    played = list(games.play(setting))
    deals = [place for place, move in enumerate(played) if isinstance(move.command, Deal)]
    if not deals:
        return
    start = rng.choice(deals)
    viewer = rng.randrange(setting.seats)
    hidden = unseen(played[start].after, viewer)
    if len(hidden) < 2:
        return
    first, second = rng.sample(hidden, 2)
    before = [event for move in played[:start] for event in move.events]
    history = [view.event_view(event, viewer, setting.rules) for event in before]
    twin_history = history.copy()
    for moment in moments(played, (first, second), start=start, viewer=viewer):
        history += (view.event_view(each, viewer, setting.rules) for each in moment.events)
        twin_history += (
            view.event_view(each, viewer, setting.rules) for each in moment.twin_events
        )
        if moment.state.to_act() == viewer:
            for level in LEVELS:
                chosen, other = (
                    levels.choose(level, view.state_view(state, viewer), seen, Random(7))
                    for state, seen in (
                        (moment.state, history),
                        (moment.twin, twin_history),
                    )
                )
                assert chosen == other, level


def test_a_seat_with_nothing_to_do_is_refused() -> None:
    game = LocalGame(compose("classic"), seats=2, seed=bytes(SEED_BYTES))
    assert game.to_act is not None
    waiting = 1 - game.to_act

    for level in LEVELS:
        with pytest.raises(IndexError):
            levels.choose(level, game.view(waiting), game.history(waiting), Random(1))
