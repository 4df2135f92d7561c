"""Pairs of worlds in games of OpenSpiel: equal to a seat, and different in two hidden cards."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pyspiel

from games.engine.cards import Card, Seat
from games.engine.events import CardDrawn, Event
from tests.engine.test_redaction import public_parts, unseen


def compare(games: Sequence[Any], look: Callable[[Any, Seat], Any], wanted: int) -> None:
    """Compare this many pairs, at most three of a game: the first, and two others.

    :raises AssertionError: at the first that differs.
    """
    rng, compared = Random(5), 0
    while compared < wanted:
        found = [*pairs(rng.choice(games), rng)]
        others = rng.sample(found[1:], min(2, len(found[1:])))
        for world, twin, seat in found[:1] + others:
            assert look(world, seat) == look(twin, seat)
            compared += 1


def played(game: Any, rng: Random) -> Any:
    """Return a state of a random game: anywhere after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        act(state, rng)
    for _ in range(rng.randrange(60)):
        if not state.is_terminal():
            act(state, rng)
    return state


def act(state: Any, rng: Random) -> None:
    if state.is_chance_node():
        state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def pairs(game: Any, rng: Random) -> Iterator[tuple[Any, Any, Seat]]:
    """Yield the states of two worlds that differ in two cards hidden from a seat, and the seat.

    One of the cards was drawn, if such a card is hidden. The pairs begin when the worlds differ,
    and end at the first event that the seat saw differ, or when hands are shown.

    :raises AssertionError: if the seat has other legal actions in the other world.
    """
    state = played(game, rng)
    seat = rng.randrange(game.num_players())
    hidden = [card for card in unseen(state.position.state, seat) if card in game.setup.pack]
    if len(hidden) < 2:
        return
    drawn = [card for _, card in draws(state.position.events) if card in hidden]
    one = rng.choice([drawn[0], *drawn]) if drawn else rng.choice(hidden)
    two = rng.choice([card for card in hidden if card != one])
    exchanged = {one: two, two: one}
    world, twin = game.new_initial_state(), game.new_initial_state()
    for number, step in enumerate(state.full_history()):
        assert twin.current_player() == world.current_player()
        if step.player == seat:
            assert twin.legal_actions() == world.legal_actions()
        is_card = step.player == pyspiel.PlayerId.CHANCE and number > 0
        other = exchanged.get(step.action, step.action) if is_card else step.action
        if other not in twin.legal_actions():
            assert step.player not in (seat, pyspiel.PlayerId.CHANCE)
            return
        world.apply_action(step.action)
        twin.apply_action(other)
        shown, twin_shown = (
            public_parts(each.position.events, seat, game.setup.rules) for each in (world, twin)
        )
        if shown != twin_shown or world.is_terminal() or twin.is_terminal():
            return
        if world.position.state.hands != twin.position.state.hands:
            yield world.clone(), twin.clone(), seat


def draws(events: tuple[Event, ...]) -> list[tuple[Seat, Card]]:
    """Return the draws that only the drawer saw, oldest first."""
    return [
        (event.seat, event.card)
        for event in events
        if isinstance(event, CardDrawn) and not event.public
    ]
