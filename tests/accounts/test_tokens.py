"""Tokens: creating, using, listing, testing and revoking them; passwords and wrong ones."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from argon2 import extract_parameters
from axes.models import AccessAttempt
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings
from rest_framework.test import APIClient

from accounts import registration
from accounts.credentials import passwords, tokens
from accounts.models import Token, User
from accounts.refusals import InvalidToken
from accounts.registration import Registered
from gofish_api.settings.application import PASSWORD_HASHERS
from tests.accounts import people

POSTGRESQL = pytest.mark.postgresql


pytestmark = pytest.mark.django_db

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


def test_a_token_cannot_create_one_with_a_scope_that_it_lacks(ann: Registered) -> None:
    issuer = people.client(issue(ann.user, "account").secret)

    answer = issuer.post(TOKENS, {"name": "player", "scopes": ["play"]})

    assert (answer.status_code, answer.json()["code"]) == (403, "scope_not_held")


def test_a_person_cannot_have_the_bot_scope(as_ann: APIClient) -> None:
    answer = as_ann.post(TOKENS, {"name": "robot", "scopes": ["read", "bot"]})

    assert (answer.status_code, answer.json()["code"]) == (422, "scope_not_allowed")


@pytest.mark.parametrize("name", ["a\u202eb", "a\nb"])
def test_the_name_of_a_token_has_visible_characters_only(as_ann: APIClient, name: str) -> None:
    answer = as_ann.post(TOKENS, {"name": name})

    assert [e["code"] for e in answer.json()["errors"]] == ["hidden_characters"]


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


def test_the_number_of_live_tokens_of_an_account_is_limited(
    as_ann: APIClient, ann: Registered
) -> None:
    for _ in range(tokens.MOST_LIVE_TOKENS - 1):
        issue(ann.user, "read")

    answer = as_ann.post(TOKENS, {"name": "one more"})

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tokens")


def test_the_list_shows_live_tokens_and_no_secrets(as_ann: APIClient, ann: Registered) -> None:
    phone = issue(ann.user, "read")
    issue(people.register("Bob").user, "read")
    revoked = issue(ann.user, "read").token
    tokens.revoke(ann.user, revoked.pk, now=timezone.now())

    answer = as_ann.get(TOKENS)

    assert [t["id"] for t in answer.json()["tokens"]] == [phone.token.pk, ann.issued.token.pk]
    assert answer.json()["tokens"][0]["prefix"] == phone.secret[:8]
    assert phone.secret not in answer.content.decode()


def test_a_revoked_token_is_refused(as_ann: APIClient, ann: Registered) -> None:
    answer = as_ann.delete(f"{TOKENS}/{ann.issued.token.pk}")

    assert (answer.status_code, answer.content) == (204, b"")
    assert as_ann.get("/api/v1/me").json()["code"] == "invalid_token"


def test_the_token_of_another_account_cannot_be_revoked(as_ann: APIClient) -> None:
    bob = people.register("Bob")

    answer = as_ann.delete(f"{TOKENS}/{bob.issued.token.pk}")

    assert answer.json()["code"] == "no_such_token"
    assert people.client(bob.issued.secret).get("/api/v1/me").status_code == 200


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer {secret}x",
        "bearer {other_case}",
        "Bearer gf_\xff\xfe",
        pytest.param("", id="empty"),
        "Basic QW5uOng=",
        "Bearer\t{secret}",
        "Bearer {secret},Bearer {secret}",
        "Basic QW5uOng=,Bearer {secret}",
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


@pytest.mark.parametrize("header", ["bearer {secret}", "BEARER   {secret}"])
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


def test_a_token_revoked_meanwhile_creates_no_other(ann: Registered) -> None:
    issuer, now = ann.issued.token, timezone.now()
    tokens.revoke(ann.user, issuer.pk, now=now)

    with pytest.raises(InvalidToken):
        tokens.issue(ann.user, name="child", scopes=["read"], now=now, issuer=issuer)

    assert not tokens.live(ann.user, now=now).exists()


@pytest.mark.parametrize(
    ("scope", "method", "path"),
    [("account", "get", "/api/v1/me"), ("read", "patch", "/api/v1/me")],
)
def test_a_token_gives_no_access_beyond_its_scopes(
    ann: Registered, scope: str, method: str, path: str
) -> None:
    client = people.client(issue(ann.user, scope).secret)

    answer = getattr(client, method)(path)

    assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope")
    assert answer["WWW-Authenticate"] == 'Bearer realm="go-fish", error="insufficient_scope"'


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


def test_a_password_changed_meanwhile_creates_no_token(ann: Registered) -> None:
    before = User.objects.get(pk=ann.user.pk)
    after = User.objects.get(pk=ann.user.pk)
    after.set_password("another-herring-swims")
    after.save()

    with pytest.raises(InvalidToken):
        tokens.issue(before, name="child", scopes=["read"], now=timezone.now())


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


# --- wrong passwords ------------------------------------------------------------------------------


LIMIT = 3
SPELLINGS = (
    "JUDGE",
    "judge ",
    "\N{IDEOGRAPHIC SPACE}judge",
    "\N{FULLWIDTH LATIN CAPITAL LETTER J}UDGE",
    "jud\N{LATIN SMALL LETTER G}e\N{LINE FEED}",
)


@pytest.fixture
def judge(db: None, settings: Settings) -> User:
    """An account that may sign in to the admin."""
    settings.AXES_FAILURE_LIMIT = LIMIT
    return User.objects.create_superuser("Judge", people.PASSWORD)


def sign_in(username: str, password: str, **environ: Any) -> Any:
    """Create a token with a password."""
    body = {"username": username, "password": password, "name": "x"}
    return APIClient().post("/api/v1/tokens", body, **environ)


def admin_sign_in(username: str, password: str) -> Any:
    """Sign in to the admin."""
    return Client().post("/admin/login/", {"username": username, "password": password})


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_that_signs_in_shares_one_lockout(judge: User, spelling: str) -> None:
    assert sign_in(spelling, people.PASSWORD).status_code == 201
    assert admin_sign_in(spelling, people.PASSWORD).status_code == 302
    for _ in range(LIMIT):
        sign_in("judge", "wrong")

    assert admin_sign_in(spelling, people.PASSWORD).status_code == 429
    locked = sign_in(spelling, people.PASSWORD)
    assert (locked.status_code, locked.json()["code"]) == (429, "locked_out")
    assert int(locked["Retry-After"]) > 0
    assert sign_in(spelling, people.PASSWORD, REMOTE_ADDR="192.0.2.7").status_code == 201


def test_attempts_with_different_spellings_share_one_lockout(judge: User) -> None:
    for spelling in SPELLINGS[-LIMIT:]:
        admin_sign_in(spelling, "wrong")

    assert [attempt.username for attempt in AccessAttempt.objects.all()] == ["judge"]
    assert admin_sign_in("Judge", people.PASSWORD).status_code == 429


def test_an_impossible_username_is_refused_like_a_wrong_one(judge: User) -> None:
    assert admin_sign_in("\0" + "x" * 300, people.PASSWORD).status_code == 200


def test_signing_in_resets_the_count_of_every_spelling(judge: User) -> None:
    sign_in(" JUDGE", "wrong")

    admin_sign_in("judge", people.PASSWORD)

    assert not AccessAttempt.objects.exists()


def test_closing_deletes_the_wrong_attempts(judge: User) -> None:
    sign_in(" JUDGE", "wrong")

    registration.close_account(judge.pk, now=judge.created_at)

    assert not AccessAttempt.objects.exists()


# --- testing tokens -------------------------------------------------------------------------------


TEST = "/api/v1/tokens/test"
NOTHING = {"valid": False, "username": None, "scopes": None, "expires_at": None, "resource": None}


def answer_for(*secrets: str) -> Any:
    return APIClient().post(TEST, {"tokens": secrets})


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
    registration.close_account(bob.user.pk, now=datetime.now(UTC))

    answers = [
        answer_for(secret).json()
        for secret in ("gf_unknown", "", expired.secret, revoked.secret, bob.issued.secret)
    ]

    assert answers == [{"results": [NOTHING]}] * 5


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
    assert answer_for("y").status_code == 200
    for full in (answer_for("z"), answer_for(known)):  # the limit is no oracle
        assert (full.status_code, full.json()["code"]) == (429, "rate_limited")


def test_no_token_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann = people.register("Ann")

    answer_for(ann.issued.secret, "gf_unknown")
    APIClient().post(TEST, {"tokens": ["gf_unknown", 7]})

    assert "gf_" not in caplog.text


# --- hashes ---------------------------------------------------------------------------------------


@pytest.fixture
def _hashers_of_the_service(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS


def _parameters(encoded: str) -> tuple[int, int, int]:
    found = extract_parameters("$" + encoded.split("$", 1)[1])
    return found.memory_cost, found.time_cost, found.parallelism


@pytest.mark.usefixtures("_hashers_of_the_service")
def test_a_new_hash_meets_the_parameters_of_owasp_and_takes_one_core() -> None:
    memory, passes, lanes = _parameters(make_password(people.PASSWORD))

    assert (memory >= 19 * 1024, passes >= 2, lanes) == (True, True, 1)


@pytest.mark.usefixtures("_hashers_of_the_service")
def test_an_older_hash_is_accepted_and_replaced() -> None:
    old = Argon2PasswordHasher().encode(people.PASSWORD, "salt-of-an-account")
    user = User.objects.create(username="Ann", password=old)
    assert _parameters(old)[2] == 8

    found = passwords.check(HttpRequest(), "Ann", people.PASSWORD)

    assert found == user
    user.refresh_from_db()
    assert _parameters(user.password)[2] == 1
    assert check_password(people.PASSWORD, user.password)


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


def test_the_token_of_a_closed_account_is_refused(as_ann: APIClient) -> None:
    User.objects.update(is_active=False)

    assert as_ann.get("/api/v1/me").json()["code"] == "invalid_token"
