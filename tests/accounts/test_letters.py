"""What goes by e-mail: verifying an address, and a new password for a forgotten one."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts import codes
from accounts.models import Token, User
from accounts.registration import Registered
from tests.accounts import people

pytestmark = pytest.mark.django_db

ME = "/api/v1/me"
VERIFY = "/api/v1/email/verify"
RESET = "/api/v1/password/reset"
CONFIRM = "/api/v1/password/reset/confirm"
ADDRESS = "ann@example.org"
NEW_PASSWORD = "eight blue whales"


@pytest.fixture
def verified(ann: Registered) -> User:
    """Ann with an address that is verified."""
    ann.user.email, ann.user.email_verified_at = ADDRESS, timezone.now()
    ann.user.save()
    return ann.user


def outcome(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"] if answer.content else ""


# --- verifying an address ---------------------------------------------------------------------------


def test_the_code_in_the_letter_verifies_the_address_once(
    as_ann: APIClient, nobody: APIClient
) -> None:
    as_ann.patch(ME, {"email": ADDRESS})
    assert not as_ann.get(ME).json()["is_email_verified"]
    [letter] = people.letters_sent()
    body = {"code": people.code_in(letter)}

    answer = nobody.post(VERIFY, body)

    assert (letter.to, outcome(answer)) == ([ADDRESS], (204, ""))
    assert as_ann.get(ME).json()["is_email_verified"]
    assert outcome(nobody.post(VERIFY, body)) == (422, "invalid_code")


def test_an_address_that_is_changed_must_be_verified_anew(
    as_ann: APIClient, nobody: APIClient, verified: User
) -> None:
    answer = as_ann.patch(ME, {"email": "other@example.org"})

    assert not answer.json()["is_email_verified"]
    code = people.code_in(people.letters_sent()[-1])
    as_ann.patch(ME, {"email": None})
    as_ann.patch(ME, {"email": "other@example.org"})
    assert outcome(nobody.post(VERIFY, {"code": code})) == (422, "invalid_code")


def test_the_same_address_again_changes_nothing(as_ann: APIClient, verified: User) -> None:
    assert as_ann.patch(ME, {"email": ADDRESS}).json()["is_email_verified"]
    assert people.letters_sent() == []


def test_the_letter_is_sent_again_on_demand(as_ann: APIClient) -> None:
    as_ann.patch(ME, {"email": ADDRESS})

    answer = as_ann.post(f"{ME}/email/verification")

    assert outcome(answer) == (202, "")
    assert len(people.letters_sent()) == 2


def test_without_an_address_to_verify_no_letter_is_sent(as_ann: APIClient) -> None:
    answer = as_ann.post(f"{ME}/email/verification")

    assert outcome(answer) == (409, "nothing_to_verify")


# --- a forgotten password ---------------------------------------------------------------------------


def test_the_code_in_the_letter_sets_a_new_password_once(
    as_ann: APIClient, nobody: APIClient, verified: User
) -> None:
    nobody.post(RESET, {"email": ADDRESS.upper()})
    [letter] = people.letters_sent()
    body = {"code": people.code_in(letter), "new_password": NEW_PASSWORD}

    answer = nobody.post(CONFIRM, body)

    assert (letter.to, outcome(answer)) == ([ADDRESS], (204, ""))
    assert as_ann.get(ME).status_code == 401
    sign_in = {"username": "Ann", "password": NEW_PASSWORD, "name": "laptop"}
    assert nobody.post("/api/v1/tokens", sign_in).status_code == 201
    assert outcome(nobody.post(CONFIRM, body)) == (422, "invalid_code")


def test_a_weak_password_does_not_use_the_code_up(nobody: APIClient, verified: User) -> None:
    code = codes.make(codes.RECOVERY, verified)

    weak = nobody.post(CONFIRM, {"code": code, "new_password": "12345678"})

    assert outcome(weak) == (422, "password_too_weak")
    assert outcome(nobody.post(CONFIRM, {"code": code, "new_password": NEW_PASSWORD}))[0] == 204


@pytest.mark.parametrize(
    "case", ["unknown", "unverified", "closed account", "guest", "known"], ids=str
)
def test_the_answer_tells_nobody_which_addresses_are_known(
    nobody: APIClient, verified: User, case: str
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

    answer = nobody.post(RESET, {"email": ADDRESS})

    assert (answer.status_code, answer.content) == (202, b"")
    told = ("Content-Type", "Set-Cookie", "Cache-Control", "Location")
    assert {name: answer.get(name) for name in told} == dict.fromkeys(told)
    assert len(people.letters_sent()) == (case == "known")


def test_addresses_that_fold_to_one_are_not_one(nobody: APIClient, verified: User) -> None:
    twin = people.register("Twin").user
    twin.email, twin.email_verified_at = ADDRESS.upper(), timezone.now()
    twin.save()

    nobody.post(RESET, {"email": ADDRESS})

    letters = {letter.to[0]: letter for letter in people.letters_sent()}
    assert "Ann:" in letters[ADDRESS].body
    assert "Twin:" not in letters[ADDRESS].body
    assert "Ann:" not in letters[ADDRESS.upper()].body


@pytest.mark.usefixtures("in_one_window")
def test_one_address_gets_only_so_many_letters_and_nobody_is_told(
    nobody: APIClient, verified: User, settings: Settings
) -> None:
    settings.RATES = settings.RATES | {"recipient": "2/hour", "letters": "none"}

    answers = [nobody.post(RESET, {"email": ADDRESS}).status_code for _ in range(4)]

    assert answers == [202] * 4
    assert len(people.letters_sent()) == 2


@pytest.mark.usefixtures("in_one_window")
def test_registrations_with_an_address_keep_no_recovery_letter_from_it(
    nobody: APIClient, verified: User, as_ann: APIClient
) -> None:
    for number in range(7):
        body = {"username": f"Mallory-{number}", "password": people.PASSWORD, "email": ADDRESS}
        assert nobody.post("/api/v1/accounts", body).status_code == 201
    as_mallory = people.client(people.guest().issued.secret)
    for _ in range(7):
        as_mallory.patch(ME, {"email": ADDRESS})
        as_mallory.patch(ME, {"email": None})

    nobody.post(RESET, {"email": ADDRESS})

    subjects = Counter(letter.subject for letter in people.letters_sent())
    assert subjects == {"Confirm your e-mail address": 10, "Reset your password": 1}


def test_a_mail_server_that_fails_costs_nobody_an_answer(
    nobody: APIClient, verified: User, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1

    answer = nobody.post(RESET, {"email": ADDRESS})

    assert answer.status_code == 202
    assert people.letters_sent() == []


# --- codes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [VERIFY, CONFIRM])
@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(lambda code: code[:-1], id="cut short"),
        pytest.param(lambda code: code.swapcase(), id="in another case"),
        pytest.param(lambda code: "W10" + code[code.index(":") :], id="for somebody else"),
        pytest.param(lambda code: "' OR 1=1 --", id="no code"),
    ],
)
def test_a_forged_code_holds_nowhere(
    nobody: APIClient, verified: User, path: str, forge: Any
) -> None:
    purpose = codes.VERIFICATION if path == VERIFY else codes.RECOVERY
    body = {"code": forge(codes.make(purpose, verified))}
    if path == CONFIRM:
        body["new_password"] = NEW_PASSWORD

    assert outcome(nobody.post(path, body)) == (422, "invalid_code")


def test_a_code_is_good_for_its_own_purpose_only(nobody: APIClient, verified: User) -> None:
    code = codes.make(codes.VERIFICATION, verified)

    answer = nobody.post(CONFIRM, {"code": code, "new_password": NEW_PASSWORD})

    assert outcome(answer) == (422, "invalid_code")


def test_a_code_expires(nobody: APIClient, verified: User) -> None:
    code = codes.make(codes.RECOVERY, verified)

    with time_machine.travel(timezone.now() + timedelta(hours=1, minutes=1)):
        answer = nobody.post(CONFIRM, {"code": code, "new_password": NEW_PASSWORD})

    assert outcome(answer) == (422, "invalid_code")


def test_a_changed_password_makes_codes_useless(nobody: APIClient, verified: User) -> None:
    code = codes.make(codes.RECOVERY, verified)
    verified.set_password("another one")
    verified.save()

    answer = nobody.post(CONFIRM, {"code": code, "new_password": NEW_PASSWORD})

    assert outcome(answer) == (422, "invalid_code")


# --- signing in tells nothing -----------------------------------------------------------------------


class CountingHasher(Argon2PasswordHasher):
    """Counts how often a password is hashed: that is where the time goes."""

    runs = 0

    def encode(self, password: str, salt: str) -> Any:
        type(self).runs += 1
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        type(self).runs += 1
        return super().verify(password, encoded)


@pytest.mark.parametrize("name", ["Ann", "Nobody", "guest", "bot", "closed", "nul\0byte"])
def test_a_wrong_sign_in_hashes_once_whoever_is_named(
    nobody: APIClient, ann: Registered, settings: Settings, name: str
) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    if name == "guest":
        name = people.guest().user.username
    if name == "closed":
        User.objects.update(is_active=False)
    CountingHasher.runs = 0

    answer = nobody.post(
        "/api/v1/tokens", {"username": name.replace("\0", "-"), "password": "wrong", "name": "x"}
    )

    assert outcome(answer) == (401, "wrong_credentials")
    assert CountingHasher.runs == 1
    assert not Token.objects.exclude(user=ann.user).exclude(user__is_guest=True).exists()
    assert mail.outbox == []
