"""Registering a guest account."""

import pytest
from rest_framework.test import APIClient

from accounts.lifecycle import registration
from accounts.lifecycle.registration import Registered
from accounts.models import User
from accounts.refusals import AlreadyRegistered
from tests.accounts import people

pytestmark = pytest.mark.django_db

REGISTER = "/api/v1/me/register"
BODY = {"username": "Ann", "password": people.PASSWORD}


@pytest.fixture
def guest() -> Registered:
    return people.guest()


@pytest.fixture
def as_guest(guest: Registered) -> APIClient:
    return people.client(guest.issued.secret)


def test_a_registered_guest_keeps_the_account_and_its_token(
    guest: Registered, as_guest: APIClient, anonymous: APIClient
) -> None:
    answer = as_guest.post(REGISTER, BODY)

    assert (answer.status_code, answer.json()["username"]) == (200, "Ann")
    assert not answer.json()["is_guest"]
    assert User.objects.get().pk == guest.user.pk
    assert as_guest.get("/api/v1/me").json() == {**answer.json(), "unread_notices": 0}
    assert anonymous.post("/api/v1/tokens", {**BODY, "name": "laptop"}).status_code == 201


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"username": "B_ob"}, 409, "username_taken"),
        ({"username": "referee"}, 422, "username_reserved"),
        ({"username": "deleted-ann"}, 422, "username_reserved"),
        ({"password": "12345678"}, 422, "password_too_weak"),
        ({"username": "a b c"}, 400, "validation_error"),
    ],
)
def test_a_refused_registration_leaves_a_guest(
    as_guest: APIClient, changes: dict[str, str], status: int, code: str
) -> None:
    people.register("Bob")

    answer = as_guest.post(REGISTER, BODY | changes)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert as_guest.get("/api/v1/me").json()["is_guest"]


def test_an_account_cannot_register_twice(as_guest: APIClient, guest: Registered) -> None:
    as_guest.post(REGISTER, BODY)

    answer = as_guest.post(REGISTER, {**BODY, "username": "Other"})

    assert (answer.status_code, answer.json()["code"]) == (409, "already_registered")
    with pytest.raises(AlreadyRegistered):  # like a concurrent request that read the account before
        registration.promote_guest(guest.user, "Other", people.PASSWORD, now=guest.user.created_at)
    assert User.objects.get().username == "Ann"


def test_an_address_in_the_registration_gets_a_verification_letter(as_guest: APIClient) -> None:
    as_guest.post(REGISTER, {**BODY, "email": "ann@example.org"})

    assert [letter.to for letter in people.letters_sent()] == [["ann@example.org"]]
