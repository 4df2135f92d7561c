"""Quotas: how and for whom they count, and the headers with what is left."""

import threading

import pytest
from django.test import RequestFactory
from pytest_django import Settings
from redis.exceptions import ConnectionError as CacheUnreachable
from rest_framework.test import APIClient

from accounts import quotas
from accounts.registration import Registered
from tests.accounts import people

pytestmark = pytest.mark.usefixtures("in_one_window")

ME = "/api/v1/me"


def rates(settings: Settings, **changed: str) -> None:
    settings.RATES = settings.RATES | changed


@pytest.mark.parametrize("rate", ["often", "0/min", "1/year"])
def test_an_invalid_rate_is_refused(rate: str) -> None:
    with pytest.raises(ValueError, match="no rate"):
        quotas.read("x", rate)


def test_a_count_is_reset_at_the_end_of_its_window(settings: Settings) -> None:
    rates(settings, letters="2/min")

    counted = [quotas.take("letters", "ann", now=now) for now in (60, 70, 119, 120)]

    assert [(s.left, s.reset, s.is_exceeded) for s in counted if s] == [
        (1, 60, False),
        (0, 50, False),
        (0, 1, True),
        (1, 60, False),
    ]
    bob = quotas.take("letters", "bob", now=70)
    assert bob and bob.left == 1


def test_concurrent_threads_lose_no_count(settings: Settings) -> None:
    rates(settings, letters="1000/hour")
    threads = [
        threading.Thread(target=lambda: [quotas.take("letters", "ann", now=0) for _ in range(50)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    standing = quotas.take("letters", "ann", now=0)
    assert standing and standing.used == 201


@pytest.mark.django_db
def test_every_response_has_headers_with_what_is_left(
    as_ann: APIClient, settings: Settings
) -> None:
    rates(settings, address="9/min", account="5/min")

    answer = as_ann.get(ME)

    assert answer["RateLimit-Policy"] == '"address";q=9;w=60, "account";q=5;w=60'
    assert answer["RateLimit"] == '"address";r=8;t=50, "account";r=4;t=50'


@pytest.mark.django_db
def test_an_account_is_limited_across_addresses(
    as_ann: APIClient, ann: Registered, settings: Settings
) -> None:
    rates(settings, account="1/min")
    bob = people.client(people.register("Bob").issued.secret)
    as_ann.get(ME)

    answer = as_ann.get(ME, REMOTE_ADDR="192.0.2.7")

    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert (answer["Retry-After"], '"account";r=0;t=50' in answer["RateLimit"]) == ("50", True)
    assert bob.get(ME).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "status"), [(ME, 401), ("/admin/login/", 200)])
def test_an_address_is_limited_on_all_paths(
    anonymous: APIClient, settings: Settings, path: str, status: int
) -> None:
    rates(settings, address="1/min")
    assert anonymous.get(path).status_code == status

    answer = anonymous.get(path)

    assert (answer.status_code, answer["Content-Type"]) == (429, "application/problem+json")
    assert answer["Retry-After"] == "50"
    assert anonymous.get("/healthz").status_code == 200
    assert anonymous.get(path, REMOTE_ADDR="192.0.2.7").status_code == status


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("quota", "path"),
    [
        ("registration_tries", "/api/v1/accounts"),
        ("registration_tries", "/api/v1/me/register"),
        ("registration_tries", "/api/v1/me/bots"),
        ("credentials", "/api/v1/tokens"),
        ("credentials", "/api/v1/me/password"),
        ("letters", "/api/v1/password/reset"),
    ],
)
def test_sensitive_operations_have_their_own_quotas(
    as_ann: APIClient, settings: Settings, quota: str, path: str
) -> None:
    rates(settings, **{quota: "1/hour"})
    as_ann.post(path, {"no": "field"})

    answer = as_ann.post(path, {"no": "field"})

    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert f'"{quota}";r=0' in answer["RateLimit"]
    assert 0 < int(answer["Retry-After"]) <= 3600


