"""What prompts say: everything that the seat saw, and nothing else."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from games.analysis.knowledge.reading import seen_since_deal
from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine.cards import card_text, hand_texts
from games.engine.commands import Deal
from games.engine.events import CardDrawn, Event
from games.engine.options import OPTIONS
from games.engine.rule_sets import compose
from games.engine.state import State
from games.engine.view import event_view, state_view
from gofishkit.eval import prompts, questions, unseen, wording
from tests.engine import games
from tests.engine.games import Setting
from tests.engine.test_redaction import moments
from tests.engine.test_redaction import unseen as unseen_cards
from tests.evals.fake_models import read
from tests.profiles import sized

Json = dict[str, Any]

PAIRS = sized(100, nightly=10_000)
LEAKY_PAIRS = 400
SEATS = range(2, 5)
TELLING = (
    *("type", "seat", "to", "target", "rank", "card", "cards", "public", "reason"),
    *("counts", "hands", "stock"),
)
"""Members of events that tell where cards are."""


class World(NamedTuple):
    """A position and all that happened."""

    events: Sequence[Event]
    state: State


WITHOUT_SENTENCES = {
    *("players_min", "players_max", "deal_table", "hand_size", "joker_count", "dealer_selection"),
    *("dealer_rotation", "cut_by_right", "redeal_on_exposed", "book_display", "target_score"),
    *("referee", "stalemate_limit"),
}
"""Options that the history shows, those with a sentence of their own, and those whose games are not
evaluated.
"""

Look = Callable[[World, int], tuple[Mapping[str, Any], list[Json]]]
Written = Callable[[World, int, Look], bytes]


def fair(world: World, seat: int) -> tuple[Mapping[str, Any], list[Json]]:
    """Return the view and the history of a seat."""
    rules = world.state.rules
    history = [event_view(event, seat, rules) for event in world.events]
    return state_view(world.state, seat), history


def all_prompts(world: World, seat: int, look: Look) -> bytes:
    """Return every prompt that the seat's model can get here."""
    view, history = look(world, seat)
    asked = questions.choose(view, history, Random(7))
    found = [
        prompts.move_prompt(view, history, lists_legal=legal, has_notes=notes)
        for legal in (False, True)
        for notes in (False, True)
    ]
    if asked is not None:
        found += [prompts.belief_prompt(view, history, asked, has_notes=n) for n in (False, True)]
    return json.dumps(found).encode()


def pairs(seed: int) -> Iterator[tuple[World, World, int]]:
    """Yield positions of a random game and of its twins, which look the same to the seat to act."""
    rng = Random(seed)
    seats = rng.choice(SEATS)
    rules = (
        unseen.rules(rng, seats=seats) if seed % 2 else compose(rng.choice(["classic", "pagat"]))
    )
    played = [*games.play(Setting(rules, seats, seed, "fair"))]
    start = next(place for place, move in enumerate(played) if isinstance(move.command, Deal))
    before = [event for move in played[:start] for event in move.events]
    for _ in range(4):
        viewer = rng.randrange(seats)
        hidden = unseen_cards(rng.choice(played[start:]).after, viewer)
        if len(hidden) < 2:
            continue
        first, second = rng.sample(hidden, 2)
        events, twin_events = [*before], [*before]
        for moment in moments(played, (first, second), start=start, viewer=viewer):
            events += moment.events
            twin_events += moment.twin_events
            if moment.state.to_act() == viewer:
                yield World([*events], moment.state), World([*twin_events], moment.twin), viewer


def differing(look: Look, most: int, written: Written = all_prompts) -> Iterator[int]:
    """Yield the numbers of pairs for which something else is written, of so many."""
    found = (pair for seed in range(10**6) for pair in pairs(seed))
    for number, (world, twin, seat) in zip(range(most), found, strict=False):
        if written(world, seat, look) != written(twin, seat, look):
            yield number


def test_prompts_do_not_depend_on_hidden_cards() -> None:
    assert [*differing(fair, PAIRS)] == []


def last_draw(world: World, seat: int) -> tuple[Mapping[str, Any], list[Json]]:
    view, history = fair(world, seat)
    drawn = [n for n, event in enumerate(world.events) if isinstance(event, CardDrawn)]
    if drawn:
        event: Any = world.events[drawn[-1]]
        history[drawn[-1]]["card"] = card_text(event.card)
    return view, history


def other_hand(world: World, seat: int) -> tuple[Mapping[str, Any], list[Json]]:
    view, history = fair(world, seat)
    other = (seat + 1) % world.state.seats
    view["seats"][other]["hand"] = hand_texts(world.state.hands[other])
    return view, history


LEAKS = [last_draw, other_hand]


@pytest.mark.parametrize("look", LEAKS)
def test_a_prompt_that_leaks_is_found_out(look: Look) -> None:
    assert next(differing(look, LEAKY_PAIRS), None) is not None


@pytest.mark.parametrize("seed", range(3))
def test_a_prompt_tells_everything_that_the_seat_saw_of_cards(seed: int) -> None:
    rng = Random(seed)
    rules = unseen.rules(rng, seats=3) if seed else compose("classic")
    game = LocalGame(rules, seats=3, seed=rng.randbytes(32))
    while (seat := game.to_act) is not None:
        view, history = game.view(seat), game.history(seat)
        if any(action["type"] == "ask" for action in view["legal_actions"]):
            prompt = read(prompts.move_prompt(view, history))
            seen = seen_since_deal(game.events, rules, seat)
            for shown_event, event in zip(prompt.history[1:], seen, strict=True):
                shown = {key: event.get(key) for key in TELLING if key in shown_event}
                assert {key: shown_event[key] for key in shown} == shown
            assert prompt.rules == rules
            assert prompt.view["seats"][seat]["hand"] == view["seats"][seat]["hand"]
        game.act(LEVELS["memory"](view, history, rng))


def test_prompts_have_a_sentence_for_every_value_of_an_option() -> None:
    sayings = {option: {*texts} for option, texts in wording.SAYINGS}
    values = {
        name: {*option.schema.get("enum", (False, True))}
        for name, option in OPTIONS.items()
        if name not in WITHOUT_SENTENCES
    }

    assert sayings == values


def test_unseen_rules_are_far_from_every_preset_and_from_each_other() -> None:
    found = [unseen.rules(Random(seed), seats=2) for seed in range(30)]

    assert min(map(unseen.distance, found)) >= unseen.FEWEST_CHANGES
    assert len({*found}) == len(found)
    assert unseen.rules(Random(3), seats=2) == found[3]
