"""The arithmetic of ratings: families, places, ties, predictions, anchors and words.

How much a group gains that plays only for one of its members, within the daily limit, and what
it would gain if it chose after a game whether that counts (``test_starts`` shows that it cannot).
"""

import math
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.rating_systems import win_probabilities
from games.bots.levels import LEVELS
from games.engine.presets import OVERLAYS, PRESETS
from games.ratings import skill
from games.ratings.pools import FAMILIES, MOST_A_DAY, RATED_OVERLAYS, family_of, places, pool_of
from games.ratings.skill import (
    BETA,
    MU,
    NEW_SKILL,
    PROVISIONAL_SIGMA,
    SIGMA,
    Skill,
    rate,
)
from tests.profiles import sized

SKILLS = st.builds(
    Skill,
    st.floats(-20, 70).map(lambda mu: round(mu, 6)),
    st.floats(0.5, 8.4).map(lambda sigma: round(sigma, 6)),
)
TABLES = st.integers(2, 6).flatmap(
    lambda seats: st.tuples(
        st.lists(SKILLS, min_size=seats, max_size=seats),
        st.lists(st.integers(0, seats - 1), min_size=seats, max_size=seats),
    )
)


def test_every_preset_has_one_family() -> None:
    listed = [preset for presets in FAMILIES.values() for preset in presets]

    assert sorted(listed) == sorted(PRESETS)
    assert set(RATED_OVERLAYS) <= set(OVERLAYS)
    assert {preset: family_of(preset) for preset in PRESETS} == {
        preset: family for family, presets in FAMILIES.items() for preset in presets
    }


@pytest.mark.parametrize(
    ("scores", "winners", "leavers", "expected"),
    [
        ([3, 5, 2], [1], [], (1, 0, 2)),
        ([5, 5, 3], [0, 1], [], (0, 0, 2)),
        ([4, 4, 4], [0, 1, 2], [], (0, 0, 0)),
        ([9, 1, 3], [2], [0], (2, 1, 0)),
        ([9, 9, 3], [2], [0, 1], (1, 1, 0)),
        ([7, 7, 2], [1], [], (1, 0, 2)),  # the tie break of pairs: fewest cards
        ([0, 0], [], [0, 1], (0, 0)),
    ],
)
def test_winners_come_first_then_books_and_leavers_last(
    scores: list[int], winners: list[int], leavers: list[int], expected: tuple[int, ...]
) -> None:
    assert places(scores, winners=winners, leavers=leavers) == expected


def test_the_numbers_of_two_new_players() -> None:
    # The formula of the documentation, by hand.
    tau = 25 / 300
    variance = SIGMA**2 + tau**2
    c = math.sqrt(2 * (variance + BETA**2))
    gain = variance / c * 0.5
    sigma = math.sqrt(variance * (1 - math.sqrt(variance) / c * variance / c**2 * 0.25))

    won, lost = rate([NEW_SKILL, NEW_SKILL], [0, 1])

    assert won == pytest.approx((MU + gain, sigma), abs=1e-5)
    assert lost == pytest.approx((MU - gain, sigma), abs=1e-5)


def test_a_shared_place_gains_at_least_as_much_as_a_later_one() -> None:
    for given_places in ([0, 0, 2, 3, 4], [0, 0, 0, 3, 4, 5], [0, 1, 1, 3], [0, 0, 2, 2, 4, 4]):
        after = rate([NEW_SKILL] * len(given_places), given_places)

        by_place = [after[given_places.index(place)].mu for place in sorted(set(given_places))]
        assert by_place == sorted(by_place, reverse=True)
        for place in set(given_places):
            assert len({s for s, p in zip(after, given_places, strict=True) if p == place}) == 1


@settings(max_examples=sized(60, nightly=2_000))
@given(TABLES)
def test_the_order_of_seats_does_not_matter(table: tuple[list[Skill], list[int]]) -> None:
    skills, given_places = table
    after = rate(skills, given_places)

    turned = rate(skills[1:] + skills[:1], given_places[1:] + given_places[:1])

    for mine, its in zip(after[1:] + after[:1], turned, strict=True):
        assert mine == pytest.approx(its, abs=2e-6)
    assert all(math.isfinite(value) for skill in after for value in skill)
    assert all(0 < skill.sigma < 9 for skill in after)


