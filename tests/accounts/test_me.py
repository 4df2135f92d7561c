"""Changing one's own account."""

import pytest
from rest_framework.test import APIClient

from accounts.lifecycle.registration import Registered
from accounts.models import User
from tests.accounts import people

pytestmark = pytest.mark.django_db

ME = "/api/v1/me"
NEW_PASSWORD = "eight blue whales"


def test_the_address_can_be_set_and_removed(as_ann: APIClient) -> None:
    assert as_ann.patch(ME, {"email": "ann@example.org"}).json()["email"] == "ann@example.org"
    assert as_ann.patch(ME, {}).json()["email"] == "ann@example.org"
    assert as_ann.patch(ME, {"email": None}).json()["email"] is None


@pytest.mark.parametrize("column", ["username", "is_staff", "is_superuser", "password", "id"])
def test_nothing_else_can_be_set(as_ann: APIClient, column: str) -> None:
    before = User.objects.values().get()

    answer = as_ann.patch(ME, {column: True})

    assert answer.json()["errors"][0]["code"] == "unknown_field"
    assert User.objects.values().get() == before


def test_a_new_password_replaces_the_old_and_revokes_the_other_tokens(
    as_ann: APIClient, ann: Registered, anonymous: APIClient
) -> None:
    other = as_ann.post("/api/v1/tokens", {"name": "phone"}).json()["secret"]

    answer = as_ann.post(
        f"{ME}/password", {"current_password": people.PASSWORD, "new_password": NEW_PASSWORD}
    )

    assert answer.status_code == 204
    assert as_ann.get(ME).status_code == 200
    assert people.client(other).get(ME).json()["code"] == "invalid_token"
    sign_in = {"username": "Ann", "name": "x"}
    answers = [
        anonymous.post("/api/v1/tokens", {**sign_in, "password": password}).status_code
        for password in (people.PASSWORD, NEW_PASSWORD)
    ]
    assert answers == [401, 201]


@pytest.mark.parametrize(
    ("current", "new", "status", "code"),
    [
        ("wrong", NEW_PASSWORD, 403, "wrong_password"),
        (people.PASSWORD, "12345678", 422, "password_too_weak"),
    ],
)
def test_a_refused_password_changes_nothing(
    as_ann: APIClient, current: str, new: str, status: int, code: str
) -> None:
    before = User.objects.get().password

    answer = as_ann.post(f"{ME}/password", {"current_password": current, "new_password": new})

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert User.objects.get().password == before


def test_a_guest_has_no_password_to_change() -> None:
    client = people.client(people.guest().issued.secret)

    answer = client.post(f"{ME}/password", {"current_password": "x", "new_password": NEW_PASSWORD})

    assert (answer.status_code, answer.json()["code"]) == (409, "guest_has_no_password")
