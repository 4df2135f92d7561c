"""The provable deal: golden vectors that may never change, and that every order is equally
likely.
"""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import referee, shuffle
from games.engine.cards import card_text, full_pack
from games.engine.commands import Cut, Deal, DrawDealer
from tests.builders import rules, state

SEED = bytes(range(32))
ENTROPY = ((0, "alpha"), (2, "beta"))


def order(seed: bytes, entropy: shuffle.Entropy, label: str, joker_count: int = 0) -> str:
    """Return the order of a pack as text, from the top."""
    pack = shuffle.shuffled_pack(seed, entropy, label, joker_count=joker_count)
    return " ".join(card_text(card) for card in pack)


def test_the_commitment_is_fixed() -> None:
    assert (
        shuffle.commitment(SEED)
        == "07bfec4a854c8710c6c6818d0c1cd0efebbdd6bff4620245e9efb83da3a1e68e"
    )


@pytest.mark.parametrize(
    ("entropy", "label", "joker_count", "expected"),
    [
        pytest.param(
            ENTROPY,
            "deal 1",
            0,
            "8C 6C 5D 8S 6D 9C 3C 5H 8H 6H 7S 3H 2H 3D JD 5S 5C AH 2S TC 7D 4H 9D 4S 3S QS "
            "JH 7H JC KD TH KH QH KC JS AS QC KS 4C 8D 6S 2C AD TS 4D 7C 9S 9H 2D QD AC TD",
            id="the first deal",
        ),
        pytest.param(
            ENTROPY,
            "deal 2",
            0,
            "2H JS 8C TH 9S 2D 4S 9D TS 5C 8H KC 3H 7D 9C JD 6S 4D QS 7H AS 5H 9H 7S 6D 3S "
            "AH 8D AD QC 4C 6C TC KD QD TD 6H 2S 5S JC JH 7C 8S KH QH KS 5D 3D 4H 2C AC 3C",
            id="the second deal",
        ),
        pytest.param(
            ENTROPY,
            "deal 1",
            2,
            "TH 8S KC JS 4C 9C TC 2C 9S 6S QS RJ 9H 3H 5H QH 4S 8C KD 8D TD 6H AH 5C BJ 5S 3C "
            "2S 3D 2H JH KS QC 4D 7D TS 7C AC JD 4H 9D QD 2D 8H 5D 6D 6C KH 7S 7H 3S AS JC AD",
            id="with jokers",
        ),
        pytest.param(
            (),
            "deal 1",
            0,
            "8C 5H 4H AH 8H KD QS 5C JC 4S 8S KH 3C 6C 7S 6D AS TH 9S 7D JS 3D 4D 2D KS QH "
            "9H TS 3H 6S 9D JH 3S 7C 9C 2H 5D 8D 7H JD 5S TC KC TD AC 4C 2C 2S QC QD 6H AD",
            id="without entropy",
        ),
    ],
)
def test_a_pack_follows_from_seed_entropy_and_label(
    entropy: shuffle.Entropy, label: str, joker_count: int, expected: str
) -> None:
    assert order(SEED, entropy, label, joker_count) == expected


@pytest.mark.parametrize(("bound", "number"), [(1, 0), (2, 1), (6, 5), (51, 26), (53, 24)])
def test_a_number_follows_from_seed_entropy_and_label(bound: int, number: int) -> None:
    assert shuffle.number_below(SEED, ENTROPY, "cut 1", bound=bound) == number


@given(st.binary(min_size=16, max_size=32), st.text(max_size=8), st.integers(0, 2))
def test_a_pack_has_every_card_once(seed: bytes, text: str, joker_count: int) -> None:
    pack = shuffle.shuffled_pack(seed, ((0, text),), "deal 1", joker_count=joker_count)

    assert sorted(pack) == list(full_pack(joker_count))


@pytest.mark.parametrize(
    ("seed", "entropy", "label"),
    [
        pytest.param(bytes(32), ENTROPY, "deal 1", id="the seed"),
        pytest.param(SEED, ENTROPY[::-1], "deal 1", id="the order of the entropy"),
        pytest.param(SEED, ((0, "alpha"), (1, "beta")), "deal 1", id="who gave it"),
        pytest.param(SEED, ENTROPY[:1], "deal 1", id="how much of it"),
        pytest.param(SEED, ENTROPY, "deal 11", id="the label"),
    ],
)
def test_everything_that_goes_in_matters(seed: bytes, entropy: shuffle.Entropy, label: str) -> None:
    assert order(seed, entropy, label) != order(SEED, ENTROPY, "deal 1")


def test_every_card_is_equally_likely_at_every_place() -> None:
    deals = 2_000
    counts = Counter(
        (place, card)
        for number in range(deals)
        for place, card in enumerate(
            shuffle.shuffled_pack(SEED, (), f"deal {number}", joker_count=0)
        )
    )

    expected = deals / 52
    chi_square = sum(
        (counts[place, card] - expected) ** 2 / expected
        for place in range(52)
        for card in range(52)
    )
    # 51 × 51 degrees of freedom: mean 2601, standard deviation 72; four deviations either way.
    assert 2313 < chi_square < 2889


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


@pytest.mark.parametrize("bound", [3, 6, 51, 52])
def test_every_number_below_a_bound_is_equally_likely(bound: int) -> None:
    numbers = 200 * bound
    counts = Counter(
        shuffle.number_below(SEED, (), f"cut {number}", bound=bound) for number in range(numbers)
    )

    assert set(counts) == set(range(bound))
    chi_square = sum((counts[number] - 200) ** 2 / 200 for number in range(bound))
    # Mean bound - 1, variance twice that; five deviations.
    assert chi_square < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    assert shuffle._below(iter([2**32 - 1, 2**32 - 2, 7]), 3) == 2**32 - 2 - 3 * ((2**32 - 2) // 3)
    assert shuffle._below(iter([2**32 - 1, 8]), 3) == 2


def test_a_cut_puts_the_upper_part_below() -> None:
    assert shuffle.cut_pack((1, 2, 3, 4), 1) == (2, 3, 4, 1)


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
