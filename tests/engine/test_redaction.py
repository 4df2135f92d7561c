"""The redaction law: what a viewer sees does not depend on what is hidden from them.

A world is a game under a pack. Its twin is dealt from the same pack but for two cards exchanged
that the viewer has not seen, and the same commands are given in both. As long as everything that
the viewer saw happen is the same in both, they must be shown the same bytes: of the events, of the
positions, and of the refusals of whatever they try. What they saw is decided here, apart from
``view``.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings

from games.engine import view
from games.engine.cards import Card, Pack, Seat
from games.engine.codec import canonical
from games.engine.commands import Command, Deal
from games.engine.decide import decide, step
from games.engine.events import CardDrawn, Dealt, Event
from games.engine.evolve import deal_hands
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.refusals import Refusal, RulesRefused
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import State
from tests.engine import games
from tests.engine.games import Move, Setting
from tests.profiles import sized

Viewer = Seat | None
Look = Callable[[tuple[Event, ...], State, Viewer], Any]
"""What a viewer is shown of a move: of its events, and of the position after it."""
GAMES = sized(40, nightly=120)
TWINS_PER_GAME = 6
TRIES_PER_POSITION = 40


class Moment(NamedTuple):
    """The same moment in both worlds: the events that led there, and the positions."""

    events: tuple[Event, ...]
    twin_events: tuple[Event, ...]
    state: State
    twin: State


def moments(
    played: list[Move], exchanged: tuple[Card, Card], *, start: int, viewer: Viewer
) -> Iterator[Moment]:
    """Yield the moves from a deal on, as long as the viewer saw the same in both worlds."""
    twin = played[start].before
    for move in played[start:]:
        command = move.command
        if isinstance(command, Deal):
            if move is not played[start]:
                return
            command = Deal(_exchange(command.pack, exchanged))
        try:
            events, twin = step(twin, command)
        except Refusal:
            return
        # When the game is over all hands may be seen, and nothing is hidden any more.
        if move.after.is_over or twin.is_over:
            return
        rules = twin.rules
        if public_parts(events, viewer, rules) != public_parts(move.events, viewer, rules):
            return
        yield Moment(move.events, events, move.after, twin)


def public_parts(events: tuple[Event, ...], viewer: Viewer, rules: Rules) -> list[Any]:
    """Return what the viewer saw happen, by RULES.md §1 and §6: all but the others' deals and
    private draws.
    """
    return [_public_part(event, viewer, rules) for event in events]


def _public_part(event: Event, viewer: Viewer, rules: Rules) -> Any:
    if isinstance(event, Dealt):
        hands = deal_hands(event)
        seen = hands if rules.open_hands else [] if viewer is None else [hands[viewer]]
        return "dealt", event.dealer, event.counts, seen
    if isinstance(event, CardDrawn) and not (
        event.public or event.seat == viewer or rules.open_hands
    ):
        return "drawn", event.seat, event.reason
    return type(event), event


def unseen(state: State, viewer: Viewer) -> list[Card]:
    """Return the cards that lie where the viewer cannot look."""
    hidden = set(state.stock)
    for seat, hand in enumerate(state.hands):
        if seat != viewer and not state.rules.open_hands:
            hidden.update(card for card in range(54) if hand >> card & 1)
    return sorted(hidden)


def look_at_views(events: tuple[Event, ...], state: State, viewer: Viewer) -> Any:
    """Return the views of the events and of the position."""
    shown = [view.event_view(event, viewer, state.rules) for event in events]
    return [*shown, view.state_view(state, viewer)]


def assert_same_bytes(setting: Setting, *, look: Look = look_at_views) -> int:
    """Compare a game with twins of it for random viewers; return how many moments were compared.

    :raises AssertionError: at the first byte that differs.
    """
    rng = Random(setting.seed)
    played = list(games.play(setting))
    compared = 0
    for _ in range(TWINS_PER_GAME):
        for moment, viewer in _twin_moments(played, rng):
            compared += 1
            _assert_same_look(moment, viewer, look)
            if rng.random() < 0.05:
                _assert_same_refusals(moment, viewer, rng)
    return compared


def finds_a_difference(setting: Setting, look: Look) -> bool:
    """Return whether the law is broken in this game."""
    try:
        assert_same_bytes(setting, look=look)
    except AssertionError:
        return True
    return False


def _twin_moments(played: list[Move], rng: Random) -> Iterator[tuple[Moment, Viewer]]:
    """Yield the moments of one random twin, for one random viewer."""
    deals = [place for place, move in enumerate(played) if isinstance(move.command, Deal)]
    if not deals:
        return
    start = rng.choice(deals)
    end = min((place for place in deals if place > start), default=len(played))
    chosen = played[rng.randrange(start, end)].after
    viewer = rng.choice([None, *range(chosen.seats)])
    hidden = unseen(chosen, viewer)
    if len(hidden) < 2:
        return
    first, second = rng.sample(hidden, 2)
    for moment in moments(played, (first, second), start=start, viewer=viewer):
        yield moment, viewer


def _assert_same_look(moment: Moment, viewer: Viewer, look: Look) -> None:
    seen = look(moment.events, moment.state, viewer)
    assert canonical(seen) == canonical(look(moment.twin_events, moment.twin, viewer))


def _assert_same_refusals(moment: Moment, viewer: Viewer, rng: Random) -> None:
    if viewer is None:
        return
    tries = list(games.attempts(moment.state, viewer))
    for command in rng.sample(tries, min(TRIES_PER_POSITION, len(tries))):
        assert _refusal(moment.state, command) == _refusal(moment.twin, command)


def _refusal(state: State, command: Command) -> tuple[str, str] | None:
    try:
        decide(state, command)
    except Refusal as refusal:
        return refusal.code, str(refusal)
    return None


def _exchange(pack: Pack, cards: tuple[Card, Card]) -> Pack:
    other = dict(zip(cards, reversed(cards), strict=True))
    return tuple(other.get(card, card) for card in pack)


def playable() -> Iterator[Any]:
    """Yield every preset, alone and under each overlay that fits it and leaves something hidden."""
    for preset in PRESETS:
        for overlay in ("", *OVERLAYS):
            try:
                rules = compose(preset, [overlay] if overlay else [])
            except RulesRefused:
                continue
            if not (rules.open_hands and rules.deals_whole_pack):
                name = f"{preset}+{overlay}" if overlay else preset
                yield pytest.param(replace(rules, stalemate_limit=40), id=name)


@given(games.settings_of_games())
@settings(max_examples=GAMES)
def test_a_view_does_not_depend_on_hidden_cards(setting: Setting) -> None:
    assert_same_bytes(setting)


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(lambda state: state.stock[:1], id="the top card of the stock"),
        pytest.param(lambda state: state.hands, id="all hands"),
        pytest.param(lambda state: state.drawn, id="the card just drawn"),
        pytest.param(
            lambda state: [hand % 13 == 0 for hand in state.hands], id="one bit of each hand"
        ),
    ],
)
def test_a_view_that_leaks_is_found_out(leak: Callable[[State], Any]) -> None:
    def leaky(events: tuple[Event, ...], state: State, viewer: Viewer) -> Any:
        return [look_at_views(events, state, viewer), leak(state)]

    honour = compose("bicycle", ["honour"])
    tried = [Setting(honour, 4, seed, "careless") for seed in range(10)]

    assert any(finds_a_difference(setting, leaky) for setting in tried)
