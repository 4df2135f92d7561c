"""Ids of games, constraints of seats, and the names and pictures of built-in bots."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.preferences import PICTURES
from games.bots.levels import LEVELS
from games.engine.options import MAX_SEATS
from games.log import ids
from games.log.models import Seat
from tests import tables
from tests.players import Player, guest
from tests.tables import number_of

MOMENTS = st.integers(0, 60 * 365 * 86_400).map(
    lambda seconds: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)
NUMBERS = st.integers(0, 2**63 - 1)


@given(NUMBERS)
def test_an_id_is_read_as_it_was_written(number: int) -> None:
    assert ids.from_text(ids.to_text(number)) == number


@given(NUMBERS, NUMBERS)
def test_texts_sort_as_the_numbers_do(one: int, other: int) -> None:
    assert (ids.to_text(one) < ids.to_text(other)) == (one < other)


@given(MOMENTS)
def test_a_later_game_has_a_greater_id(now: datetime) -> None:
    assert 0 <= ids.new_id(now) < ids.new_id(now + timedelta(milliseconds=2)) < 2**63


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("0" * 10, id="too short"),
        pytest.param("0" * 12, id="too long"),
        pytest.param("0000000000-", id="another character"),
        pytest.param("0000000000é", id="a letter beyond ASCII"),
        pytest.param("0000000000٣", id="a digit beyond ASCII"),
        pytest.param("0000000000\0", id="a NUL"),
        pytest.param("AzL8n0Y58m8", id="beyond 63 bits"),
        pytest.param("z" * 11, id="far beyond 63 bits"),
    ],
)
def test_what_no_game_can_have_is_no_id(text: str) -> None:
    assert ids.from_text(text) is None


# Database constraints of a seat: one player, in no other seat, or a built-in bot of any level.


def free_seat(**columns: object) -> Seat:
    return Seat(game_id=number_of(guest().create(seats=3)), number=1, **columns)


@pytest.mark.postgresql
@pytest.mark.django_db
@pytest.mark.parametrize("level", [*LEVELS, "a_level_of_the_future"])
def test_a_seat_takes_a_bot_of_any_level(level: str) -> None:
    free_seat(bot=level).save()

    assert Seat.objects.filter(bot=level).exists()


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_seat_without_a_player_and_a_bot_is_refused() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        free_seat().save()


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_seat_with_a_player_and_a_bot_is_refused() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        free_seat(account_id=guest().account, bot="memory").save()


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_second_seat_of_a_player_is_refused() -> None:
    host = guest()
    game = number_of(host.create(seats=3))

    with pytest.raises(IntegrityError), transaction.atomic():
        Seat(game_id=game, number=1, account_id=host.account).save()


# The names and pictures of built-in bots.


def test_no_two_seats_of_a_game_share_a_name_or_a_picture() -> None:
    rng = Random(3)
    games = [*range(500), *(rng.getrandbits(63) for _ in range(500))]

    for game in games:
        there = [ids.character_of_seat(game, seat) for seat in range(MAX_SEATS)]
        assert len({each.name for each in there}) == MAX_SEATS
        assert len({each.picture for each in there}) == MAX_SEATS


def test_no_player_can_have_the_picture_of_a_bot() -> None:
    assert not {each.picture for each in ids.CHARACTERS} & set(PICTURES)


@pytest.mark.django_db
def test_bots_have_the_same_name_and_picture_in_every_answer() -> None:
    ann = guest()
    opened = ann.post("/games", {"seats": 3, "bots": ["memory", "memory"]}).json()["game"]
    number = tables.number_of(opened["id"])
    expected = [tuple(ids.character_of_seat(number, seat)) for seat in (1, 2)]

    listed = Player().get("/games").json()["results"][0]
    for shown in (opened, Player().get(f"/games/{opened['id']}").json(), listed):
        bots = [each for each in shown["players"] if each["kind"] == "built_in"]
        assert [(each["display_name"], each["picture"]) for each in bots] == expected
