"""How much a group gains that plays only for one of its members, within the daily limit, and what
it would gain if it chose after a game whether that counts (``test_starts`` shows that it cannot).
"""

import pytest

from games.ratings.certainty import PROVISIONAL_SIGMA
from games.ratings.pools import MOST_A_DAY
from games.ratings.skill import NEW_SKILL, Skill, rate

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
