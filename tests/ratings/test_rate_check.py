"""The comparison of rating systems: what it measures, and when it fails."""

from math import log

import pytest

from bench import rate_check
from bench.rate_check import DEFAULTS, ELO_PAIRS, ELO_SHARED, OURS, Played
from bench.rating_systems import Defaults, Elo, Ours, RatingSystem
from games.ratings.prediction import TEMPERATURES, win_probabilities
from games.ratings.skill import Skill

STRONG_WINS = Played([0, 1], (0, 1), (1.0, 0.0))
SYSTEMS = [Ours, Defaults, lambda: Elo(32), lambda: Elo(32, is_shared=True)]


@pytest.mark.parametrize("make", SYSTEMS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_system_without_games_guesses_uniformly(make: type[RatingSystem], players: int) -> None:
    game = Played([*range(players)], (*range(players),), (1.0, *[0.0] * (players - 1)))

    assert rate_check.losses_of(make(), [game]) == [pytest.approx(0)]


@pytest.mark.parametrize("make", SYSTEMS)
def test_a_system_learns_who_wins(make: type[RatingSystem]) -> None:
    losses = rate_check.losses_of(make(), [STRONG_WINS] * 50)

    assert losses[-1] < losses[10] < losses[0]


def test_a_shared_win_costs_the_mean_of_both_surprises() -> None:
    system = Elo(32)
    system.learn([0, 1], (0, 1))
    first, second = system.predict([0, 1])

    [loss] = rate_check.losses_of(system, [Played([0, 1], (0, 0), (0.5, 0.5))])

    assert loss == pytest.approx(-(log(first) + log(second)) / 2 - log(2))


def test_elo_moves_two_equal_players_by_half_of_k() -> None:
    system = Elo(32)

    system.learn([0, 1], (0, 1))

    expected = 1 / (1 + 10 ** (-32 / 400))
    assert system.predict([0, 1])[0] == pytest.approx(expected)


@pytest.mark.parametrize(
    "ours, others, failures",
    [
        pytest.param([-0.2, -0.1], [0.0, 0.1], 0, id="better than both"),
        pytest.param([-0.1, -0.1], [0.0, 0.1], 1, id="too near to a uniform guess"),
        pytest.param([-0.2, -0.2], [-0.4, 0.02], 2, id="intervals that include 0"),
    ],
)
def test_gates(ours: list[float], others: list[float], failures: int) -> None:
    losses = {OURS: ours * 50, DEFAULTS: others * 50, ELO_PAIRS: others * 50}
    losses[ELO_SHARED] = others * 50

    assert len(list(rate_check.failed_gates(losses))) == failures


def test_the_same_seed_plays_the_same_game() -> None:
    task = ("classic", "seed", 3)

    game = rate_check.play(task)

    assert rate_check.play(task) == game
    assert len(game.players) == len(set(game.players)) == len(game.places)
    assert sum(game.shares) == pytest.approx(1)


@pytest.mark.parametrize("players", range(2, 7))
def test_predictions_sum_to_one_and_rise_with_skill(players: int) -> None:
    skills = [Skill(20.0 + 2 * place, 5.0) for place in range(players)]

    expected = win_probabilities(skills)

    assert sum(expected) == pytest.approx(1)
    assert list(expected) == sorted(set(expected))


def test_predictions_are_boldest_where_skill_decides_most() -> None:
    by_players = [TEMPERATURES[players] for players in sorted(TEMPERATURES)]

    assert by_players == sorted(by_players, reverse=True)
    assert sorted(TEMPERATURES) == [2, 3, 4, 5, 6]
