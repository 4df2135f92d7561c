"""The events that prove a fact: they are enough, and without one of them it is not certain."""

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from games.analysis.knowledge import posterior
from games.analysis.knowledge.constraints import rank_parts
from games.analysis.knowledge.proofs import proofs
from games.analysis.knowledge.reading import Json, read_deal, seen_since_deal
from games.engine.cards import RANK_CARDS, RANKS, Rank, Seat
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from tests.analysis import brute_force
from tests.bots.seen_events import asked, drew, gave, go_fish
from tests.profiles import sized

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


RULES = {
    "four of a rank, all given": {},
    "one given": {"transfer": "one"},
    "card asks": {"ask_by": "card"},
    "card asks with bluffs": {"ask_by": "card", "ask_held_card": "allow"},
    "pairs": {"book_size": 2},
}


@pytest.mark.parametrize("options", RULES.values(), ids=RULES.keys())
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