BY_EMAIL = {"username": "Bob", "password": people.PASSWORD, "email": "bob@example.org"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "path", "body"),
    [
        (422, "/api/v1/accounts", BY_EMAIL | {"password": "weak"}),
        (409, "/api/v1/accounts", BY_EMAIL | {"username": "Ann"}),
        (400, "/api/v1/accounts/guest", {"more": 1}),
        (409, "/api/v1/me/bots", {"username": "Ann"}),
    ],
)
def test_refused_registrations_count_as_attempts_only(
    as_ann: APIClient, settings: Settings, status: int, path: str, body: dict[str, object]
) -> None:
    rates(settings, registration="1/hour", letters="1/hour", registration_tries="4/hour")

    answers = [as_ann.post(path, body) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [status] * 3
    assert '"registration_tries";r=1' in answers[-1]["RateLimit"]
    assert '"registration";r=1' in answers[-1]["RateLimit"]
    made = as_ann.post("/api/v1/accounts", BY_EMAIL)
    assert made.status_code == 201
    assert '"registration";r=0' in made["RateLimit"]
    assert '"letters";r=0' in made["RateLimit"]
    assert as_ann.post("/api/v1/accounts/guest").json()["code"] == "rate_limited"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/v1/accounts", "/api/v1/me"])
def test_a_request_with_an_address_counts_as_a_letter(
    anonymous: APIClient, settings: Settings, path: str
) -> None:
    rates(settings, letters="1/hour")
    anonymous.post("/api/v1/password/reset", {"email": "cleo@example.org"})
    guest = people.client(people.guest().issued.secret)
    is_change = path.endswith("/me")
    send = guest.patch if is_change else guest.post
    body = {"email": "bob@example.org"} if is_change else BY_EMAIL

    with_address, without = send(path, body), send(path, body | {"email": None})

    assert (with_address.status_code, with_address.json()["code"]) == (429, "rate_limited")
    assert without.status_code != 429
    assert "letters" not in without["RateLimit"]


@pytest.mark.django_db
def test_a_recipient_is_one_in_capitals_too(anonymous: APIClient, settings: Settings) -> None:
    rates(settings, letters_to_one="1/hour")

    spelled = ("ann@example.org", "ANN@Example.org", "bob@example.org")
    answers = [anonymous.post("/api/v1/password/reset", {"email": each}) for each in spelled]

    assert [answer.status_code for answer in answers] == [202, 429, 202]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        pytest.param(0, "198.51.100.1", "192.0.2.7", id="no proxy is trusted"),
        pytest.param(1, "198.51.100.1", "198.51.100.1", id="one proxy wrote it"),
        pytest.param(1, "10.0.0.1, 198.51.100.1", "198.51.100.1", id="the client wrote the first"),
        pytest.param(2, "10.0.0.1, 198.51.100.1, 10.9.9.9", "198.51.100.1", id="two proxies"),
        pytest.param(2, "198.51.100.1", "198.51.100.1", id="fewer hops than proxies"),
        pytest.param(1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", id="the /64 of an IPv6"),
        pytest.param(1, "::ffff:198.51.100.1", "198.51.100.1", id="an IPv4 mapped into IPv6"),
        pytest.param(1, "[2001:db8:1:2::9]:443", "2001:db8:1:2::", id="an IPv6 with a port"),
        pytest.param(1, "[::ffff:198.51.100.1]:9", "198.51.100.1", id="a mapped IPv4 with a port"),
        *(
            pytest.param(1, garbage, "192.0.2.7", id=f"garbage: {garbage!r}")
            for garbage in ("1.2.3", "1.2.3.4:123456", "[::1]x", "for=1.2.3.4", ",", "٣.1.1.1:80")
        ),
    ],
)
def test_the_address_is_the_one_that_trusted_proxies_report(
    settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.PROXY_COUNT = proxies
    request = RequestFactory().get(
        "/", REMOTE_ADDR="192.0.2.7", headers={"X-Forwarded-For": forwarded}
    )

    assert quotas.address_of(request) == address


def test_an_unreachable_cache_is_answered_with_503(settings: Settings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    client = APIClient(raise_request_exception=False)

    answer = client.get("/api/v1/rulesets")

    assert issubclass(CacheUnreachable, Exception)
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
