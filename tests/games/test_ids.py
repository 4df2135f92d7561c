"""Game ids: integers that grow with time, and their eleven characters."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import ids

NOW = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
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


def test_games_of_one_millisecond_have_ids_of_their_own() -> None:
    made = {ids.new_id(NOW) for _ in range(50)}

    assert len(made) == 50


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
