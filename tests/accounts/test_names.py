"""Which names can be had, and which look alike."""

import pytest
from django.core.exceptions import ValidationError

from accounts import names
from accounts.models import User


@pytest.mark.parametrize("name", ["Ann", "a-1", "x" * 30, "Old_Maid-7"])
def test_a_name_of_letters_digits_and_dashes_is_fine(name: str) -> None:
    names.is_username(name)


@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 31, "7up", "_ann", "an n", "Ann\n", "Änne", "аnn", "ann\0", "<b>ann", "ann@x"],
)
def test_any_other_name_is_no_name(name: str) -> None:
    with pytest.raises(ValidationError):
        names.is_username(name)


@pytest.mark.parametrize("name", ["admin", "ADMIN", "Adm1n", "ad-min", "Referee", "guest-bob"])
def test_a_name_of_the_service_is_reserved(name: str) -> None:
    assert names.is_reserved(name)


def test_an_invented_guest_name_is_a_name() -> None:
    names.is_username(names.invent(names.GUEST_PREFIX))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ann_I-l1", "O0o-0_O", "plain", "ZED9"])
def test_the_database_reduces_a_name_as_python_does(name: str) -> None:
    user = User.objects.create_user(name)

    user.refresh_from_db()
    assert user.skeleton == names.skeleton(name)