@settings(max_examples=sized(60, nightly=2_000))
@given(st.lists(SKILLS, min_size=2, max_size=6))
def test_predictions_are_shares_in_the_order_of_ratings(skills: list[Skill]) -> None:
    shares = win_probabilities(skills)

    assert math.fsum(shares) == pytest.approx(1)
    for (one, share), (other, its) in permutations(zip(skills, shares, strict=True), 2):
        assert one.mu <= other.mu or share >= its


def test_every_level_has_an_anchor_in_every_family_the_better_the_higher() -> None:
    assert skill.VERSIONS.keys() == set(LEVELS)
    for family in FAMILIES:
        mus = [skill.anchor(family, level, skill.VERSIONS[level]).mu for level in LEVELS]
        assert mus == sorted(mus)


@pytest.mark.parametrize(
    ("kinds", "pool"),
    [
        (["person", "person", "person"], "people"),
        (["bot", "bot"], "bots"),
        (["bot", "level"], "bots"),
        (["level", "level"], None),
        (["person", "level"], None),
        (["person", "bot"], None),
        (["person", "guest"], None),
        (["bot", "guest"], None),
        (["person"], None),
        ([], None),
    ],
)
def test_players_of_one_pool_are_rated(kinds: list[str], pool: str | None) -> None:
    assert pool_of(kinds) == pool  # type: ignore[arg-type]


DAYS = 30
ESTABLISHED = Skill(NEW_SKILL.mu, 4.2)
"""After about 1,000 games."""


def gain(first: Skill, *, players: int, games: int, strangers: int = 0) -> Skill:
    """Return how far a player rises who always wins, and how uncertain they are then.

    The others tie for the last place: no other order gives the winner more. The last ``strangers``
    are new in each game.
    """
    winner, others = first, [NEW_SKILL] * (players - 1)
    places = [0, *[1] * (players - 1)]
    for _ in range(games):
        winner, *others = rate([winner, *others], places)
        others[len(others) - strangers :] = [NEW_SKILL] * strangers
    return Skill(winner.mu - first.mu, winner.sigma)


@pytest.mark.parametrize(
    "first, players, bound",
    [
        pytest.param(NEW_SKILL, 2, 35.0, id="new pair"),
        pytest.param(ESTABLISHED, 2, 13.0, id="established winner of a pair"),
        pytest.param(NEW_SKILL, 6, 80.0, id="new group of six"),
        pytest.param(ESTABLISHED, 6, 27.0, id="established winner of a group of six"),
    ],
)
def test_a_month_of_games_for_one_of_them_gains_a_bounded_number(
    first: Skill, players: int, bound: float
) -> None:
    gained = gain(first, players=players, games=MOST_A_DAY * DAYS)

    assert 0 < gained.mu <= bound


@pytest.mark.parametrize(
    "first, bound",
    [
        pytest.param(NEW_SKILL, 62.0, id="new"),
        pytest.param(ESTABLISHED, 30.0, id="established"),
    ],
)
def test_two_who_always_beat_a_stranger_gain_a_bounded_number(first: Skill, bound: float) -> None:
    gained = gain(first, players=3, games=MOST_A_DAY * DAYS, strangers=1)

    assert 0 < gained.mu <= bound


def test_new_accounts_alone_bring_no_winner_onto_the_leaderboard_in_a_month() -> None:
    for players in range(2, 7):
        gained = gain(NEW_SKILL, players=players, games=MOST_A_DAY * DAYS)

        assert gained.sigma > PROVISIONAL_SIGMA, players


def test_certainty_grows_with_games() -> None:
    codes = [skill.certainty_words(sigma).code for sigma in (8.3, 6.9, 5.2, 4.0)]

    assert codes == ["provisional", "rough", "fair", "firm"]
    assert [skill.is_provisional(sigma) for sigma in (7.1, 7.0)] == [True, False]
