"""The password hasher uses one core, and hashes with other parameters are replaced."""

import pytest
from argon2 import extract_parameters
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.http import HttpRequest
from pytest_django import Settings

from accounts.credentials import passwords
from accounts.models import User
from gofish_api.settings.authentication import PASSWORD_HASHERS

PASSWORD = "seven-herrings-swim"


@pytest.fixture(autouse=True)
def _hashers_of_the_service(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS


def _parameters(encoded: str) -> tuple[int, int, int]:
    found = extract_parameters("$" + encoded.split("$", 1)[1])
    return found.memory_cost, found.time_cost, found.parallelism


def test_a_new_hash_meets_the_parameters_of_owasp_and_takes_one_core() -> None:
    memory, passes, lanes = _parameters(make_password(PASSWORD))

    assert (memory >= 19 * 1024, passes >= 2, lanes) == (True, True, 1)


@pytest.mark.django_db
def test_an_older_hash_is_accepted_and_replaced() -> None:
    old = Argon2PasswordHasher().encode(PASSWORD, "salt-of-an-account")
    user = User.objects.create(username="Ann", password=old)
    assert _parameters(old)[2] == 8

    found = passwords.check(HttpRequest(), "Ann", PASSWORD)

    assert found == user
    user.refresh_from_db()
    assert _parameters(user.password)[2] == 1
    assert check_password(PASSWORD, user.password)
