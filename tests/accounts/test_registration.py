"""Registering people and guests over HTTP, and refused names and passwords."""

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts.models import Token, User
from tests.accounts import people

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db,
]

ACCOUNTS = "/api/v1/accounts"


def body(**changes: object) -> dict[str, object]:
    """Return a valid registration with some fields changed."""
    return {"username": "Ann", "password": people.PASSWORD, **changes}


def test_registering_returns_an_account_and_a_valid_token(anonymous: APIClient) -> None:
    answer = anonymous.post(ACCOUNTS, body(email="ann@example.org"))

    assert answer.status_code == 201
    account, token = answer.json()["account"], answer.json()["token"]
    assert account["username"] == "Ann"
    assert account["email"] == "ann@example.org"
    assert not account["is_guest"]
    assert token["scopes"] == ["read", "play", "account"]
    assert people.client(token["secret"]).get("/api/v1/me").json() == {
        **account,
        "unread_notices": 0,
    }
    assert answer["Cache-Control"] == "no-store"


def test_a_guest_registers_without_a_body(anonymous: APIClient) -> None:
    answer = anonymous.post(f"{ACCOUNTS}/guest")

    assert answer.status_code == 201
    assert answer.json()["account"]["username"].startswith("guest-")
    assert answer.json()["account"]["is_guest"]
    assert people.client(answer.json()["token"]["secret"]).get("/api/v1/me").status_code == 200


def test_the_password_is_stored_as_an_argon2_hash_and_the_secret_as_a_digest(
    anonymous: APIClient,
) -> None:
    secret = anonymous.post(ACCOUNTS, body()).json()["token"]["secret"]

    assert User.objects.get().password.startswith("argon2")
    stored = Token.objects.values().get()
    assert secret not in str(stored)
    assert len(bytes(stored["digest"])) == 32


@pytest.mark.parametrize("name", ["Ann", "ann", "ANN", "A-n_n"])
def test_a_name_that_looks_like_a_used_one_is_taken(anonymous: APIClient, name: str) -> None:
    people.register("Ann")

    answer = anonymous.post(ACCOUNTS, body(username=name))

    assert (answer.status_code, answer.json()["code"]) == (409, "username_taken")
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        pytest.param({"username": "Adm1n"}, "username_reserved", id="a name of the service"),
        pytest.param({"username": "guest-ann"}, "username_reserved", id="a guest's name"),
        pytest.param({"password": "short"}, "password_too_weak", id="a short password"),
        pytest.param({"password": "password123"}, "password_too_weak", id="a common password"),
        pytest.param(
            {"username": "herringbone", "password": "herringbone"},
            "password_too_weak",
            id="the name as the password",
        ),
    ],
)
def test_a_reserved_name_or_a_weak_password_is_refused(
    anonymous: APIClient, changes: dict[str, str], code: str
) -> None:
    answer = anonymous.post(ACCOUNTS, body(**changes))

    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        pytest.param({"username": 5}, "/username", "invalid", id="a number for a name"),
        pytest.param({"username": None}, "/username", "null", id="null for a name"),
        pytest.param({"username": "a b c"}, "/username", "bad_username", id="a name with spaces"),
        pytest.param({"username": "Ann\0"}, "/username", "null_characters_not_allowed", id="NUL"),
        pytest.param(
            {"password": "a\0" * 9}, "/password", "null_characters_not_allowed", id="NUL inside"
        ),
        pytest.param({"password": "x" * 129}, "/password", "max_length", id="an endless password"),
        pytest.param({"password": ["a"]}, "/password", "invalid", id="a list for a password"),
        pytest.param({"email": "ann"}, "/email", "invalid", id="no address"),
        pytest.param({"is_staff": True}, "/is_staff", "unknown_field", id="a column of the table"),
        pytest.param({"a/b~c": 1}, "/a~1b~0c", "unknown_field", id="a name to escape"),
    ],
)
def test_an_invalid_field_is_reported_by_pointer(
    anonymous: APIClient, changes: dict[str, object], pointer: str, code: str
) -> None:
    answer = anonymous.post(ACCOUNTS, body(**changes))

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert (pointer, code) in {(e["pointer"], e["code"]) for e in answer.json()["errors"]}
    assert not User.objects.exists()


def test_all_invalid_fields_are_reported_together(anonymous: APIClient) -> None:
    answer = anonymous.post(ACCOUNTS, {"username": "!", "colour": "red"})

    pointers = {error["pointer"] for error in answer.json()["errors"]}
    assert pointers == {"/username", "/password", "/colour"}


def test_a_name_is_an_unknown_field_for_guests(anonymous: APIClient) -> None:
    answer = anonymous.post(f"{ACCOUNTS}/guest", {"username": "Ann"})

    assert answer.json()["errors"][0]["code"] == "unknown_field"


@pytest.mark.usefixtures("in_one_window")
def test_the_number_of_new_accounts_of_an_address_is_limited(
    anonymous: APIClient, settings: Settings
) -> None:
    settings.RATES = settings.RATES | {"registration": "1/hour"}
    anonymous.post(f"{ACCOUNTS}/guest")

    answer = anonymous.post(f"{ACCOUNTS}/guest")

    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert 0 < int(answer["Retry-After"]) <= 3600
