"""Place points and standings: ties, leavers, annulled games, rests, and what luck explains."""

from random import Random

import pytest

from games.tournaments import ranking
from games.tournaments.ranking import UNIT, TableResult, table_for


def table(*scores: int, players: str = "abcd", left: str = "") -> TableResult:
    """Return a table of the players with these letters; the most books win."""
    best = max(score for letter, score in zip(players, scores, strict=False) if letter not in left)
    winners = [
        seat for seat, score in enumerate(scores) if score == best and players[seat] not in left
    ]
    return TableResult(
        tuple(map(ord, players[: len(scores)])),
        scores,
        tuple(winners),
        tuple(players.index(letter) for letter in left),
    )


def standings(*results: TableResult, seats: int = 4, rests: dict[str, int] | None = None) -> str:
    """Return the lines as text: place, player, points."""
    numbers = {player for result in results for player in result.players}
    rested = {ord(letter): count for letter, count in (rests or {}).items()}
    lines = ranking.rank(numbers | set(rested), results, rested, table_for(seats), seats=seats)
    return " ".join(f"{line.place}{chr(line.player)}{line.points / UNIT:g}" for line in lines)


def test_places_of_a_table_give_points_and_ties_share_them() -> None:
    assert standings(table(5, 4, 3, 1)) == "1a6 2b3 3c1 4d0"
    assert standings(table(5, 4, 4, 0)) == "1a6 2b2 2c2 4d0"
    assert standings(table(4, 4, 4, 1)) == "1a3.33333 1b3.33333 1c3.33333 4d0"


def test_a_leaver_is_last_and_the_others_move_up() -> None:
    assert standings(table(9, 2, 1, 1, left="a")) == "1b6 2c2 2d2 4a0"


def test_an_annulled_game_gives_the_mean_and_counts_as_no_game() -> None:
    lines = ranking.rank({1, 2}, [TableResult((1, 2), (9, 4), None, ())], {}, table_for(2), seats=2)

    assert {(line.points / UNIT, line.games) for line in lines} == {(0.5, 0)}


def test_a_rest_gives_the_mean_of_a_table() -> None:
    assert standings(table(5, 4, 3, 1), rests={"e": 1}) == "1a6 2b3 3e2.5 4c1 5d0"


def test_the_mean_margin_of_books_breaks_a_tie() -> None:
    one, two = table(9, 4, players="ab"), table(8, 5, players="cd")

    assert standings(one, two, seats=2) == "1a1 2c1 3d0 4b0"


def test_a_margin_is_that_over_each_of_the_others() -> None:
    one, two = table(9, 6, 4, players="abc"), table(5, 2, 1, players="def")

    assert standings(one, two, seats=3) == "1a3 2d3 3b1 4e1 5f0 6c0"


@pytest.mark.parametrize("field", [4, 16])
def test_equal_players_are_rarely_shown_as_behind(field: int) -> None:
    chance, wrong = Random(7), 0
    for _ in range(200):
        games = []
        for _ in range(9):
            drawn = chance.sample(range(field), field)
            seated = [tuple(drawn[first : first + 4]) for first in range(0, field, 4)]
            scores = [tuple(chance.sample([6, 4, 2, 1], 4)) for _ in seated]
            games += [
                TableResult(players, books, (books.index(6),), ())
                for players, books in zip(seated, scores, strict=True)
            ]
        lines = ranking.rank(range(field), games, {}, table_for(4), seats=4)
        wrong += any(line.is_behind_first for line in lines)

    assert wrong / 200 <= 0.05
