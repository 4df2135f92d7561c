"""What a seat knows: equal to trying every deal, and samples that agree with counting."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis.knowledge.posterior import Effort, SeatKnowledge, knowledge
from games.analysis.knowledge.reading import Json, seen_since_deal
from games.analysis.knowledge.support import KnowledgeUnavailable
from games.engine.cards import RANK_CARDS
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import State
from tests.analysis import brute_force
from tests.analysis.brute_force import Played
from tests.profiles import sized

RULES = {
    "four of a rank, all given": {"hand_size": 4},
    "one given": {"hand_size": 4, "transfer": "one"},
    "card asks": {"hand_size": 4, "ask_by": "card"},
    "card asks with bluffs": {"hand_size": 4, "ask_by": "card", "ask_held_card": "allow"},
    "pairs": {"hand_size": 3, "book_size": 2},
    "pairs, one given": {"hand_size": 3, "book_size": 2, "transfer": "one"},
    "pairs, card asks": {"hand_size": 3, "book_size": 2, "ask_by": "card"},
    "large hands": {"hand_size": 16},
    "large hands, one given": {"hand_size": 16, "transfer": "one"},
    "penalty": {"hand_size": 4, "fish_penalty": True, "extra_turn_on_book": True},
    "hands end turns": {"hand_size": 2, "mid_turn_empty": "end_turn", "on_empty_hand": "skip"},
}
COUNTED = Effort(counting_steps=10_000_000, swaps=0)
SAMPLED = Effort(counting_steps=0, swaps=50_000)


@pytest.mark.parametrize("options", RULES.values(), ids=RULES.keys())
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 3))
@settings(max_examples=sized(4, nightly=60))
def test_knowledge_equals_trying_every_deal(
    options: dict[str, object], seed: int, seats: int
) -> None:
    random = Random(seed)
    rules = compose("classic", [], {"deal_table": {"2": 7, "3": 5}, **options})
    played = brute_force.play(rules, seats=seats, random=random, asks=random.randrange(120))
    viewer = random.randrange(seats)
    doubtful = brute_force.doubtful_places(played, viewer, random, most=sized(120, nightly=500))

    seen = brute_force.seen_with(played, viewer, doubtful)
    found = knowledge(seen, rules, seats=seats, effort=COUNTED)

    deals = list(brute_force.deals_that_fit(played, doubtful))
    assert found.method == "exact" and found.error == 0
    assert_equals_deals(found, deals, seats)


def assert_equals_deals(found: SeatKnowledge, deals: Sequence[State], seats: int) -> None:
    for place in found.cards:
        held = [sum(deal.hands[seat] >> place.card & 1 for deal in deals) for seat in range(seats)]
        in_stock = sum(place.card in deal.stock for deal in deals)
        assert place.seats == pytest.approx([count / len(deals) for count in held])
        assert place.stock == pytest.approx(in_stock / len(deals))
        certain = next((seat for seat in range(seats) if held[seat] == len(deals)), None)
        assert place.seat == certain
        assert (place.place == "stock") == (in_stock == len(deals))
        assert (place.place == "laid") == (not any(held) and not in_stock)
    for row in found.ranks:
        count = sum(bool(deal.hands[row.seat] & RANK_CARDS[row.rank]) for deal in deals)
        assert row.chance == pytest.approx(count / len(deals))
        assert row.holds == {0: False, len(deals): True}.get(count)


@pytest.mark.parametrize("options", RULES.values(), ids=RULES.keys())
def test_samples_agree_with_counting(options: dict[str, object]) -> None:
    rules, seen = position(options, seats=2, asks=14, seed=3)
    counted = knowledge(seen, rules, seats=2, effort=COUNTED)
    sampled = knowledge(seen, rules, seats=2, effort=SAMPLED)

    assert sampled.method == "sampled"
    assert 0 < sampled.error < 0.1
    assert_agree(counted, sampled)


def assert_agree(one: SeatKnowledge, other: SeatKnowledge) -> None:
    """Check that chances differ by at most six standard errors: there are hundreds of them."""
    error = 6 * (one.error + other.error)
    for mine, theirs in zip(one.cards, other.cards, strict=True):
        assert [*mine.seats, mine.stock] == pytest.approx([*theirs.seats, theirs.stock], abs=error)
    for row, same in zip(one.ranks, other.ranks, strict=True):
        assert row.chance == pytest.approx(same.chance, abs=error)


def test_a_sample_depends_on_what_was_seen_only() -> None:
    rules, seen = position({}, seats=6, asks=30, seed=1)

    again = [dict(event) for event in seen]

    effort = Effort(0, 2_000)
    assert knowledge(seen, rules, seats=6, effort=effort) == knowledge(
        again, rules, seats=6, effort=effort
    )


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "effort", [Effort(500_000, 0), Effort(0, 2_000)], ids=["counted", "sampled"]
)
def test_what_is_certain_is_true(effort: Effort, seed: int) -> None:
    played = brute_force.play(compose("classic"), seats=3, random=Random(seed), asks=20 + 10 * seed)
    state = played.state
    events = [event for events in played.events for event in events]
    found = knowledge(seen_since_deal(events, state.rules, 0), state.rules, seats=3, effort=effort)

    for place in found.cards:
        holder = next((s for s, hand in enumerate(state.hands) if hand >> place.card & 1), None)
        if place.place is not None:
            assert place.seat == holder
            assert (place.place == "stock") == (place.card in state.stock)
    for row in found.ranks:
        assert row.holds in (None, bool(state.hands[row.seat] & RANK_CARDS[row.rank]))


@pytest.mark.parametrize("asks", range(20, 160, 20))
def test_a_first_deal_is_found_however_much_is_known(asks: int) -> None:
    rules, seen = position({}, seats=6, asks=asks, seed=2)

    found = knowledge(seen, rules, seats=6, effort=Effort(0, 100))

    assert found.method == "sampled"


@pytest.mark.parametrize(
    ("options", "reason"),
    [({"joker_count": 1}, "jokers"), ({"referee": "honour"}, "honour_mode")],
)
def test_rules_that_are_not_covered(options: dict[str, object], reason: str) -> None:
    _, seen = position({}, seats=2, asks=3, seed=1)

    with pytest.raises(KnowledgeUnavailable) as refused:
        knowledge(seen, compose("classic", [], options), seats=2)

    assert refused.value.reason == reason


def position(
    options: dict[str, object], *, seats: int, asks: int, seed: int
) -> tuple[Rules, list[Json]]:
    """Return what seat 0 saw after some random asks."""
    rules = compose("classic", [], options)
    played: Played = brute_force.play(rules, seats=seats, random=Random(seed), asks=asks)
    events = [event for events in played.events for event in events]
    return rules, seen_since_deal(events, rules, 0)
