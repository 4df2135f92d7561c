"""Security headers, CORS, the admin's sign-in, and logs without secrets."""

import io
import logging
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as project
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from tests.accounts import people

LOGIN = "/admin/login/"
SECURITY_TXT = "/.well-known/security.txt"
ORIGIN = "https://play.example.org"


# --- headers ------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/docs", "/api/schema", "/api/v1/nothing", LOGIN])
def test_every_answer_has_security_headers(client: Client, path: str) -> None:
    answer = client.get(path)

    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "geolocation=()" in answer["Permissions-Policy"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "scripts"),
    [
        *((page, ["script-src 'self'"]) for page in ("/", "/api/docs", "/api/schema", LOGIN)),
        *((path, []) for path in ("/api/v1/rulesets", "/api/v1/nothing")),
    ],
)
def test_only_pages_may_run_scripts(client: Client, path: str, scripts: list[str]) -> None:
    policy = client.get(path)["Content-Security-Policy"].split("; ")

    assert [rule for rule in policy if rule.startswith("script-src")] == scripts


@pytest.mark.django_db
def test_the_api_ignores_cookies(client: Client, chief: User) -> None:
    client.force_login(chief, backend="django.contrib.auth.backends.ModelBackend")

    answer = client.get("/api/v1/me")

    assert answer.status_code == 401
    assert "Set-Cookie" not in answer
    assert "Cookie" not in answer.get("Vary", "")


@pytest.mark.usefixtures("in_one_window")
@pytest.mark.django_db
def test_a_rate_limited_answer_has_security_headers(client: Client, settings: Settings) -> None:
    settings.RATES = settings.RATES | {"address": "1/hour"}
    client.get("/")

    answer = client.get("/")

    assert answer.status_code == 429
    assert {"Content-Security-Policy", "X-Frame-Options"} <= answer.headers.keys()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "is_redirected"),
    [
        ("/?a=b", True),
        ("/api/v1/rulesets?a=b", True),
        ("/api/v1/nothing", True),
        ("/healthz", False),
    ],
)
def test_plain_http_is_redirected_and_https_gets_hsts(
    client: Client, settings: Settings, path: str, is_redirected: bool
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_REDIRECT_EXEMPT = True, [r"^(healthz|readyz)$"]
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31536000, True

    plain, answer = client.get(path), client.get(path, secure=True)

    assert (plain.status_code == 301) == is_redirected
    assert plain.get("Location") == (f"https://testserver{path}" if is_redirected else None)
    assert plain["X-Content-Type-Options"] == "nosniff"
    assert "Strict-Transport-Security" not in plain
    assert answer["Strict-Transport-Security"].startswith("max-age=31536000; includeSubDomains")


def test_security_txt_has_the_contacts_and_a_date_within_a_year(
    client: Client, settings: Settings
) -> None:
    assert client.get(SECURITY_TXT).status_code == 404
    settings.SECURITY_CONTACT = ["mailto:security@example.org", "https://example.org/report"]

    answer = client.get(SECURITY_TXT)

    *contacts, expires = answer.content.decode().splitlines()
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert contacts == [f"Contact: {uri}" for uri in settings.SECURITY_CONTACT]
    until = datetime.fromisoformat(expires.removeprefix("Expires: "))
    assert timedelta() < until - timezone.now() < timedelta(days=365)


# --- other origins --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "path", "is_allowed"),
    [
        (ORIGIN, "/api/v1/rulesets", True),
        (ORIGIN, "/admin/login/", False),
        ("https://evil.example.org", "/api/v1/rulesets", False),
        ("https://play.example.org.evil.example", "/api/v1/rulesets", False),
        ("http://play.example.org", "/api/v1/rulesets", False),
        ("null", "/api/v1/rulesets", False),
    ],
)
@pytest.mark.django_db
def test_only_listed_origins_get_cors_headers(
    client: Client, settings: Settings, origin: str, path: str, is_allowed: bool
) -> None:
    settings.CORS_ALLOW_ALL_ORIGINS, settings.CORS_ALLOWED_ORIGINS = False, [ORIGIN]

    answer = client.get(path, headers={"Origin": origin})
    asked = client.options(
        path,
        headers={
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,idempotency-key",
        },
    )

    for each in (answer, asked):
        assert (each.get("Access-Control-Allow-Origin") == origin) == is_allowed
        assert "Access-Control-Allow-Credentials" not in each
    if is_allowed:
        assert "RateLimit" in answer["Access-Control-Expose-Headers"]
        assert "idempotency-key" in asked["Access-Control-Allow-Headers"]


# --- the admin's door -----------------------------------------------------------------------------


@pytest.fixture
def chief(db: None) -> User:
    return User.objects.create_superuser("Chief", people.PASSWORD)


@pytest.mark.usefixtures("in_one_window", "chief")
def test_sign_ins_at_the_admin_and_over_the_api_share_one_quota(
    client: Client, settings: Settings
) -> None:
    settings.RATES = settings.RATES | {"credentials": "2/hour"}
    wrong = {"username": "Nosuch", "password": "wrong-password"}

    answers = [
        client.post(LOGIN, wrong).status_code,
        client.post(
            "/api/v1/tokens", wrong | {"name": "mine"}, content_type="application/json"
        ).status_code,
    ]
    page = client.post(LOGIN, {"username": "Chief", "password": people.PASSWORD})

    assert answers == [200, 401]
    assert page.status_code == 429
    assert int(page["Retry-After"]) > 0
    assert page["Content-Type"].startswith("text/plain")
    assert client.get(LOGIN).status_code == 200  # showing the form is not limited
    assert "sessionid" not in client.cookies


