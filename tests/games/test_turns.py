"""The order in which overdue games are handled: no address or account gets more than its share."""

from collections.abc import Collection, Mapping
from itertools import pairwise

from games.services.referee.turns import Origin, Turns

SCHOOL, CAFE = b"school", b"cafe"


def turns_taken(origins: Mapping[int, Origin], count: int) -> list[int]:
    """Return the games of the first turns, where each game stays due."""
    turns = Turns(lambda game_ids: origins)
    turns.load_origins(origins)
    return [turns.next_game(origins) for _ in range(count)]


def test_an_address_with_many_games_has_every_other_turn() -> None:
    many = {game: Origin(game % 8, SCHOOL) for game in range(1, 101)}

    order = turns_taken({**many, 500: Origin(99, CAFE)}, 20)

    assert order.count(500) == 10
    assert all(one != other for one, other in pairwise(game == 500 for game in order))


def test_within_an_address_accounts_take_turns_and_within_an_account_games() -> None:
    games = {game: Origin(1, SCHOOL) for game in (1, 2, 3)} | {9: Origin(2, SCHOOL)}

    order = turns_taken(games, 12)

    assert order.count(9) == 6
    assert {game: order.count(game) for game in (1, 2, 3)} == {1: 2, 2: 2, 3: 2}


def test_where_no_address_is_known_accounts_take_turns() -> None:
    order = turns_taken({1: Origin(1), 2: Origin(1), 3: Origin(2)}, 8)

    assert order.count(3) == 4


def test_games_without_a_player_have_turns_of_their_own() -> None:
    turns = Turns(lambda game_ids: {})
    turns.load_origins([1, 2])

    assert sorted(turns.next_game([1, 2]) for _ in range(4)) == [1, 1, 2, 2]


def test_an_unknown_address_is_looked_up_again_until_it_is_known() -> None:
    lookups: list[list[int]] = []
    known = [{1: Origin(1)}, {1: Origin(1, SCHOOL)}]

    def origins(game_ids: Collection[int]) -> Mapping[int, Origin]:
        lookups.append(list(game_ids))
        return known[min(len(lookups), 2) - 1]

    turns = Turns(origins)
    for _ in range(3):
        turns.load_origins([1])

    assert lookups == [[1], [1]]


def test_a_new_game_comes_before_games_that_had_turns() -> None:
    origins = {1: Origin(1, SCHOOL), 2: Origin(2, CAFE)}
    turns = Turns(lambda game_ids: origins)
    turns.load_origins([1])
    for _ in range(5):
        turns.next_game([1])
    turns.load_origins([1, 2])

    assert turns.next_game([1, 2]) == 2
