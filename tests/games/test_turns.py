"""In which order games are gone on with: no address and no account has more than its share."""

from collections.abc import Collection, Mapping
from itertools import pairwise

from games.services.turns import Origin, Turns

SCHOOL, CAFE = b"school", b"cafe"


def taken(origins: Mapping[int, Origin], count: int) -> list[int]:
    """Take so many turns, where each game stays due."""
    turns = Turns(lambda game_ids: origins)
    turns.learn(origins)
    return [turns.take(origins) for _ in range(count)]


def test_an_address_with_many_games_has_every_other_turn() -> None:
    many = {game: Origin(game % 8, SCHOOL) for game in range(1, 101)}

    order = taken({**many, 500: Origin(99, CAFE)}, 20)

    assert order.count(500) == 10
    assert all(one != other for one, other in pairwise(game == 500 for game in order))


def test_within_an_address_accounts_take_turns_and_within_an_account_games() -> None:
    games = {game: Origin(1, SCHOOL) for game in (1, 2, 3)} | {9: Origin(2, SCHOOL)}

    order = taken(games, 12)

    assert order.count(9) == 6
    assert {game: order.count(game) for game in (1, 2, 3)} == {1: 2, 2: 2, 3: 2}


def test_where_no_address_is_known_accounts_take_turns() -> None:
    order = taken({1: Origin(1), 2: Origin(1), 3: Origin(2)}, 8)

    assert order.count(3) == 4


def test_games_without_a_player_have_turns_of_their_own() -> None:
    turns = Turns(lambda game_ids: {})
    turns.learn([1, 2])

    assert sorted(turns.take([1, 2]) for _ in range(4)) == [1, 1, 2, 2]


def test_an_address_that_is_noted_later_is_learned_and_then_not_asked_for_again() -> None:
    asked: list[list[int]] = []
    known = [{1: Origin(1)}, {1: Origin(1, SCHOOL)}]

    def origins(game_ids: Collection[int]) -> Mapping[int, Origin]:
        asked.append(list(game_ids))
        return known[min(len(asked), 2) - 1]

    turns = Turns(origins)
    for _ in range(3):
        turns.learn([1])

    assert asked == [[1], [1]]


def test_a_newcomer_comes_before_those_who_had_turns() -> None:
    origins = {1: Origin(1, SCHOOL), 2: Origin(2, CAFE)}
    turns = Turns(lambda game_ids: origins)
    turns.learn([1])
    for _ in range(5):
        turns.take([1])
    turns.learn([1, 2])

    assert turns.take([1, 2]) == 2
