"""Who plays whom: table sizes, assignments against an exhaustive search, plans, and seats.

Place points and standings: ties, leavers, annulled games, rests, and what luck explains.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from games.tournaments import pairing, ranking
from games.tournaments.pairing import Contender, Sitter, divide, order_of
from games.tournaments.ranking import UNIT, RankLine, TableResult, table_for


def partitions(players: Sequence[int], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every division into tables of these sizes, some of them more than once."""
    if not sizes:
        yield []
        return
    for size in set(sizes):
        others = list(sizes)
        others.remove(size)
        for company in combinations(players[1:], size - 1):
            table = (players[0], *company)
            rest = [player for player in players if player not in table]
            for tables in partitions(rest, tuple(others)):
                yield [table, *tables]


def played(count: int, *, seats: int, rounds: int, chance: Random) -> list[Contender]:
    """Return contenders as they stand after some rounds with random scores."""
    scores = dict.fromkeys(range(count), 0)
    rests = dict.fromkeys(range(count), 0)
    met: dict[int, Counter[int]] = {number: Counter() for number in range(count)}
    for _ in range(rounds + 1):
        field = [Contender(n, scores[n], dict(met[n]), rests[n]) for n in range(count)]
        tables, resting = pairing.next_round(field, divide(count, seats=seats), chance=chance)
        for each in resting:
            rests[each.number] += 1
        for table in tables:
            for one, other in combinations(table, 2):
                met[one.number][other.number] += 1
                met[other.number][one.number] += 1
            for place, each in enumerate(chance.sample(table, len(table))):
                scores[each.number] += (0, 1, 3, 6, 10, 15)[place]
    return sorted(field, key=lambda each: -each.score)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("count", [4, 7, 8])
def test_the_assignment_of_few_players_costs_what_the_best_of_all_costs(
    count: int, seats: int
) -> None:
    sizes, resting = divide(count, seats=seats)
    field = played(count, seats=seats, rounds=2, chance=Random(f"{count} {seats}"))
    seated = field[: count - resting]

    chosen = pairing.assign(seated, sizes)

    every = partitions(range(len(seated)), sizes)
    best = min(pairing.cost([[seated[n] for n in table] for table in tables]) for tables in every)
    assert pairing.cost(chosen) == best


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_thousand_players_meet_new_opponents_within_a_second(seats: int) -> None:
    chance = Random(seats)
    field = played(1000, seats=seats, rounds=3, chance=chance)

    began = time.process_time()
    tables, _ = pairing.next_round(field, divide(1000, seats=seats), chance=chance)
    spent = time.process_time() - began

    assert sorted(each.number for table in tables for each in table) == list(range(1000))
    assert pairing.cost(tables) < pairing.REPEATED
    assert spent < 1


def test_players_rest_in_turn() -> None:
    field = played(9, seats=2, rounds=9, chance=Random(2))

    assert {each.rests for each in field} == {1}


def test_tables_have_one_seat_less_at_most_and_few_rest() -> None:
    for seats in range(2, 7):
        for count in range(seats, 60):
            sizes, resting = divide(count, seats=seats)
            assert sum(sizes) + resting == count
            assert set(sizes) <= {seats, max(seats - 1, 2)}
            assert resting <= max(seats - 2, 1)


@pytest.mark.parametrize(
    "players, seats, rounds",
    [(n, 2, n - 1 + n % 2) for n in range(3, 17)] + [(9, 3, 4), (15, 3, 7), (16, 4, 5), (4, 4, 1)],
)
def test_in_a_plan_every_two_players_meet_once(players: int, seats: int, rounds: int) -> None:
    plan = pairing.plan(players, seats=seats)

    assert plan is not None and len(plan) == rounds
    meetings = Counter(
        frozenset(pair) for tables in plan for table in tables for pair in combinations(table, 2)
    )
    assert len(meetings) == players * (players - 1) // 2
    assert set(meetings.values()) == {1}
    for tables in plan:
        seated = [player for table in tables for player in table]
        assert len(seated) == len(set(seated)) >= players - 1


def test_other_numbers_have_no_plan() -> None:
    assert pairing.plan(10, seats=3) is None
    assert pairing.plan(17, seats=2) is None


def test_the_first_to_ask_and_the_dealer_change() -> None:
    chance = Random(3)
    first, dealt = Counter[int](), Counter[int]()
    for _ in range(12):
        seats = order_of([Sitter(n, first[n], dealt[n]) for n in range(4)], chance=chance)
        assert sorted(seats) == [0, 1, 2, 3]
        first[seats[0]] += 1
        dealt[seats[-1]] += 1

    assert set(first.values()) == set(dealt.values()) == {3}


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


def test_more_games_give_no_advantage_in_a_tie() -> None:
    one = table(9, 4, players="ab")
    two, three = table(12, 1, players="cd"), table(8, 5, players="ec")  # c: 8 in sum, 4 a game

    assert standings(one, two, three, seats=2) == "1a1 2c1 3e1 4b0 5d0"


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


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_mean_is_the_same_at_smaller_tables_and_shares_are_whole(seats: int) -> None:
    points = table_for(seats)

    assert {ranking.mean_points(each) for each in points.values()} == {
        ranking.mean_points(points[str(seats)])
    }
    for size, each in points.items():
        assert sum(each) == ranking.mean_points(each) * int(size)
        assert each == sorted(each, reverse=True)
        for tied in range(1, int(size) + 1):
            for first in range(int(size) - tied + 1):
                assert sum(each[first : first + tied]) % tied == 0


def lines_after(rounds: int) -> list[RankLine]:
    """Return the standings of two players of whom the first always wins."""
    games = [table(9, 4, players="ab")] * rounds
    return ranking.rank([ord("a"), ord("b")], games, {}, table_for(2), seats=2)


def test_a_few_wins_may_be_luck_and_many_are_not() -> None:
    assert not lines_after(1)[1].is_behind_first
    assert lines_after(30)[1].is_behind_first
    assert lines_after(1)[0].luck > lines_after(30)[0].luck > 0
