"""Bots play legally under all rules, to the end, and know no more than their seat."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.bots import levels
from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine import view
from games.engine.cards import Seat
from games.engine.commands import Deal
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.shuffle import SEED_BYTES
from games.engine.state import State
from tests.engine import games
from tests.engine.games import Setting
from tests.engine.test_redaction import moments, unseen
from tests.profiles import sized

GAMES = sized(24, nightly=600)
TWINS = 8
LONGEST_GAME = 20_000


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


@pytest.mark.slow
@given(games.rules_and_seats())
@settings(max_examples=GAMES)
def test_all_levels_finish_a_game_of_any_rules(rules_and_seats: tuple[Rules, int]) -> None:
    rules, seats = rules_and_seats

    assert play_out(rules, seats, seed=2).state.is_over


Chooser = Callable[[State, Seat, list[Any]], Any]
"""Return an action, given the whole position, which an honest bot does not read."""


def honest(level: str) -> Chooser:
    """Return a built-in bot, who is shown its view alone."""
    return lambda state, seat, history: levels.choose(
        level, view.state_view(state, seat), history, Random(7)
    )


def cheat(state: State, seat: Seat, history: list[Any]) -> Any:
    """Look at the top of the stock before choosing."""
    rng = Random(str(state.stock))
    return levels.choose("random", view.state_view(state, seat), history, rng)


def choices_in_twin_worlds(setting: Setting, choose: Chooser) -> Iterator[tuple[Any, Any]]:
    """Yield what a seat chooses in a world, and in one that differs in two cards hidden from it."""
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
            yield (
                choose(moment.state, viewer, history),
                choose(moment.twin, viewer, twin_history),
            )


@pytest.mark.parametrize("level", [*reversed([*LEVELS])])
@given(games.settings_of_games())
@settings(max_examples=GAMES // 2)
def test_a_choice_does_not_depend_on_hidden_cards(level: str, setting: Setting) -> None:
    for chosen, other in choices_in_twin_worlds(setting, honest(level)):
        assert chosen == other


def test_who_looks_at_the_stock_is_found_out() -> None:
    settings_tried = [Setting(compose("classic"), 3, seed, "fair") for seed in range(TWINS)]

    assert any(
        chosen != other
        for setting in settings_tried
        for chosen, other in choices_in_twin_worlds(setting, cheat)
    )


def test_a_seat_with_nothing_to_do_is_refused() -> None:
    game = LocalGame(compose("classic"), seats=2, seed=bytes(SEED_BYTES))
    assert game.to_act is not None
    waiting = 1 - game.to_act

    for level in LEVELS:
        with pytest.raises(IndexError):
            levels.choose(level, game.view(waiting), game.history(waiting), Random(1))