@pytest.mark.parametrize(
    "aim",
    ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "\t//x"],
)
def test_a_sign_in_redirects_to_no_other_host(client: Client, chief: User, aim: str) -> None:
    form = {"username": "Chief", "password": people.PASSWORD, "next": aim}

    answer = client.post(f"{LOGIN}?next={aim}", form)

    assert (answer.status_code, answer["Location"]) == (302, "/admin/")


@pytest.mark.parametrize("path", [LOGIN, "/admin/logout/", "/admin/accounts/user/add/"])
def test_a_form_of_another_site_is_refused(chief: User, path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(chief, backend="django.contrib.auth.backends.ModelBackend")

    answer = client.post(path, {"username": "Chief", "password": people.PASSWORD})

    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        pytest.param("fish.example.org:8443", "https://fish.example.org:8443", id="another port"),
        pytest.param("api-1", "https://fish.example.org", id="another name"),
    ],
)
@pytest.mark.usefixtures("chief")
def test_the_admin_works_behind_a_proxy_with(settings: Settings, host: str, origin: str) -> None:
    settings.ALLOWED_HOSTS = ["fish.example.org", "api-1"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://fish.example.org", "https://api-1"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    client = Client(
        enforce_csrf_checks=True,
        headers={"Host": host, "Origin": origin, "X-Forwarded-Proto": "https"},
    )
    client.get(LOGIN)
    form = {"username": "Chief", "password": people.PASSWORD}

    answers = [
        client.post(path, form | {"csrfmiddlewaretoken": client.cookies["csrftoken"].value})
        for path in (LOGIN, "/admin/logout/")
    ]

    assert [answer.status_code for answer in answers] == [302, 200]


def test_a_session_does_not_authenticate_at_the_api(client: Client, chief: User) -> None:
    client.force_login(chief, backend="django.contrib.auth.backends.ModelBackend")

    assert client.get("/api/v1/me").status_code == 401


def test_too_many_wrong_passwords_lock_out_that_address_only(
    client: Client, chief: User, settings: Settings
) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    wrong, right = (
        {"username": "Chief", "password": password} for password in ("no", people.PASSWORD)
    )
    for _ in range(3):
        client.post(LOGIN, wrong)

    assert client.post(LOGIN, right).status_code == 429
    assert client.post(LOGIN, right, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_only_staff_can_sign_in_to_the_admin(client: Client, db: None) -> None:
    people.register("Ann")

    answer = client.post(LOGIN, {"username": "Ann", "password": people.PASSWORD})

    assert answer.status_code == 200
    assert client.get("/admin/").status_code == 302


HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{7*7}}"


@pytest.mark.parametrize(
    "path",
    [
        "/admin/accounts/user/",
        "/admin/accounts/user/{user}/change/",
        "/admin/accounts/token/",
        "/admin/accounts/token/{token}/change/",
        "/admin/accounts/token/?q=<script>alert(1)</script>",
    ],
)
def test_user_text_runs_no_script_in_the_admin(client: Client, chief: User, path: str) -> None:
    ann = people.register("Ann")
    User.objects.filter(pk=ann.user.pk).update(username=HOSTILE[:30], email=HOSTILE)
    ann.issued.token.name = HOSTILE[:60]
    ann.issued.token.save()
    client.post(LOGIN, {"username": HOSTILE[:30], "password": "x"}, headers={"User-Agent": HOSTILE})
    client.force_login(chief, backend="django.contrib.auth.backends.ModelBackend")

    answer = client.get(path.format(user=ann.user.pk, token=ann.issued.token.pk))

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "alert(1)" in page or "alert" not in HOSTILE[:20]
    assert "<script>alert" not in page
    assert "<img src=x" not in page


# --- logs -----------------------------------------------------------------------------------------


@pytest.fixture
def log() -> Any:
    """All log output of production at level DEBUG."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.getLogger().handlers[0].formatter)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.mark.django_db
def test_no_log_line_holds_a_token_a_password_a_code_or_an_address(log: io.StringIO) -> None:
    unknown = people.client("gf_wrong-but-secret")
    ann = people.register("Ann")
    client = people.client(ann.issued.secret)
    secrets = [people.PASSWORD, ann.issued.secret, "gf_wrong-but-secret", "hunter2-not-it"]

    unknown.get("/api/v1/me?token=gf_wrong-but-secret")
    plain = Client()
    sign_in = {"username": "hunter2-not-it", "password": "hunter2-not-it", "name": "x"}
    plain.post("/api/v1/tokens", sign_in, "application/json")
    plain.post(LOGIN, {"username": "hunter2-not-it", "password": "hunter2-not-it"})
    issued = client.post("/api/v1/tokens", {"name": "x"}).json()["secret"]
    client.patch("/api/v1/me", {"email": "ann@example.org"})
    [letter] = people.letters_sent()
    client.post("/api/v1/email/verify", {"code": people.code_in(letter)})
    change = {"current_password": people.PASSWORD, "new_password": "eight blue whales"}
    client.post("/api/v1/me/password", change)

    written = log.getvalue()
    assert "request_finished" in written
    for secret in [*secrets, issued, people.code_in(letter), "eight blue whales", "ann@example"]:
        assert secret not in _without_sql(written), secret


def _without_sql(log: str) -> str:
    """Drop SQL statements, which Django logs only with DEBUG."""
    assert not project.DEBUG
    return "\n".join(line for line in log.splitlines() if "django.db.backends" not in line)
