"""The chance of so many hits."""

from itertools import product
from math import isclose, prod

import pytest

from games.review import p_values


@pytest.mark.parametrize("chances", [[0.5], [0.1, 0.9, 0.3], [1.0, 0.2, 0.0, 0.7, 0.55]])
def test_the_tail_is_that_of_all_outcomes_counted_one_by_one(chances: list[float]) -> None:
    for hits in range(len(chances) + 1):
        counted = sum(
            prod(chance if hit else 1 - chance for hit, chance in zip(way, chances, strict=True))
            for way in product((0, 1), repeat=len(chances))
            if sum(way) >= hits
        )

        assert isclose(p_values.chance_of_as_many(hits, chances), counted, abs_tol=1e-12)


def test_nothing_hit_out_of_nothing_is_no_surprise() -> None:
    assert p_values.chance_of_as_many(0, []) == 1


@pytest.mark.parametrize("hits", [40, 55, 70, 85])
def test_the_approximation_for_many_tries_meets_the_exact_value(hits: int) -> None:
    chances = [0.05 + 0.3 * (number % 7) / 6 for number in range(p_values.MOST_EXACT + 50)]
    exact = p_values._exact(hits, chances)

    approximate = p_values.chance_of_as_many(hits, chances)

    assert approximate == pytest.approx(exact, rel=0.05, abs=2e-5)
