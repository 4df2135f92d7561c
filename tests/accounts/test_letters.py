"""Codes in e-mails: address verification and password reset."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts.credentials import codes
from accounts.models import Token, User
from accounts.registration import Registered
from tests.accounts import people
from tests.hashers import QuickArgon2

pytestmark = pytest.mark.django_db

ME = "/api/v1/me"
VERIFY = "/api/v1/email/verify"
RESET = "/api/v1/password/reset"
CONFIRM = "/api/v1/password/reset/confirm"
ADDRESS = "ann@example.org"
NEW_PASSWORD = "eight blue whales"


@pytest.fixture
def verified(ann: Registered) -> User:
    """Ann with a verified address."""
    ann.user.email, ann.user.email_verified_at = ADDRESS, timezone.now()
    ann.user.save()
    return ann.user


def outcome(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"] if answer.content else ""


# --- verifying an address -------------------------------------------------------------------------


def test_the_code_in_the_letter_verifies_the_address_once(
    as_ann: APIClient, anonymous: APIClient
) -> None:
    as_ann.patch(ME, {"email": ADDRESS})
    assert not as_ann.get(ME).json()["is_email_verified"]
    [letter] = people.letters_sent()
    body = {"code": people.code_in(letter)}

    answer = anonymous.post(VERIFY, body)

    assert (letter.to, outcome(answer)) == ([ADDRESS], (204, ""))
    assert as_ann.get(ME).json()["is_email_verified"]
    assert outcome(anonymous.post(VERIFY, body)) == (422, "invalid_code")


def test_a_changed_address_must_be_verified_again(
    as_ann: APIClient, anonymous: APIClient, verified: User
) -> None:
    answer = as_ann.patch(ME, {"email": "other@example.org"})

    assert not answer.json()["is_email_verified"]
    code = people.code_in(people.letters_sent()[-1])
    as_ann.patch(ME, {"email": None})
    as_ann.patch(ME, {"email": "other@example.org"})
    assert outcome(anonymous.post(VERIFY, {"code": code})) == (422, "invalid_code")


# --- a forgotten password -------------------------------------------------------------------------


def test_the_code_in_the_letter_sets_a_new_password_once(
    as_ann: APIClient, anonymous: APIClient, verified: User
) -> None:
    anonymous.post(RESET, {"email": ADDRESS.upper()})
    [letter] = people.letters_sent()
    body = {"code": people.code_in(letter), "new_password": NEW_PASSWORD}

    answer = anonymous.post(CONFIRM, body)

    assert (letter.to, outcome(answer)) == ([ADDRESS], (204, ""))
    assert as_ann.get(ME).status_code == 401
    sign_in = {"username": "Ann", "password": NEW_PASSWORD, "name": "laptop"}
    assert anonymous.post("/api/v1/tokens", sign_in).status_code == 201
    assert outcome(anonymous.post(CONFIRM, body)) == (422, "invalid_code")


def test_a_weak_password_does_not_use_the_code_up(anonymous: APIClient, verified: User) -> None:
    code = codes.make(codes.RECOVERY, verified)

    weak = anonymous.post(CONFIRM, {"code": code, "new_password": "12345678"})

    assert outcome(weak) == (422, "password_too_weak")
    assert outcome(anonymous.post(CONFIRM, {"code": code, "new_password": NEW_PASSWORD}))[0] == 204


@pytest.mark.parametrize("case", ["unknown", "unverified", "closed account", "guest", "known"])
def test_the_response_does_not_reveal_which_addresses_are_known(
    anonymous: APIClient, verified: User, case: str
) -> None:
    match case:
        case "unknown":
            verified.email = "other@example.org"
        case "unverified":
            verified.email_verified_at = None
        case "closed account":
            verified.is_active = False
        case "guest":
            verified.is_guest = True
    verified.save()

    answer = anonymous.post(RESET, {"email": ADDRESS})

    assert (answer.status_code, answer.content) == (202, b"")
    headers = ("Content-Type", "Set-Cookie", "Cache-Control", "Location")
    assert {name: answer.get(name) for name in headers} == dict.fromkeys(headers)
    assert len(people.letters_sent()) == (case == "known")


def test_addresses_that_differ_in_case_get_separate_letters(
    anonymous: APIClient, verified: User
) -> None:
    twin = people.register("Twin").user
    twin.email, twin.email_verified_at = ADDRESS.upper(), timezone.now()
    twin.save()

    anonymous.post(RESET, {"email": ADDRESS})

    letters = {letter.to[0]: letter for letter in people.letters_sent()}
    assert "Ann:" in letters[ADDRESS].body
    assert "Twin:" not in letters[ADDRESS].body
    assert "Ann:" not in letters[ADDRESS.upper()].body


@pytest.mark.usefixtures("in_one_window")
def test_the_letters_to_an_address_are_limited_without_a_trace_in_responses(
    anonymous: APIClient, verified: User, settings: Settings
) -> None:
    settings.RATES = settings.RATES | {"recipient": "2/hour", "letters": "none"}

    answers = [anonymous.post(RESET, {"email": ADDRESS}).status_code for _ in range(4)]

    assert answers == [202] * 4
    assert len(people.letters_sent()) == 2


@pytest.mark.usefixtures("in_one_window")
def test_many_registrations_with_an_address_do_not_block_its_recovery_letter(
    anonymous: APIClient, verified: User, as_ann: APIClient
) -> None:
    for number in range(7):
        body = {"username": f"Mallory-{number}", "password": people.PASSWORD, "email": ADDRESS}
        assert anonymous.post("/api/v1/accounts", body).status_code == (201 if number < 4 else 429)
    as_mallory = people.client(people.guest().issued.secret)
    for _ in range(7):
        as_mallory.patch(ME, {"email": ADDRESS})
        as_mallory.patch(ME, {"email": None})

    anonymous.post(RESET, {"email": ADDRESS})

    paths = Counter(
        path
        for letter in people.letters_sent()
        for path in (VERIFY, CONFIRM)
        if f"POST {path} " in letter.body
    )
    assert paths == {VERIFY: 8, CONFIRM: 1}

    body = {"username": "Bob", "password": people.PASSWORD, "email": ADDRESS}
    assert anonymous.post("/api/v1/accounts", body, REMOTE_ADDR="192.0.2.7").status_code == 201
    assert people.letters_sent()[-1].to == [ADDRESS]
    assert len(people.letters_sent()) == 10
    as_bob = people.client(people.guest().issued.secret)
    assert as_bob.patch(ME, {"email": ADDRESS}, REMOTE_ADDR="192.0.2.7").status_code == 200
    assert len(people.letters_sent()) == 11


def test_a_failing_mail_server_does_not_fail_requests(
    anonymous: APIClient, verified: User, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1

    answer = anonymous.post(RESET, {"email": ADDRESS})

    assert answer.status_code == 202
    assert people.letters_sent() == []


# --- codes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [VERIFY, CONFIRM])
@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(lambda code: code[:-1], id="cut short"),
        pytest.param(lambda code: "W10" + code[code.index(":") :], id="for another account"),
    ],
)
def test_a_forged_code_is_refused(
    anonymous: APIClient, verified: User, path: str, forge: Any
) -> None:
    purpose = codes.VERIFICATION if path == VERIFY else codes.RECOVERY
    body = {"code": forge(codes.make(purpose, verified))}
    if path == CONFIRM:
        body["new_password"] = NEW_PASSWORD

    assert outcome(anonymous.post(path, body)) == (422, "invalid_code")


def test_a_code_is_valid_for_its_own_purpose_only(anonymous: APIClient, verified: User) -> None:
    code = codes.make(codes.VERIFICATION, verified)

    answer = anonymous.post(CONFIRM, {"code": code, "new_password": NEW_PASSWORD})

    assert outcome(answer) == (422, "invalid_code")


def test_a_code_expires(anonymous: APIClient, verified: User) -> None:
    code = codes.make(codes.RECOVERY, verified)

    with time_machine.travel(timezone.now() + timedelta(hours=1, minutes=1)):
        answer = anonymous.post(CONFIRM, {"code": code, "new_password": NEW_PASSWORD})

    assert outcome(answer) == (422, "invalid_code")


def test_a_changed_password_invalidates_codes(anonymous: APIClient, verified: User) -> None:
    code = codes.make(codes.RECOVERY, verified)
    verified.set_password("another one")
    verified.save()

    answer = anonymous.post(CONFIRM, {"code": code, "new_password": NEW_PASSWORD})

    assert outcome(answer) == (422, "invalid_code")


# --- signing in reveals nothing -------------------------------------------------------------------


class CountingHasher(QuickArgon2):
    """Counts how often a password is hashed, which takes most of the time."""

    runs = 0

    def encode(self, password: str, salt: str) -> Any:
        type(self).runs += 1
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        type(self).runs += 1
        return super().verify(password, encoded)


@pytest.mark.parametrize("name", ["Ann", "No-one", "guest", "closed"])
def test_a_wrong_sign_in_hashes_once_for_any_username(
    anonymous: APIClient, ann: Registered, settings: Settings, name: str
) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    if name == "guest":
        name = people.guest().user.username
    if name == "closed":
        User.objects.update(is_active=False)
    CountingHasher.runs = 0

    answer = anonymous.post("/api/v1/tokens", {"username": name, "password": "wrong", "name": "x"})

    assert outcome(answer) == (401, "wrong_credentials")
    assert CountingHasher.runs == 1
    assert not Token.objects.exclude(user=ann.user).exclude(user__is_guest=True).exists()
    assert mail.outbox == []
