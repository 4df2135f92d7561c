"""Pages of other origins (CORS): what they may call, what a preflight costs, and that cookies count
for nothing.
"""

from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.conf import settings as project
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from tests import permissions, tables
from tests.accounts import people
from tests.permissions import AUTHORIZATION, CALLS, STREAMED, Call
from tests.players import seated

ANY, NAMED = "https://anything.example", "https://play.example.org"
ALLOW = "Access-Control-Allow-Origin"
SENT = (
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
)
READ = ("Date", "ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After")

APPROVALS = {"read_authorization", "approve_authorization", "review_device", "decide_device"}
CODES_OF_CLASSES = {"offer_class_names", "sign_in_to_class"}
OWN_PAGES_ONLY = {
    "register",
    "promote_guest",
    "issue_token",
    "change_password",
    "change_me",
    "send_verification",
    "verify_email",
    "ask_for_password_reset",
    "reset_password",
    *CODES_OF_CLASSES,
    *APPROVALS,
}
"""The operations that take a password or a code of a letter or a class, send a letter, or give
access.
"""


def preflight(client: Client, path: str, method: str = "POST", origin: str = ANY) -> Any:
    return client.options(
        path,
        headers={
            "Origin": origin,
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": ",".join(SENT),
        },
    )


def path_of(call: Call) -> str:
    """Return a path of the operation, with ids of nothing."""

    class Anything(dict[str, str]):
        def __missing__(self, key: str) -> str:
            return "1" if key == "token" else "x"

    return f"/api/v1{call.path.partition('?')[0].format_map(Anything())}"


def code_of(answer: Any) -> str | None:
    """Return the code of a problem document, or None."""
    is_problem = answer.headers.get("Content-Type") == "application/problem+json"
    return answer.json()["code"] if is_problem else None


def words(header: str) -> set[str]:
    return {word.strip().lower() for word in header.split(",")}


@pytest.mark.django_db
def test_any_page_may_call_the_api_without_credentials(client: Client) -> None:
    game, ann, _ = seated(2)
    origin = "null"
    token = {"Authorization": f"Bearer {ann.secret}", "Origin": origin}

    answers = [
        client.get("/api/v1/rulesets", headers={"Origin": origin}),
        client.get(f"/api/v1/games/{game}/state", headers=token),
        client.get("/api/v1/me", headers={"Origin": origin}),
        client.get("/api/v1/nowhere", headers={"Origin": origin}),
        client.get("/api/schema", headers={"Origin": origin}),
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 401, 404, 200]
    for answer in answers:
        assert answer[ALLOW] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert words(answer["Access-Control-Expose-Headers"]) >= words(",".join(READ))


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(CALLS))
def test_operations_with_passwords_or_letters_are_for_our_own_pages(
    client: Client, name: str
) -> None:
    call = CALLS[name]
    path = path_of(call)

    asked = preflight(client, path, call.method)
    answer = client.generic(call.method, path, "{}", "application/json", headers={"Origin": ANY})

    assert asked.status_code == 200
    assert [each[ALLOW] for each in (asked, answer)] == ["*"] * 2
    assert (name in OWN_PAGES_ONLY) == (code_of(answer) == "origin_not_allowed")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("site", "status"),
    [("cross-site", 403), ("same-origin", 409)],
)
def test_an_image_of_another_page_uses_up_no_quota_of_its_visitor(
    client: Client, settings: Settings, site: str, status: int
) -> None:
    settings.RATES = settings.RATES | {"authorizations": "1/hour"}
    sent = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}

    for method in ("HEAD", "GET"):
        # A document each: the thread that fetches the first one may fail after `cache.clear()`.
        query = AUTHORIZATION | {"client_id": f"https://{method.lower()}-{site}.invalid/x"}
        answer = client.generic(method, f"/api/v1/oauth/authorize?{urlencode(query)}", headers=sent)
        assert answer.status_code == status
        assert ("authorizations" in answer.headers.get("RateLimit", "")) == (status != 403)
        cache.clear()
    assert client.get("/api/v1/rulesets", headers=sent).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://testserver", 401),
        (NAMED, 401),
        ("http://testserver.example", 403),
        ("http://[", 403),
        ("null", 403),
    ],
)
def test_our_own_and_listed_origins_sign_in(
    client: Client, settings: Settings, origin: str, status: int
) -> None:
    settings.CORS_ALLOWED_ORIGINS = [NAMED]
    body = {"username": "unknown-here", "password": people.PASSWORD, "name": "x"}

    answer = client.post(
        "/api/v1/tokens", body, content_type="application/json", headers={"Origin": origin}
    )

    assert answer.status_code == status


