"""OAuth: the flows, what is refused, and what tokens of apps can do."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts import locks, registration
from accounts.api.oauth_bodies import REQUIRED
from accounts.credentials import tokens
from accounts.models import AuthorizationCode, DeviceCode, Token, User
from accounts.registration import Registered
from tests.accounts import people
from tests.accounts.people import (
    DONE,
    FORM,
    OAUTH,
    approve,
    asked,
    exchange,
    pkce,
    poll,
    post,
    signed_in,
)


def _closes(ann: Registered) -> None:
    registration.close_account(ann.user.pk, now=datetime.now(UTC))


pytestmark = pytest.mark.django_db

ISSUER = "http://testserver"


def refusal(answer: Any) -> tuple[int, str, str]:
    """Return the status, the error of RFC 6749 and the code of a refused form."""
    body = answer.json()
    assert answer["Content-Type"] == "application/json"
    return answer.status_code, body["error"], body["code"]


def later(seconds: float) -> Any:
    return time_machine.travel(datetime.now(UTC) + timedelta(seconds=seconds))


# --- the code flow --------------------------------------------------------------------------------


def test_an_app_gets_a_token_with_the_scopes_that_were_given(as_ann: APIClient) -> None:
    verifier, challenge = pkce()

    got = approve(as_ann, asked(challenge))
    answer = exchange(got["code"], verifier)

    assert (got["state"], got["iss"]) == ("a b&c", ISSUER)
    body = answer.json()
    assert (answer.status_code, body["token_type"], body["scope"]) == (200, "Bearer", "read play")
    assert answer["Cache-Control"] == "no-store"
    app = people.client(body["access_token"])
    assert app.get("/api/v1/me").json()["username"] == "Ann"
    assert app.get("/api/v1/tokens").status_code == 403
    assert app.post(f"{OAUTH}/authorize", asked(challenge)).status_code == 403


def test_the_page_learns_who_asks_for_what(anonymous: APIClient) -> None:
    answer = anonymous.get(f"{OAUTH}/authorize", asked(pkce()[1]))

    assert answer.status_code == 200
    body = answer.json()
    assert body["app"] == {
        "client_id": "example-app",
        "name": "example-app",
        "kind": "web",
        "origin": "app.example",
    }
    assert body["scopes"] == ["read", "play"]
    refused = f"{DONE}?error=access_denied&state=a+b%26c&iss=http%3A%2F%2Ftestserver"
    assert body["refuse_url"] == refused


@pytest.mark.parametrize(
    "address, kind, origin",
    [
        ("https://app.example:8443/x?y=1", "web", "app.example:8443"),
        ("http://[::1]:5123/", "loopback", "loopback"),
        ("org.example.app:/done", "private_scheme", "org.example.app"),
    ],
)
def test_the_kind_of_an_app_is_that_of_its_address(
    anonymous: APIClient, address: str, kind: str, origin: str
) -> None:
    answer = anonymous.get(f"{OAUTH}/authorize", asked(pkce()[1], redirect_uri=address))

    app = answer.json()["app"]
    assert (app["kind"], app["origin"]) == (kind, origin)


@pytest.mark.parametrize(
    "change, code",
    [
        *(
            ({"redirect_uri": address}, "invalid_redirect_address")
            for address in (
                "//app.example/",
                "http://app.example/",
                "http://127.0.0.1.evil.example/",
                "https://app.example/#here",
                "https://user@app.example/",
                "https://*.app.example/",
                "https://app.example\\@evil.example/",
                "javascript:alert(1)",
                "https://app.example/" + "x" * 500,
            )
        ),
        *(({name: None}, "validation_error") for name in REQUIRED),
        ({"client_id": "späce app"}, "invalid_client_id"),
        ({"client_id": "https://app.example/../x"}, "invalid_client_id"),
        ({"client_id": "https://App.example/x"}, "invalid_client_id"),
        ({"client_id": "https://me@app.example/x"}, "invalid_client_id"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_mode": "fragment"}, "unsupported_response_type"),
        ({"code_challenge": "short"}, "pkce_required"),
        ({"code_challenge_method": "plain"}, "pkce_required"),
        ({"scope": "read account"}, "invalid_app_scope"),
        ({"scope": "write"}, "invalid_app_scope"),
        ({"resource": "https://other.example/"}, "invalid_resource"),
        ({"state": "x" * 2001}, "validation_error"),
    ],
)
def test_a_bad_request_is_described_and_never_redirected(
    as_ann: APIClient, change: dict[str, str | None], code: str
) -> None:
    parameters = asked(pkce()[1], **change)

    for answer in (
        as_ann.get(f"{OAUTH}/authorize", parameters),
        as_ann.post(f"{OAUTH}/authorize", parameters),
    ):
        assert (answer.status_code, answer.json()["code"]) == (400, code)
        assert "Location" not in answer


@pytest.mark.parametrize(
    "change",
    [
        {"client_id": "another-app"},
        {"redirect_uri": DONE + "/"},
        {"code_verifier": "v" * 43},
        {"resource": ISSUER},
    ],
)
def test_a_code_is_bound_to_its_app_address_and_verifier(
    as_ann: APIClient, change: dict[str, str]
) -> None:
    verifier, challenge = pkce()
    code = approve(as_ann, asked(challenge))["code"]

    assert refusal(exchange(code, verifier, **change)) == (400, "invalid_grant", "invalid_grant")
    assert exchange(code, verifier).status_code == 200  # a stranger has not used it up


def test_a_verifier_is_required(as_ann: APIClient) -> None:
    code = approve(as_ann, asked(pkce()[1]))["code"]

    assert refusal(exchange(code, "short")) == (400, "invalid_request", "pkce_required")


@pytest.mark.parametrize("seconds", [0, 3_600])
def test_a_second_use_of_a_code_revokes_what_the_first_one_gave(
    as_ann: APIClient, seconds: int
) -> None:
    verifier, challenge = pkce()
    code = approve(as_ann, asked(challenge))["code"]
    app = people.client(exchange(code, verifier).json()["access_token"])
    assert app.get("/api/v1/me").status_code == 200

    with later(seconds):
        assert refusal(exchange(code, verifier))[1] == "invalid_grant"

    assert app.get("/api/v1/me").status_code == 401


def test_a_code_expires_after_a_minute(as_ann: APIClient) -> None:
    verifier, challenge = pkce()
    code = approve(as_ann, asked(challenge))["code"]

    with later(61):
        assert refusal(exchange(code, verifier))[1] == "invalid_grant"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_concurrent_exchanges_one_gets_a_token() -> None:
    verifier, challenge = pkce()
    code = approve(people.client(people.register("Ann").issued.secret), asked(challenge))["code"]
    statuses = list[int]()

    def redeem() -> None:
        try:
            statuses.append(exchange(code, verifier).status_code)
        finally:
            connection.close()

    threads = [Thread(target=redeem) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(statuses) == [200, 400]


def test_a_code_dies_with_the_account_and_with_all_tokens(
    as_ann: APIClient, ann: Registered
) -> None:
    (first, one), (second, other) = pkce(), pkce()
    codes = [approve(as_ann, asked(challenge))["code"] for challenge in (one, other)]

    as_ann.delete("/api/v1/tokens")
    assert refusal(exchange(codes[0], first))[1] == "invalid_grant"
    registration.close_account(ann.user.pk, now=datetime.now(UTC))
    assert refusal(exchange(codes[1], second))[1] == "invalid_grant"


def test_an_app_does_not_learn_why_an_account_is_suspended(
    as_ann: APIClient, ann: Registered
) -> None:
    verifier, challenge = pkce()
    code = approve(as_ann, asked(challenge))["code"]
    locks.suspend(ann.user, reason="cheating", until=None)

    answer = exchange(code, verifier)

    assert refusal(answer)[1] == "invalid_grant"
    assert "cheating" not in answer.content.decode()


def test_an_app_does_not_see_the_email_address(as_ann: APIClient, ann: Registered) -> None:
    User.objects.filter(pk=ann.user.pk).update(email="ann@example.org")

    app = people.client(signed_in(as_ann)["access_token"])

    assert app.get("/api/v1/me").json()["email"] is None
    assert as_ann.get("/api/v1/me").json()["email"] == "ann@example.org"


def test_an_app_has_three_live_tokens_outside_the_fifty(
    as_ann: APIClient, ann: Registered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.credentials.tokens.MOST_LIVE_TOKENS", 1)

    secrets = [signed_in(as_ann)["access_token"] for _ in range(4)]

    statuses = [people.client(secret).get("/api/v1/me").status_code for secret in secrets]
    assert statuses == [401, 200, 200, 200]


@pytest.mark.parametrize(
    "body, error, code",
    [
        ("", "invalid_request", "invalid_oauth_request"),
        ("grant_type=refresh_token", "unsupported_grant_type", "unsupported_grant_type"),
        ("grant_type=authorization_code&code=a&code=b", "invalid_request", "invalid_oauth_request"),
        ("&".join(f"a{n}=1" for n in range(2000)), "invalid_request", "bad_request"),
        ("code=%00%ff&grant_type=authorization_code", "invalid_request", "invalid_oauth_request"),
    ],
)
def test_a_bad_form_has_an_error_and_a_code(body: str, error: str, code: str) -> None:
    assert refusal(post("/token", body)) == (400, error, code)


@pytest.mark.parametrize("charset", ["utf-16"])
def test_a_form_in_another_coding_is_refused(anonymous: APIClient, charset: str) -> None:
    body = (
        "grant_type=authorization_code&client_id=a&redirect_uri=b&code=\\ud800&code_verifier="
        + "v" * 43
    )

    answer = anonymous.post(f"{OAUTH}/token", body, content_type=f"{FORM}; charset={charset}")

    assert refusal(answer) == (415, "invalid_request", "unsupported_media_type")


def test_an_app_names_the_api_or_the_mcp_server_as_its_resource(
    as_ann: APIClient, anonymous: APIClient, settings: Settings
) -> None:
    settings.MCP_URL = "https://mcp.example/mcp"

    for resource in (f"{ISSUER}/api/v1", f"{ISSUER}/", "https://mcp.example/mcp"):
        secret = signed_in(as_ann, resource=resource)["access_token"]
        tested = anonymous.post("/api/v1/tokens/test", {"tokens": [secret]}).json()["results"][0]
        assert tested["resource"] == resource


# --- revoking -------------------------------------------------------------------------------------


def test_an_app_revokes_its_own_token(as_ann: APIClient) -> None:
    secret = signed_in(as_ann)["access_token"]

    assert post("/revoke", {"token": secret, "client_id": "another-app"}).status_code == 200
    assert people.client(secret).get("/api/v1/me").status_code == 200
    assert post("/revoke", {"token": secret, "client_id": "example-app"}).status_code == 200
    assert people.client(secret).get("/api/v1/me").status_code == 401


def test_an_unknown_token_and_one_of_no_app_are_answered_alike(
    as_ann: APIClient, ann: Registered
) -> None:
    assert post("/revoke", {"token": "gf_unknown"}).status_code == 200
    assert post("/revoke", {"token": ann.issued.secret}).status_code == 200
    assert as_ann.get("/api/v1/me").status_code == 200
    assert refusal(post("/revoke", {}))[1] == "invalid_request"


def test_a_player_lists_apps_and_takes_their_access_back(as_ann: APIClient) -> None:
    secrets = [signed_in(as_ann, scope=scope)["access_token"] for scope in ("read", "play")]
    other = signed_in(as_ann, client_id="other")["access_token"]
    people.client(other).get("/api/v1/me")

    listed = as_ann.get("/api/v1/me/apps").json()["apps"]

    assert [(app["name"], app["origin"], app["scopes"]) for app in listed] == [
        ("example-app", "app.example", ["read", "play"]),
        ("other", "app.example", ["read", "play"]),
    ]
    assert listed[0]["last_used_at"] is None
    assert listed[1]["last_used_at"] is not None
    assert as_ann.delete(f"/api/v1/me/apps/{listed[0]['id']}").status_code == 204
    calls = [people.client(secret).get("/api/v1/me").status_code for secret in (*secrets, other)]
    assert calls == [401, 401, 200]


def test_a_revoked_app_cannot_exchange_what_it_has_left(as_ann: APIClient) -> None:
    verifier, challenge = pkce()
    signed_in(as_ann)
    code = approve(as_ann, asked(challenge))["code"]
    first, second = begin(), begin()
    for begun in (first, second):
        decide(as_ann, begun["user_code"])
    assert poll(first["device_code"]).status_code == 200

    for app in as_ann.get("/api/v1/me/apps").json()["apps"]:
        as_ann.delete(f"/api/v1/me/apps/{app['id']}")

    assert refusal(exchange(code, verifier))[1] == "invalid_grant"
    assert refusal(poll(second["device_code"]))[1] == "invalid_grant"


def test_no_account_revokes_an_app_of_another(as_ann: APIClient, ann: Registered) -> None:
    signed_in(as_ann)
    bob = people.client(people.register("Bob").issued.secret)

    for app_id in (Token.objects.latest("pk").pk, ann.issued.token.pk, 10**15):
        answer = bob.delete(f"/api/v1/me/apps/{app_id}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_app")


# --- devices --------------------------------------------------------------------------------------


def begin(**changes: str) -> dict[str, Any]:
    answer = post("/device", {"client_id": "tv", "scope": "read play"} | changes)
    assert answer.status_code == 200, answer.json()
    body: dict[str, Any] = answer.json()
    return body


def decide(player: APIClient, user_code: str, *, approved: bool = True) -> Any:
    body = {"user_code": user_code, "approve": approved}
    return player.post(f"{OAUTH}/device/decision", body)


def test_a_device_gets_a_token_after_the_player_has_approved_it(as_ann: APIClient) -> None:
    begun = begin()
    assert begun["verification_uri_complete"] == f"{ISSUER}/device#{begun['user_code']}"
    assert (begun["interval"], begun["expires_in"]) == (5, 600)
    assert refusal(poll(begun["device_code"]))[1] == "authorization_pending"

    typed = begun["user_code"].lower().replace("-", " ")
    shown = as_ann.post(f"{OAUTH}/device/review", {"user_code": typed}).json()
    assert decide(as_ann, typed).status_code == 204
    answer = poll(begun["device_code"])

    assert shown["app"]["client_id"] == "tv"
    assert shown["app"]["kind"] == "device"
    assert answer.json()["scope"] == "read play"
    app = people.client(answer.json()["access_token"])
    assert app.get("/api/v1/me").json()["username"] == "Ann"


def test_a_late_poll_revokes_nothing(as_ann: APIClient) -> None:
    begun = begin()
    decide(as_ann, begun["user_code"])
    app = people.client(poll(begun["device_code"]).json()["access_token"])

    assert refusal(poll(begun["device_code"]))[1] == "invalid_grant"

    assert app.get("/api/v1/me").status_code == 200


def test_a_device_that_polls_too_often_is_slowed_down() -> None:
    begun = begin()

    answers = [refusal(poll(begun["device_code"]))[1] for _ in range(2)]

    assert answers == ["authorization_pending", "slow_down"]


def test_a_refused_device_and_an_expired_one_get_their_codes(as_ann: APIClient) -> None:
    refused, expired = begin(), begin()
    decide(as_ann, refused["user_code"], approved=False)

    assert refusal(poll(refused["device_code"]))[1] == "access_denied"
    with later(601):
        assert refusal(poll(expired["device_code"]))[1] == "expired_token"
        assert decide(as_ann, expired["user_code"]).status_code == 404


def test_the_code_of_a_device_is_of_one_app() -> None:
    begun = begin()

    for other in ("other", "t\0v"):
        assert refusal(poll(begun["device_code"], client_id=other))[1] == "invalid_grant"
    assert refusal(poll("unknown"))[1] == "invalid_grant"


def test_another_account_cannot_approve_what_one_has_opened(as_ann: APIClient) -> None:
    begun = begin()
    as_ann.post(f"{OAUTH}/device/review", {"user_code": begun["user_code"]})
    bob = people.client(people.register("Bob").issued.secret)

    answer = decide(bob, begun["user_code"])

    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_device")
    assert decide(as_ann, begun["user_code"]).status_code == 204
    assert decide(as_ann, begun["user_code"]).status_code == 404


def test_wrong_codes_count_and_right_ones_do_not(as_ann: APIClient, settings: Settings) -> None:
    settings.RATES = settings.RATES | {"join_code": "2/min"}
    begun = begin()
    for _ in range(5):
        as_ann.post(f"{OAUTH}/device/review", {"user_code": begun["user_code"]})

    statuses = [
        as_ann.post(f"{OAUTH}/device/review", {"user_code": "BCDF-GHJK"}).status_code
        for _ in range(3)
    ]

    assert statuses == [404, 404, 429]


def test_no_token_gives_a_scope_that_it_lacks(ann: Registered) -> None:
    narrow = tokens.issue(ann.user, name="page", scopes=["account"], now=datetime.now(UTC))
    player, begun = people.client(narrow.secret), begin()

    for answer in (
        player.post(f"{OAUTH}/authorize", asked(pkce()[1])),
        decide(player, begun["user_code"]),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_not_held")
    assert not AuthorizationCode.objects.exists()
    assert refusal(poll(begun["device_code"]))[1] == "authorization_pending"


# --- everywhere -----------------------------------------------------------------------------------


def test_the_metadata_leads_to_the_endpoints(anonymous: APIClient) -> None:
    challenge = anonymous.get("/api/v1/me")["WWW-Authenticate"]
    resource = anonymous.get(challenge.partition('resource_metadata="')[2].rstrip('"')).json()
    server = anonymous.get(
        f"{resource['authorization_servers'][0]}/.well-known/oauth-authorization-server",
        headers={"Origin": "https://app.example"},
    )

    assert server["Access-Control-Allow-Origin"] == "*"
    assert resource["resource"] == f"{ISSUER}/api/v1"
    metadata = server.json()
    assert metadata["issuer"] == ISSUER
    assert metadata["scopes_supported"] == resource["scopes_supported"] == ["read", "play"]
    assert metadata["code_challenge_methods_supported"] == ["S256"]
    assert metadata["client_id_metadata_document_supported"] is True
    for name in ("token", "device_authorization", "revocation"):
        path = "revocation" if name == "revocation" else name
        assert anonymous.post(metadata[f"{path}_endpoint"]).status_code in (400, 415)


def test_expired_codes_are_deleted_after_a_day(as_ann: APIClient) -> None:
    signed_in(as_ann)
    begin()

    for days, left in ((0.9, 2), (1.1, 0)):
        tokens.purge_grants(now=datetime.now(UTC) + timedelta(days=days), most=10)
        assert AuthorizationCode.objects.count() + DeviceCode.objects.count() == left


def test_no_log_line_has_a_code_a_verifier_or_a_token(
    as_ann: APIClient,
    caplog: pytest.LogCaptureFixture,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.DEBUG = True  # statements are logged, with their values
    connection.force_debug_cursor = True
    logging.getLogger("django.db.backends").setLevel(logging.DEBUG)
    monkeypatch.setattr(logging.getLogger("django.db.backends"), "propagate", True)
    monkeypatch.setattr(logging.getLogger("django"), "propagate", True)
    caplog.set_level(logging.DEBUG)
    verifier, challenge = pkce()

    code = approve(as_ann, asked(challenge))["code"]
    token = exchange(code, verifier).json()["access_token"]
    exchange(code, verifier)
    again = signed_in(as_ann)["access_token"]
    people.client(again).get("/api/v1/me")
    begun = begin()
    as_ann.post(f"{OAUTH}/device/review", {"user_code": begun["user_code"]})
    decide(as_ann, begun["user_code"])
    of_device = poll(begun["device_code"]).json()["access_token"]
    post("/revoke", {"token": again})
    connection.force_debug_cursor = False
    logging.getLogger("django.db.backends").setLevel(logging.NOTSET)

    secrets = [code, verifier, token, again, begun["device_code"], begun["user_code"], of_device]
    assert "accounts_authorizationcode" in caplog.text
    for secret in secrets:
        assert secret not in caplog.text
        assert secret.replace("-", "") not in caplog.text


@pytest.mark.parametrize("act", [_closes], ids=["closed"])
def test_a_code_dies_with_the_account(
    as_ann: APIClient, ann: Registered, act: Callable[[Registered], None]
) -> None:
    verifier, challenge = pkce()
    code = approve(as_ann, asked(challenge))["code"]

    act(ann)

    assert refusal(exchange(code, verifier))[1] == "invalid_grant"


def _revokes_all(player: APIClient) -> Any:
    return player.delete("/api/v1/tokens")


def _changes_the_password(player: APIClient) -> Any:
    passwords = {"current_password": people.PASSWORD, "new_password": people.PASSWORD + "!"}
    return player.post("/api/v1/me/password", passwords)


@pytest.mark.parametrize("act", [_revokes_all, _changes_the_password])
def test_what_was_approved_dies_with_the_tokens(
    as_ann: APIClient, act: Callable[[APIClient], Any]
) -> None:
    verifier, challenge = pkce()
    code = approve(as_ann, asked(challenge))["code"]
    begun = begin()
    decide(as_ann, begun["user_code"])

    assert act(as_ann).status_code == 204

    for answer in (exchange(code, verifier), poll(begun["device_code"])):
        assert refusal(answer)[1] == "invalid_grant"


def test_all_apps_together_have_a_bounded_number_of_tokens(
    as_ann: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.credentials.tokens.MOST_OF_APPS", 2)

    for number in range(4):
        signed_in(as_ann, client_id=f"app-{number}")

    names = [app["name"] for app in as_ann.get("/api/v1/me/apps").json()["apps"]]
    assert names == ["app-2", "app-3"]
    assert as_ann.get("/api/v1/me").status_code == 200


def test_the_export_has_apps_without_secrets(as_ann: APIClient) -> None:
    secret = signed_in(as_ann)["access_token"]

    exported = as_ann.get("/api/v1/me/export")

    token = exported.json()["tokens"][-1]
    assert (token["app"], token["app_origin"]) == ("example-app", "app.example")
    assert len(exported.json()["app_codes"]) == 1
    assert secret not in exported.content.decode()


def test_a_guest_can_give_access_and_an_app_cannot(anonymous: APIClient) -> None:
    guest = people.client(people.guest().issued.secret)

    secret = signed_in(guest)["access_token"]

    assert people.client(secret).get("/api/v1/me/apps").status_code == 403


def test_decisions_on_devices_are_limited_before_they_count(
    as_ann: APIClient, settings: Settings
) -> None:
    settings.RATES = settings.RATES | {"authorizations": "2/hour"}
    first, begun = begin(), begin()
    for _ in range(2):
        decide(as_ann, first["user_code"])

    assert decide(as_ann, begun["user_code"]).status_code == 429

    assert refusal(poll(begun["device_code"]))[1] == "authorization_pending"
    cache.clear()


def test_approvals_are_limited(as_ann: APIClient, settings: Settings) -> None:
    settings.RATES = settings.RATES | {"authorizations": "1/hour"}
    approve(as_ann, asked(pkce()[1]))

    answer = as_ann.post(f"{OAUTH}/authorize", asked(pkce()[1]))

    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    cache.clear()
