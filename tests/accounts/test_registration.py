"""Registering people and guests, names and passwords, and changes of the own account."""

import pytest
from django.core.exceptions import ValidationError
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts import names, registration
from accounts.models import Token, User
from accounts.refusals import AlreadyRegistered
from accounts.registration import Registered
from tests.accounts import people

pytestmark = pytest.mark.django_db

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


def test_the_password_is_stored_as_an_argon2_hash_and_the_secret_as_a_digest(
    anonymous: APIClient,
) -> None:
    secret = anonymous.post(ACCOUNTS, body()).json()["token"]["secret"]

    assert User.objects.get().password.startswith("argon2")
    stored = Token.objects.values().get()
    assert secret not in str(stored)
    assert len(bytes(stored["digest"])) == 32


@pytest.mark.parametrize("name", ["ANN", "A-n_n"])
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
        pytest.param({"username": "a b c"}, "/username", "bad_username", id="a name with spaces"),
        pytest.param(
            {"password": "a\0" * 9}, "/password", "null_characters_not_allowed", id="NUL inside"
        ),
        pytest.param({"password": "x" * 129}, "/password", "max_length", id="an endless password"),
        pytest.param({"email": "ann"}, "/email", "invalid", id="no address"),
    ],
)
def test_an_invalid_field_is_reported_by_pointer(
    anonymous: APIClient, changes: dict[str, object], pointer: str, code: str
) -> None:
    answer = anonymous.post(ACCOUNTS, body(**changes))

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert (pointer, code) in {(e["pointer"], e["code"]) for e in answer.json()["errors"]}
    assert not User.objects.exists()


@pytest.mark.usefixtures("in_one_window")
def test_the_number_of_new_accounts_of_an_address_is_limited(
    anonymous: APIClient, settings: Settings
) -> None:
    settings.RATES = settings.RATES | {"registration": "1/hour"}
    anonymous.post(f"{ACCOUNTS}/guest")

    answer = anonymous.post(f"{ACCOUNTS}/guest")

    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert 0 < int(answer["Retry-After"]) <= 3600


# --- guests who register --------------------------------------------------------------------------


REGISTER = "/api/v1/me/register"
BODY = {"username": "Ann", "password": people.PASSWORD}


@pytest.fixture
def a_guest() -> Registered:
    return people.guest()


@pytest.fixture
def as_guest(a_guest: Registered) -> APIClient:
    return people.client(a_guest.issued.secret)


def test_a_registered_guest_keeps_the_account_and_its_token(
    a_guest: Registered, as_guest: APIClient, anonymous: APIClient
) -> None:
    answer = as_guest.post(REGISTER, BODY)

    assert (answer.status_code, answer.json()["username"]) == (200, "Ann")
    assert not answer.json()["is_guest"]
    assert User.objects.get().pk == a_guest.user.pk
    assert as_guest.get("/api/v1/me").json() == {**answer.json(), "unread_notices": 0}
    assert anonymous.post("/api/v1/tokens", {**BODY, "name": "laptop"}).status_code == 201


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"username": "B_ob"}, 409, "username_taken"),
        ({"username": "deleted-ann"}, 422, "username_reserved"),
        ({"password": "12345678"}, 422, "password_too_weak"),
    ],
)
def test_a_refused_registration_leaves_a_guest(
    as_guest: APIClient, changes: dict[str, str], status: int, code: str
) -> None:
    people.register("Bob")

    answer = as_guest.post(REGISTER, BODY | changes)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert as_guest.get("/api/v1/me").json()["is_guest"]


def test_an_account_cannot_register_twice(as_guest: APIClient, a_guest: Registered) -> None:
    as_guest.post(REGISTER, BODY)

    answer = as_guest.post(REGISTER, {**BODY, "username": "Other"})

    assert (answer.status_code, answer.json()["code"]) == (409, "already_registered")
    with pytest.raises(AlreadyRegistered):  # like a concurrent request that read the account before
        registration.promote_guest(
            a_guest.user, "Other", people.PASSWORD, now=a_guest.user.created_at
        )
    assert User.objects.get().username == "Ann"


# --- the own account ------------------------------------------------------------------------------


ME = "/api/v1/me"
NEW_PASSWORD = "eight blue whales"


@pytest.mark.parametrize("column", ["is_staff", "password"])
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


# --- usernames ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x" * 30, "Old_Maid-7"])
def test_a_name_of_letters_digits_and_dashes_is_valid(name: str) -> None:
    names.is_username(name)


@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 31, "7up", "_ann", "Ann\n", "аnn", "ann\0"],
)
def test_any_other_name_is_invalid(name: str) -> None:
    with pytest.raises(ValidationError):
        names.is_username(name)


@pytest.mark.parametrize("name", ["Adm1n", "ad-min", "Referee", "guest-bob", "pupil-bob"])
def test_a_name_of_the_service_is_reserved(name: str) -> None:
    assert names.is_reserved(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ann_I-l1", "O0o-0_O"])
def test_the_database_and_python_compute_the_same_skeleton(name: str) -> None:
    user = User.objects.create_user(name)

    user.refresh_from_db()
    assert user.skeleton == names.skeleton(name)


def test_a_text_that_is_too_long_for_a_name_is_not_normalised() -> None:
    marks = "a" + "\u0300\u0327" * 15_000  # takes seconds to normalise

    assert names.canonical(marks) == marks
