"""Answers that are filled from rows."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TypedDict

import pytest

from games.log.entries import fill


class Line(TypedDict):
    name: str
    at: str
    place: int | None


ROW = SimpleNamespace(name="ann", at=datetime(2026, 1, 31, 12, tzinfo=UTC), secret="x")


def test_members_are_those_of_the_answer_in_its_order() -> None:
    filled = fill(Line, ROW, place=None)

    expected = [("name", "ann"), ("at", "2026-01-31T12:00:00.000000Z"), ("place", None)]
    assert [*filled.items()] == expected


def test_a_member_without_a_value_and_a_value_without_a_member_are_refused() -> None:
    with pytest.raises(AttributeError):
        fill(Line, ROW)
    with pytest.raises(TypeError):
        fill(Line, ROW, place=1, pace=1)
