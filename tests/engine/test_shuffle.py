"""The provable deal: golden vectors that may never change, and that every order is equally
likely.
"""

import json
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import referee, shuffle
from games.engine.cards import full_pack
from games.engine.commands import Cut, Deal, DrawDealer
from tests.builders import rules, state
from tests.engine import make_vectors

SEED = bytes(range(32))
ENTROPY = ((0, "alpha"), (2, "beta"))


def test_commitments_packs_and_numbers_are_those_of_the_vectors() -> None:
    """The file has the vectors with which other implementations are tested."""
    vectors = json.loads(make_vectors.FILE.read_text())

    assert make_vectors.vectors() == vectors
    for kind, texts in vectors["contributions"].items():
        assert [text for text in texts if shuffle.is_entropy(text) != (kind == "accepted")] == []


@given(st.binary(min_size=16, max_size=32), st.text(max_size=8), st.integers(0, 2))
def test_a_pack_has_every_card_once(seed: bytes, text: str, joker_count: int) -> None:
    pack = shuffle.shuffled_pack(seed, ((0, text),), "deal 1", joker_count=joker_count)

    assert sorted(pack) == list(full_pack(joker_count))


def test_every_order_of_the_first_draws_is_equally_likely() -> None:
    draws = 6_000
    counts = Counter[tuple[int, ...]]()
    for number in range(draws):
        pack = shuffle.shuffled_pack(SEED, (), f"deal {number}", joker_count=0)
        counts[tuple(card for card in pack if card < 3)] += 1

    assert set(counts) == set(permutations(range(3)))
    chi_square = sum((count - draws / 6) ** 2 / (draws / 6) for count in counts.values())
    # 5 degrees of freedom: 20.5 is passed once in a thousand.
    assert chi_square < 20.5


def test_the_referee_deals_from_the_pack_of_the_next_number_as_it_was_cut() -> None:
    waiting = state("", "", phase="deal", turn=None)._replace(packs=3, entropy=ENTROPY)
    pack = shuffle.shuffled_pack(SEED, ENTROPY, "deal 4", joker_count=0)

    assert referee.next_command(waiting, SEED) == Deal(pack)
    assert referee.next_command(waiting._replace(cut=10), SEED) == Deal(pack[10:] + pack[:10])


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        pytest.param("random", DrawDealer(dealer=1), id="by the seed"),
        pytest.param(
            "low_card",
            DrawDealer(pack=shuffle.shuffled_pack(SEED, ENTROPY, "dealer", joker_count=0)),
            id="by cards",
        ),
    ],
)
def test_the_referee_finds_the_dealer(selection: str, expected: DrawDealer) -> None:
    waiting = state(
        "", "", "", phase="dealer", turn=None, rules=rules(dealer_selection=selection)
    )._replace(entropy=ENTROPY)

    assert referee.next_command(waiting, SEED) == expected


def test_the_referee_cuts_for_the_seat_at_the_dealers_right() -> None:
    waiting = state("", "", "", phase="cut", turn=None, dealer=0, rules=rules("bicycle"))
    cuts = {referee.cut_for(waiting._replace(packs=number), SEED) for number in range(600)}

    assert {cut.seat for cut in cuts} == {2}
    assert {cut.position for cut in cuts} == set(range(1, 52))
    assert all(isinstance(cut, Cut) for cut in cuts)


@pytest.mark.parametrize("phase", ["ask", "answer", "closing", "cut", "over"])
def test_the_referee_waits_for_players_and_does_nothing_after_the_end(phase: str) -> None:
    assert referee.next_command(state("QC", "QD")._replace(phase=phase), SEED) is None  # type: ignore[arg-type]
