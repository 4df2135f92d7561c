"""Who plays whom: table sizes, assignments against an exhaustive search, plans, and seats."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from random import Random

import pytest

from games.tournaments import pairing
from games.tournaments.pairing import Contender, Sitter, divide, order_of


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


def test_by_lot_and_by_results_seat_all_players() -> None:
    lot = pairing.by_lot(range(30), seats=4, chance=Random(1))
    results = pairing.by_results({n: n // 4 for n in range(30)}, seats=4, chance=Random(1))

    assert sorted(chain(*lot)) == sorted(chain(*results)) == list(range(30))
    assert max(max(table) - min(table) for table in results) <= 8


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
