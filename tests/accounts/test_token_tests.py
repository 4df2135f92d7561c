"""Testing tokens: the facts of valid ones, nothing of others, and a limit that is no oracle."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts.credentials import token_tests, tokens
from accounts.lifecycle import closing
from accounts.models import Token, User
from tests.accounts import people

pytestmark = pytest.mark.django_db
PATH = "/api/v1/tokens/test"
NOTHING = {"valid": False, "username": None, "scopes": None, "expires_at": None, "resource": None}


def answer_for(*secrets: str) -> Any:
    return APIClient().post(PATH, {"tokens": secrets})


def issued(user: User, *scopes: str) -> tokens.Issued:
    return tokens.issue(user, name="one", scopes=scopes, now=datetime.now(UTC))


def test_a_valid_token_is_described_in_the_order_of_the_request() -> None:
    ann, bob = people.register("Ann"), people.register("Bob")
    narrow = issued(bob.user, "read")

    answer = answer_for(narrow.secret, "gf_unknown", ann.issued.secret, narrow.secret)

    first, second, third, fourth = answer.json()["results"]
    assert (first["valid"], first["username"], first["scopes"]) == (True, "Bob", ["read"])
    assert datetime.fromisoformat(first["expires_at"]) == narrow.token.expires_at
    assert second == NOTHING
    assert (third["username"], third["scopes"]) == ("Ann", ["read", "play", "account"])
    assert fourth == first
    assert "gf_" not in answer.content.decode()
    assert answer["Cache-Control"] == "no-store"


def test_unknown_expired_revoked_and_closed_look_the_same() -> None:
    ann, bob = people.register("Ann"), people.register("Bob")
    expired, revoked = issued(ann.user, "read"), issued(ann.user, "read")
    Token.objects.filter(pk=expired.token.pk).update(expires_at=datetime.now(UTC))
    tokens.revoke(ann.user, revoked.token.pk, now=datetime.now(UTC))
    closing.close(bob.user.pk, now=datetime.now(UTC))

    answers = [
        answer_for(secret).json()
        for secret in ("gf_unknown", "", expired.secret, revoked.secret, bob.issued.secret)
    ]

    assert answers == [{"results": [NOTHING]}] * 5


def test_a_hundred_tokens_are_one_query_and_no_use() -> None:
    ann = people.register("Ann")
    secrets = [ann.issued.secret, *(f"gf_{number}" for number in range(99))]

    with CaptureQueriesContext(connection) as queries:
        assert answer_for(*secrets).status_code == 200

    assert len(queries) == 1
    assert Token.objects.get(pk=ann.issued.token.pk).last_used_at is None


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"tokens": []},
        {"tokens": ["gf_secret"] * (token_tests.MOST_AT_ONCE + 1)},
        {"tokens": ["gf_secret" * 60]},
        {"tokens": [{"gf_secret": 1}]},
        {"tokens": [7]},
        {"tokens": "gf_secret"},
    ],
)
def test_bad_input_is_refused_without_a_quotation(body: Any) -> None:
    answer = APIClient().post(PATH, body)

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert "gf_" not in answer.content.decode()


@pytest.mark.usefixtures("in_one_window")
def test_only_tokens_that_are_not_valid_count(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"token_tests": "5/hour"}
    ann = people.register("Ann")
    known = ann.issued.secret

    statuses = [
        answer_for(*each).status_code
        for each in ([known] * 5, [known] * 5, ["x"] * 3, [known, "x"], [known], [known])
    ]

    assert statuses == [200] * 6
    full = answer_for("y", "z")
    assert (full.status_code, full.json()["code"]) == (429, "rate_limited")


@pytest.mark.usefixtures("in_one_window")
def test_at_the_limit_a_valid_token_is_refused_like_another(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"token_tests": "5/hour"}
    ann = people.register("Ann")
    assert answer_for(*["x"] * 5).status_code == 200

    with CaptureQueriesContext(connection) as queries:
        answers = [answer_for(ann.issued.secret), answer_for("x")]

    assert [answer.status_code for answer in answers] == [429, 429]
    assert len(queries) == 0


def test_no_token_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann = people.register("Ann")

    answer_for(ann.issued.secret, "gf_unknown")
    APIClient().post(PATH, {"tokens": ["gf_unknown", 7]})

    assert "gf_" not in caplog.text


def test_a_token_about_to_expire_is_valid() -> None:
    ann = people.register("Ann")
    soon = datetime.now(UTC) + timedelta(minutes=1)
    Token.objects.filter(pk=ann.issued.token.pk).update(expires_at=soon)

    assert answer_for(ann.issued.secret).json()["results"][0]["valid"] is True
