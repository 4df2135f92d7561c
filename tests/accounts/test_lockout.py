"""Wrong passwords are counted by account and address, for all spellings of the username."""

from typing import Any

import pytest
from axes.models import AccessAttempt
from django.test import Client
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts.lifecycle import closing
from accounts.models import User
from tests.accounts import people

pytestmark = pytest.mark.django_db

LIMIT = 3
SPELLINGS = (
    "judge",
    "JUDGE",
    " Judge",
    "judge ",
    "\N{NO-BREAK SPACE}judge",
    "\N{IDEOGRAPHIC SPACE}judge",
    "\N{FULLWIDTH LATIN SMALL LETTER J}udge",
    "\N{FULLWIDTH LATIN CAPITAL LETTER J}UDGE",
    "\N{MATHEMATICAL BOLD SMALL J}udge",
    "jud\N{LATIN SMALL LETTER G}e\N{LINE FEED}",
)


@pytest.fixture
def judge(db: None, settings: Settings) -> User:
    """An account that may sign in to the admin."""
    settings.AXES_FAILURE_LIMIT = LIMIT
    return User.objects.create_superuser("Judge", people.PASSWORD)


def sign_in(username: str, password: str) -> Any:
    """Create a token with a password."""
    body = {"username": username, "password": password, "name": "x"}
    return APIClient().post("/api/v1/tokens", body)


def admin_sign_in(username: str, password: str) -> Any:
    """Sign in to the admin."""
    return Client().post("/admin/login/", {"username": username, "password": password})


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_that_signs_in_shares_one_lockout(judge: User, spelling: str) -> None:
    for _ in range(LIMIT):
        sign_in("judge", "wrong")

    assert admin_sign_in(spelling, people.PASSWORD).status_code == 429
    assert sign_in(spelling, people.PASSWORD).json()["code"] == "locked_out"


def test_attempts_with_different_spellings_share_one_lockout(judge: User) -> None:
    for spelling in SPELLINGS[-LIMIT:]:
        admin_sign_in(spelling, "wrong")

    assert [attempt.username for attempt in AccessAttempt.objects.all()] == ["judge"]
    assert admin_sign_in("Judge", people.PASSWORD).status_code == 429


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_signs_in_with_the_right_password(judge: User, spelling: str) -> None:
    assert sign_in(spelling, people.PASSWORD).status_code == 201
    assert admin_sign_in(spelling, people.PASSWORD).status_code == 302


def test_signing_in_resets_the_count_of_every_spelling(judge: User) -> None:
    sign_in(" JUDGE", "wrong")

    admin_sign_in("judge", people.PASSWORD)

    assert not AccessAttempt.objects.exists()


@pytest.mark.parametrize(
    "name",
    ["x" * 300, "\N{LATIN SMALL LIGATURE FFI}" * 100, "\N{CYRILLIC SMALL LETTER IE}udge", "", "\0"],
    ids=["long", "long once expanded", "another alphabet", "empty", "nul"],
)
def test_an_impossible_username_is_refused_like_a_wrong_one(judge: User, name: str) -> None:
    assert admin_sign_in(name, people.PASSWORD).status_code == 200


def test_closing_deletes_the_wrong_attempts(judge: User) -> None:
    sign_in(" JUDGE", "wrong")

    closing.close(judge.pk, now=judge.created_at)

    assert not AccessAttempt.objects.exists()


def test_players_are_found_by_every_spelling(judge: User) -> None:
    assert User.objects.get_by_natural_key(" \N{FULLWIDTH LATIN CAPITAL LETTER J}UDGE") == judge
