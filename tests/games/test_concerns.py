"""An account's games read while they change: the result is consistent between two statements."""

import pytest
from django.db import connection

from games.queries.lists import inbox
from tests.meanwhile import Meanwhile
from tests.players import guest, seated
from tests.tables import number_of

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

STATEMENTS = (1, 2, 3)


@pytest.mark.parametrize("number", STATEMENTS)
def test_a_game_that_ends_meanwhile_is_over(number: int) -> None:
    game, ann, bob = seated(2)
    end = Meanwhile(number, lambda: bob.post(f"/games/{game}/resign"))

    with connection.execute_wrapper(end):
        found = inbox.of_accounts([ann.account])

    assert end.has_happened
    assert found == {}


@pytest.mark.parametrize("number", STATEMENTS)
def test_a_seat_that_is_taken_meanwhile_is_found_with_its_game_or_not_at_all(number: int) -> None:
    ann, bob = guest(), guest()
    game = bob.create(seats=3)
    join = Meanwhile(number, lambda: ann.join(game))

    with connection.execute_wrapper(join):
        found = inbox.of_accounts([ann.account]).get(ann.account, {})

    assert join.has_happened
    assert [concern.seat for concern in found.values()] in ([], [1])


@pytest.mark.parametrize("number", STATEMENTS)
def test_news_of_a_start_has_the_seat_in_the_game(number: int) -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)
    bob.join(game, seat=2)
    start = Meanwhile(number, lambda: ann.post(f"/games/{game}/start"))

    with connection.execute_wrapper(start):
        found = inbox.of_games([number_of(game)])

    assert start.has_happened
    concern = found[bob.account][number_of(game)]
    assert concern.status == "lobby" or concern.seat == 1
