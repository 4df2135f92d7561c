"""What a seat knows: equal to trying every deal, and samples that agree with counting.

The events that prove a fact: they are enough, and without one of them it is not certain.
"""

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis.knowledge import posterior
from games.analysis.knowledge.constraints import rank_parts
from games.analysis.knowledge.posterior import Effort, SeatKnowledge, knowledge
from games.analysis.knowledge.proofs import proofs
from games.analysis.knowledge.reading import Json, read_deal, seen_since_deal
from games.analysis.knowledge.support import KnowledgeUnavailable
from games.engine.cards import RANK_CARDS, RANKS, Rank, Seat
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import State
from tests.analysis import brute_force
from tests.analysis.brute_force import Played
from tests.bots.seen_events import asked, drew, gave, go_fish
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


CLASSIC = compose("classic")
MOST_OF_A_GAME = sized(6, nightly=39)
SEVENS = RANKS.index("7")
DEALT = {
    "type": "dealt",
    "counts": [5, 5, 5],
    "stock": 37,
    "hands": [["2C", "7D", "9H", "KS", "AC"], None, None],
}
BY_ONE = [asked(1, 2, "7"), go_fish(2, 1), drew(1)]


def certain(seen: Sequence[Json], seat: Seat, rules: Rules = CLASSIC) -> bool | None:
    """Return whether the seat certainly holds a seven, by counting."""
    found = posterior.knowledge(seen, rules, seats=3)
    assert found.method == "exact"
    return next(row.holds for row in found.ranks if (row.rank, row.seat) == (SEVENS, seat))


@pytest.mark.parametrize(
    ("seen", "seat", "holds", "named"),
    [
        pytest.param(BY_ONE, 1, True, [1], id="it asked for the rank"),
        pytest.param(BY_ONE, 2, False, [2], id="it called go fish"),
        pytest.param(
            [asked(1, 0, "7"), gave(0, 1, "7D")], 1, True, [2], id="it got a card of the rank"
        ),
        pytest.param(
            [*BY_ONE, asked(0, 1, "7"), gave(1, 0, "7C", "7H")],
            1,
            False,
            [5],
            id="it gave all it had",
        ),
        pytest.param([asked(1, 2, "7"), go_fish(2, 1), drew(1, "7S")], 1, True, [3], id="a catch"),
        pytest.param([*BY_ONE, *BY_ONE], 1, True, [1], id="the first of two asks"),
    ],
)
def test_the_named_event_proves_the_fact(
    seen: list[Json], seat: Seat, holds: bool, named: list[int]
) -> None:
    log = [DEALT, *seen]

    assert proofs(log, CLASSIC)[SEVENS, seat] == tuple(named)
    assert certain(log, seat) is holds


PROOF_RULES = {
    "four of a rank, all given": {},
    "one given": {"transfer": "one"},
    "card asks": {"ask_by": "card"},
    "card asks with bluffs": {"ask_by": "card", "ask_held_card": "allow"},
    "pairs": {"book_size": 2},
}


@pytest.mark.parametrize("options", PROOF_RULES.values(), ids=PROOF_RULES.keys())
def test_in_random_games_named_events_are_enough_and_each_is_needed(
    options: dict[str, object],
) -> None:
    """Drop from all that asks and answers say what is not named, then one more."""
    rules, tried = compose("classic", [], options), 0
    for seed in range(sized(4, nightly=60)):
        played = brute_force.play(rules, seats=3, random=Random(seed), asks=8)
        seen = seen_since_deal([e for events in played.events for e in events], rules, 0)
        truth = {
            (rank, seat): bool(hand & RANK_CARDS[rank])
            for rank in range(len(RANKS))
            for seat, hand in enumerate(played.state.hands)
        }
        for (rank, seat), named in islice(proofs(seen, rules).items(), MOST_OF_A_GAME):
            kinds = {seen[index]["type"] for index in named}
            if kinds <= {"asked", "go_fish"}:
                tried += 1
                assert holds_by(seen, rules, rank, seat, named) is truth[rank, seat]
                if rules.book_size == 2 and any(
                    each["type"] == "book_made" and each["rank"] == RANKS[rank] for each in seen
                ):
                    continue  # its books can prove it as well: a seat that makes one has no third
                for index in named:
                    fewer = [each for each in named if each != index]
                    assert holds_by(seen, rules, rank, seat, fewer) is None
            else:
                assert (
                    posterior.knowledge(seen, rules, seats=3).ranks[3 * rank + seat].holds
                    is (truth[rank, seat])
                )
    assert tried > 5


def holds_by(
    seen: Sequence[Json], rules: Rules, rank: Rank, seat: Seat, named: Sequence[int]
) -> bool | None:
    """Return by counting whether the seat holds the rank, if of all that asks and answers say only
    the named events are known.
    """
    deal = read_deal(seen, rules)
    lacks = [lack for lack in deal.lacks if lack.time in named]
    holdings = [check for check in deal.holdings if not check.least or check.time in named]
    deal = deal._replace(lacks=tuple(lacks), holdings=tuple(holdings))
    if deal.known[seat] & RANK_CARDS[rank]:
        return True
    chances = posterior._counted(deal, rank_parts(deal), 3, most_steps=10_000_000)
    return chances.holds[rank][seat]
