"""Database constraints of a seat: one player, in no other seat, or a built-in bot of any level."""

import pytest
from django.db import IntegrityError, transaction

from games.bots.levels import LEVELS
from games.models import Match, Seat
from tests.players import guest
from tests.tables import number_of

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def free_seat(**columns: object) -> Seat:
    return Seat(game_id=number_of(guest().create(seats=3)), number=1, **columns)


@pytest.mark.parametrize("level", [*LEVELS, "a_level_of_the_future"])
def test_a_seat_takes_a_bot_of_any_level(level: str) -> None:
    free_seat(bot=level).save()

    assert Seat.objects.filter(bot=level).exists()


def test_a_seat_without_a_player_and_a_bot_is_refused() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        free_seat().save()


def test_a_seat_with_a_player_and_a_bot_is_refused() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        free_seat(account_id=guest().account, bot="memory").save()


def test_a_second_seat_of_a_player_is_refused() -> None:
    host = guest()
    game = number_of(host.create(seats=3))

    with pytest.raises(IntegrityError), transaction.atomic():
        Seat(game_id=game, number=1, account_id=host.account).save()


@pytest.mark.parametrize("column", [Seat._meta.get_field("bot"), Match._meta.get_field("level")])
def test_the_columns_are_wide_enough_for_every_level(column: object) -> None:
    assert max(map(len, LEVELS)) <= column.max_length  # type: ignore[attr-defined]