@pytest.mark.django_db
def test_a_named_origin_may_call_every_operation_and_others_none(
    client: Client, settings: Settings
) -> None:
    settings.CORS_ALLOW_ALL_ORIGINS, settings.CORS_ALLOWED_ORIGINS = False, [NAMED]

    for call in CALLS.values():
        path = path_of(call)
        assert preflight(client, path, call.method, NAMED)[ALLOW] == NAMED, path
        assert ALLOW not in preflight(client, path, call.method, ANY), path


@pytest.mark.usefixtures("in_one_window")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("listed", "origin", "status"),
    [
        (["*"], ANY, 201),
        ([], "http://testserver", 201),
        ([], "null", 403),
        ([NAMED], NAMED, 201),
        ([NAMED], ANY, 403),
    ],
)
def test_pages_that_may_make_guests_are_listed_and_others_use_up_no_quota(
    client: Client, settings: Settings, listed: list[str], origin: str | None, status: int
) -> None:
    settings.ALLOWED_HOSTS, settings.GUEST_ORIGINS = ["testserver"], listed
    settings.RATES = settings.RATES | {"registration": "1/hour", "registration_tries": "1/hour"}
    path, page = "/api/v1/accounts/guest", {} if origin is None else {"Origin": origin}

    answer = client.generic("POST", path, headers=page)

    assert answer.status_code == status
    assert origin is None or answer[ALLOW] == "*"
    assert User.objects.exists() == (status == 201)
    if status == 403:
        assert answer.json()["code"] == "origin_not_allowed"
        assert preflight(client, path, origin=origin or "")[ALLOW] == "*"
        assert client.generic("POST", path).status_code == 201


@pytest.mark.django_db
def test_a_preflight_is_cached_lists_all_headers_and_costs_no_query(client: Client) -> None:
    game, *_ = seated(2)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        answers = [
            preflight(client, f"/api/v1/games/{game}/ask"),
            preflight(client, f"/api/v1/games/{game}/stream", "GET"),
            preflight(client, "/api/v1/accounts/guest"),
            preflight(client, "/api/v1/accounts"),
            client.post("/api/v1/tokens", headers={"Origin": ANY}),
        ]

    assert len(queries) == 0
    for answer in answers[:4]:
        assert answer.content == b""
        assert int(answer["Access-Control-Max-Age"]) == project.CORS_PREFLIGHT_MAX_AGE > 7_000
        assert words(answer["Access-Control-Allow-Headers"]) >= set(SENT)
        assert words(answer["Access-Control-Allow-Methods"]) >= {
            "get",
            "post",
            "put",
            "patch",
            "delete",
        }


@pytest.mark.usefixtures("in_one_window")
@pytest.mark.django_db
def test_preflights_count_against_the_limit_of_their_address(
    client: Client, settings: Settings
) -> None:
    settings.RATES = settings.RATES | {"address": "2/hour"}

    answers = [preflight(client, "/api/v1/games") for _ in range(3)]
    refused = client.get("/api/v1/rulesets", headers={"Origin": ANY})

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "rate_limited"
    assert (refused.status_code, refused[ALLOW]) == (429, "*")


# --- cookies --------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_session_of_the_admin_has_no_effect_on_any_operation() -> None:
    chief = User.objects.create_superuser("Chief", people.PASSWORD)
    world = permissions.build_world()
    signed_in, stranger = Client(), Client()
    signed_in.force_login(chief, backend="django.contrib.auth.backends.ModelBackend")
    assert signed_in.get("/admin/").status_code == 200

    for name, call in CALLS.items():
        with time_machine.travel(tables.BEGIN, tick=False):  # frames say what time it is
            with CaptureQueriesContext(connection) as queries:
                answer = called(signed_in, world, call)
            other = called(stranger, world, call)
        assert answer.status_code == other.status_code, name
        assert "Set-Cookie" not in answer.headers and not answer.cookies, name
        assert "cookie" not in words(answer.get("Vary", "")), name
        assert not [each["sql"] for each in queries if "django_session" in each["sql"]], name
        if call.method == "GET" and name not in STREAMED:
            assert answer.content == other.content, name


def called(client: Client, world: permissions.World, call: Call) -> Any:
    """Call an operation without a token, and undo it."""
    body = call.body
    if isinstance(body, dict):
        body = {key: permissions._named(value, world) for key, value in body.items()}
    path = f"/api/v1{call.path.format_map(world.names)}"
    with transaction.atomic():
        cache.clear()
        if call.method == "GET":
            answer = client.get(path)
        else:
            send = getattr(client, call.method.lower())
            answer = send(path, body or {}, content_type="application/json")
        transaction.set_rollback(True)
    return answer
