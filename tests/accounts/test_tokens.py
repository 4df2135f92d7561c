"""Tokens: creating, using, listing and revoking them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings
from rest_framework.test import APIClient

from accounts.credentials import bearers, tokens
from accounts.lifecycle.registration import Registered
from accounts.models import Token, User
from accounts.refusals import InvalidToken
from tests.accounts import people

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql

TOKENS = "/api/v1/tokens"
METADATA = ', resource_metadata="http://testserver/.well-known/oauth-protected-resource/api/v1"'


def issue(user: User, *scopes: str) -> tokens.Issued:
    """Create another token for an account."""
    return tokens.issue(user, name="test", scopes=scopes, now=timezone.now())


def test_a_token_can_be_created_with_a_password(anonymous: APIClient, ann: Registered) -> None:
    request = {
        "username": "ANN",
        "password": people.PASSWORD,
        "name": "laptop",
        "scopes": ["play", "read"],
        "expires_in_days": 7.0,
    }

    answer = anonymous.post(TOKENS, request)

    assert answer.status_code == 201
    assert answer.json()["name"] == "laptop"
    assert answer.json()["scopes"] == ["read", "play"]
    expires = datetime.fromisoformat(answer.json()["expires_at"])
    assert abs(expires - datetime.now(UTC) - timedelta(days=7)) < timedelta(minutes=1)
    assert people.client(answer.json()["secret"]).get("/api/v1/me").json()["username"] == "Ann"


def test_a_token_with_the_account_scope_can_create_another(as_ann: APIClient) -> None:
    answer = as_ann.post(TOKENS, {"name": "scoreboard", "scopes": ["read"]})

    assert answer.status_code == 201
    assert people.client(answer.json()["secret"]).get("/api/v1/me").status_code == 200


def test_a_token_cannot_create_one_with_a_scope_that_it_lacks(ann: Registered) -> None:
    issuer = people.client(issue(ann.user, "account").secret)

    answer = issuer.post(TOKENS, {"name": "player", "scopes": ["play"]})

    assert (answer.status_code, answer.json()["code"]) == (403, "scope_not_held")


def test_a_person_cannot_have_the_bot_scope(as_ann: APIClient) -> None:
    answer = as_ann.post(TOKENS, {"name": "robot", "scopes": ["read", "bot"]})

    assert (answer.status_code, answer.json()["code"]) == (422, "scope_not_allowed")


@pytest.mark.parametrize("name", ["a\u202eb", "a\u200bb", "\ufeff", "a\nb", "a\u2066b", "\x1b[31m"])
def test_the_name_of_a_token_has_visible_characters_only(as_ann: APIClient, name: str) -> None:
    answer = as_ann.post(TOKENS, {"name": name})

    assert [e["code"] for e in answer.json()["errors"]] == ["hidden_characters"]


@POSTGRESQL
def test_all_tokens_are_revoked_at_once(as_ann: APIClient, ann: Registered) -> None:
    other = people.client(issue(ann.user, "read").secret)
    bob = people.client(people.register("Bob").issued.secret)

    answer = as_ann.delete(TOKENS)

    assert answer.status_code == 204
    codes = [client.get("/api/v1/me").status_code for client in (as_ann, other, bob)]
    assert codes == [401, 401, 200]


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(
    anonymous: APIClient, ann: Registered
) -> None:
    answers = [
        anonymous.post(TOKENS, {"username": name, "password": "wrong", "name": "x"})
        for name in ("Ann", "No-such-name", "A-nn")
    ]

    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].json()["code"] == "wrong_credentials"
    assert answers[0]["WWW-Authenticate"] == f'Bearer realm="go-fish"{METADATA}'


def test_a_guest_cannot_sign_in_with_any_password(anonymous: APIClient) -> None:
    guest = people.guest().user

    answer = anonymous.post(TOKENS, {"username": guest.username, "password": "!", "name": "x"})

    assert answer.json()["code"] == "wrong_credentials"


@POSTGRESQL
def test_too_many_wrong_passwords_lock_the_name_for_this_address_only(
    anonymous: APIClient, ann: Registered, settings: Settings
) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    wrong = {"username": "Ann", "password": "wrong", "name": "x"}
    right = {**wrong, "password": people.PASSWORD}
    for _ in range(3):
        anonymous.post(TOKENS, wrong)

    answer = anonymous.post(TOKENS, right)

    assert (answer.status_code, answer.json()["code"]) == (429, "locked_out")
    assert answer["Content-Type"] == "application/problem+json"
    assert int(answer["Retry-After"]) > 0
    assert anonymous.post(TOKENS, right, REMOTE_ADDR="192.0.2.7").status_code == 201


@pytest.mark.parametrize(
    ("request_", "pointer"),
    [
        ({"username": "Ann", "name": "x"}, "/password"),
        ({"password": "secret", "name": "x"}, "/username"),
        ({"name": "x", "scopes": ["read", "everything"]}, "/scopes/1"),
        ({"name": "x", "scopes": []}, "/scopes"),
        ({"name": "x", "scopes": "read"}, "/scopes"),
        ({"name": "x", "expires_in_days": 366}, "/expires_in_days"),
        ({"name": "x", "expires_in_days": "7"}, "/expires_in_days"),
        ({"name": "x", "expires_in_days": True}, "/expires_in_days"),
        ({"name": "x", "expires_in_days": 7.5}, "/expires_in_days"),
        ({"name": "x", "expires_in_days": 1e300}, "/expires_in_days"),
        ({"name": ""}, "/name"),
        ({}, "/name"),
    ],
)
def test_a_token_request_is_checked(
    as_ann: APIClient, request_: dict[str, object], pointer: str
) -> None:
    answer = as_ann.post(TOKENS, request_)

    assert answer.status_code == 400
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("has_token", "request_", "missing"),
    [
        pytest.param(False, {}, {"name", "username", "password"}, id="no token, nothing"),
        pytest.param(False, {"username": "Ann"}, {"name", "password"}, id="no token, half"),
        pytest.param(True, {}, {"name"}, id="a token, nothing"),
        pytest.param(True, {"password": "x"}, {"name", "username"}, id="a token, half"),
    ],
)
def test_all_missing_fields_of_a_token_request_are_reported_together(
    anonymous: APIClient, as_ann: APIClient, has_token: bool, request_: Any, missing: set[str]
) -> None:
    answer = (as_ann if has_token else anonymous).post(TOKENS, request_)

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert {error["pointer"].removeprefix("/") for error in answer.json()["errors"]} == missing
    assert {error["code"] for error in answer.json()["errors"]} == {"required"}


def test_only_missing_credentials_are_answered_with_401(anonymous: APIClient) -> None:
    answer = anonymous.post(TOKENS, {"name": "x"})

    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


@POSTGRESQL
def test_the_number_of_live_tokens_of_an_account_is_limited(
    as_ann: APIClient, ann: Registered
) -> None:
    for _ in range(tokens.MOST_LIVE_TOKENS - 1):
        issue(ann.user, "read")

    answer = as_ann.post(TOKENS, {"name": "one more"})

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tokens")


@POSTGRESQL
def test_the_list_shows_live_tokens_and_no_secrets(as_ann: APIClient, ann: Registered) -> None:
    phone = issue(ann.user, "read")
    issue(people.register("Bob").user, "read")
    revoked = issue(ann.user, "read").token
    tokens.revoke(ann.user, revoked.pk, now=timezone.now())

    answer = as_ann.get(TOKENS)

    assert [t["id"] for t in answer.json()["tokens"]] == [phone.token.pk, ann.issued.token.pk]
    assert answer.json()["tokens"][0]["prefix"] == phone.secret[:8]
    assert phone.secret not in answer.content.decode()


@POSTGRESQL
def test_a_revoked_token_is_refused(as_ann: APIClient, ann: Registered) -> None:
    answer = as_ann.delete(f"{TOKENS}/{ann.issued.token.pk}")

    assert (answer.status_code, answer.content) == (204, b"")
    assert as_ann.get("/api/v1/me").json()["code"] == "invalid_token"


@pytest.mark.parametrize("token_id", ["0", "999999", "9" * 40])
def test_an_unknown_token_cannot_be_revoked(as_ann: APIClient, token_id: str) -> None:
    answer = as_ann.delete(f"{TOKENS}/{token_id}")

    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_token")


def test_the_token_of_another_account_cannot_be_revoked(as_ann: APIClient) -> None:
    bob = people.register("Bob")

    answer = as_ann.delete(f"{TOKENS}/{bob.issued.token.pk}")

    assert answer.json()["code"] == "no_such_token"
    assert people.client(bob.issued.secret).get("/api/v1/me").status_code == 200


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer gf_",
        "Bearer {secret}x",
        "Bearer {truncated}",
        "bearer {other_case}",
        "Bearer Bearer {secret}",
        "Bearer gf_\xff\xfe",
        "Bearer gf_' OR 1=1 --",
        "Bearer " + "x" * 5000,
        pytest.param("", id="empty"),
        "Basic QW5uOng=",
        "Token {secret}",
        "Bearer\t{secret}",
        "Bearer{secret}",
        "{secret}",
        "Bearer {secret},Bearer {secret}",
        "Bearer {secret}, Basic QW5uOng=",
        "Basic QW5uOng=,Bearer {secret}",
        "Bearer {secret} {secret}",
        "ＢＥＡＲＥＲ {secret}",
    ],
)
def test_an_invalid_authorization_header_is_refused(ann: Registered, header: str) -> None:
    secret = ann.issued.secret
    sent = header.format(secret=secret, truncated=secret[:-1], other_case=secret.swapcase())

    client = APIClient(headers={"Authorization": sent})
    # Operations that need no token refuse it too.
    for path in ("/api/v1/me", "/api/v1/games", "/api/v1/players/Ann"):
        answer = client.get(path)

        assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
        assert (
            answer["WWW-Authenticate"] == f'Bearer realm="go-fish", error="invalid_token"{METADATA}'
        )
        assert secret not in answer.content.decode()


@pytest.mark.parametrize(
    "header", ["Bearer {secret}", "bearer {secret}", "BEARER   {secret}", " \tBearer {secret} "]
)
def test_the_scheme_is_case_insensitive_and_may_have_spaces(ann: Registered, header: str) -> None:
    client = APIClient(headers={"Authorization": header.format(secret=ann.issued.secret)})

    assert client.get("/api/v1/me").status_code == 200


def test_a_missing_token_differs_from_an_invalid_one(anonymous: APIClient) -> None:
    answer = anonymous.get("/api/v1/me")

    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer["WWW-Authenticate"] == f'Bearer realm="go-fish"{METADATA}'


def test_an_expired_token_is_refused(as_ann: APIClient) -> None:
    Token.objects.update(expires_at=timezone.now())

    answer = as_ann.get("/api/v1/me")

    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")


def test_the_token_of_a_closed_account_is_refused(as_ann: APIClient) -> None:
    User.objects.update(is_active=False)

    assert as_ann.get("/api/v1/me").json()["code"] == "invalid_token"


@pytest.mark.parametrize(
    ("scope", "method", "path"),
    [
        ("account", "get", "/api/v1/me"),
        ("read", "patch", "/api/v1/me"),
        ("play", "post", "/api/v1/me/password"),
        ("read", "get", TOKENS),
        ("play", "post", TOKENS),
        ("read", "delete", f"{TOKENS}/1"),
        ("play", "delete", TOKENS),
        ("read", "get", "/api/v1/me/export"),
        ("play", "delete", "/api/v1/me"),
        ("play", "post", "/api/v1/me/register"),
        ("play", "post", "/api/v1/me/email/verification"),
        ("read", "get", "/api/v1/me/bots"),
        ("play", "post", "/api/v1/me/bots"),
        ("play", "delete", "/api/v1/me/bots/droid"),
        ("play", "get", "/api/v1/me/bots/droid/tokens"),
        ("play", "post", "/api/v1/me/bots/droid/tokens"),
    ],
)
def test_a_token_gives_no_access_beyond_its_scopes(
    ann: Registered, scope: str, method: str, path: str
) -> None:
    client = people.client(issue(ann.user, scope).secret)

    answer = getattr(client, method)(path)

    assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope")
    assert answer["WWW-Authenticate"] == 'Bearer realm="go-fish", error="insufficient_scope"'


@POSTGRESQL
def test_a_token_and_its_account_are_read_in_one_query(
    ann: Registered, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        found, _ = bearers.recognise(tokens.digest(ann.issued.secret), now=timezone.now())

        assert found.account_id == ann.user.pk


@POSTGRESQL
def test_the_last_use_is_stored_once_an_hour(
    as_ann: APIClient, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    as_ann.get("/api/v1/me")
    noted = Token.objects.get().last_used_at
    assert noted

    with django_assert_num_queries(1):
        as_ann.get("/api/v1/rulesets")

    assert Token.objects.get().last_used_at == noted
    Token.objects.update(last_used_at=timezone.now() - timedelta(hours=1))
    as_ann.get("/api/v1/me")
    assert Token.objects.get().last_used_at not in (None, noted, noted - timedelta(hours=1))


@POSTGRESQL
def test_a_token_revoked_meanwhile_creates_no_other(ann: Registered) -> None:
    issuer, now = ann.issued.token, timezone.now()
    tokens.revoke(ann.user, issuer.pk, now=now)

    with pytest.raises(InvalidToken):
        tokens.issue(ann.user, name="child", scopes=["read"], now=now, issuer=issuer)

    assert not tokens.live(ann.user, now=now).exists()


@POSTGRESQL
@pytest.mark.parametrize(
    ("of_token", "of_account"),
    [
        ({"revoked_at": timezone.now()}, {}),
        ({"expires_at": timezone.now()}, {}),
        ({}, {"is_active": False}),
        ({}, {"suspended_until": datetime.max.replace(tzinfo=UTC)}),
    ],
    ids=["revoked", "expired", "closed", "suspended"],
)
def test_a_stream_learns_that_its_token_ended(
    ann: Registered, of_token: dict[str, object], of_account: dict[str, object]
) -> None:
    number = ann.issued.token.pk
    assert tokens.still_valid([number], now=timezone.now()) == {number}

    Token.objects.filter(pk=number).update(**of_token)
    User.objects.filter(pk=ann.user.pk).update(**of_account)

    assert tokens.still_valid([number], now=timezone.now()) == set()


@POSTGRESQL
def test_a_password_changed_meanwhile_creates_no_token(ann: Registered) -> None:
    before = User.objects.get(pk=ann.user.pk)
    after = User.objects.get(pk=ann.user.pk)
    after.set_password("another-herring-swims")
    after.save()

    with pytest.raises(InvalidToken):
        tokens.issue(before, name="child", scopes=["read"], now=timezone.now())


@POSTGRESQL
def test_a_token_whose_account_is_closed_meanwhile_gets_401_and_not_500(
    ann: Registered, as_ann: APIClient
) -> None:
    """The account is closed between authentication and the view."""

    def close_first(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("SELECT") and 'FROM "accounts_token" INNER JOIN' in sql:
            with connection.cursor() as cursor:
                cursor.cursor.execute("DELETE FROM accounts_token")  # bypasses this wrapper
        return execute(sql, *rest)

    with connection.execute_wrapper(close_first):
        answer = as_ann.post("/api/v1/tokens", {"name": "child", "scopes": ["read"]})

    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
