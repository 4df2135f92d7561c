"""Usernames: valid, reserved and look-alike ones."""

import pytest
from django.core.exceptions import ValidationError

from accounts import names
from accounts.models import User


@pytest.mark.parametrize("name", ["Ann", "a-1", "x" * 30, "Old_Maid-7"])
def test_a_name_of_letters_digits_and_dashes_is_valid(name: str) -> None:
    names.is_username(name)


@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 31, "7up", "_ann", "an n", "Ann\n", "Änne", "аnn", "ann\0", "<b>ann", "ann@x"],
)
def test_any_other_name_is_invalid(name: str) -> None:
    with pytest.raises(ValidationError):
        names.is_username(name)


@pytest.mark.parametrize("name", ["admin", "ADMIN", "Adm1n", "ad-min", "Referee", "guest-bob"])
def test_a_name_of_the_service_is_reserved(name: str) -> None:
    assert names.is_reserved(name)


def test_a_random_guest_name_is_valid() -> None:
    names.is_username(names.invent(names.GUEST_PREFIX))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ann_I-l1", "O0o-0_O", "plain", "ZED9"])
def test_the_database_and_python_compute_the_same_skeleton(name: str) -> None:
    user = User.objects.create_user(name)

    user.refresh_from_db()
    assert user.skeleton == names.skeleton(name)


def test_a_text_that_is_too_long_for_a_name_is_not_normalised() -> None:
    marks = "a" + "\u0300\u0327" * 15_000  # takes seconds to normalise

    assert names.canonical(marks) == marks
