"""The middleware of the API: what it adds to every response, and what it logs."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import path
from structlog.contextvars import get_contextvars

from gofish_api import urls
from gofish_api.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
LOGGER = "django_structlog.middlewares.request"


def failing(_: HttpRequest) -> HttpResponse:
    raise RuntimeError("the password is swordfish")


def streaming(_: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter([b"1", b"2"]))


urlpatterns = [
    path("api/v1/failing", failing),
    path("api/v1/streaming", streaming),
    *urls.urlpatterns,
]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.fixture
def level(request: pytest.FixtureRequest) -> Iterator[int]:
    logger = logging.getLogger(LOGGER)
    before = logger.level
    logger.setLevel(request.param)
    yield request.param
    logger.setLevel(before)


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/api/v1/rulesets", 200),
        ("HEAD", "/api/v1/rulesets", 200),
        ("GET", "/api/v1/nothing", 404),
        ("POST", "/api/v1/rulesets", 405),
        ("GET", "/api/v1/me", 401),
        ("GET", "/api/v1/failing", 500),
        ("GET", "/api/v1/streaming", 200),
    ],
)
def test_every_response_has_the_headers_of_the_api(
    client: Client, method: str, address: str, status: int
) -> None:
    answer = client.generic(method, address)

    assert answer.status_code == status
    assert {name: answer[name] for name in HEADERS} == HEADERS
    assert answer["Permissions-Policy"].startswith("camera=()")
    assert answer["Vary"].split(", ").count("origin") == 1
    assert "RateLimit" in answer and "Access-Control-Allow-Origin" not in answer
    if answer.streaming:
        assert "Content-Length" not in answer
    elif method != "HEAD":
        assert answer["Content-Length"] == str(len(answer.content))


def test_pages_of_other_origins_can_read_a_failure(client: Client) -> None:
    answer = client.get("/api/v1/failing", headers={"Origin": "https://elsewhere.example"})

    assert answer.status_code == 500 and answer.json()["code"] == "internal_error"
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_a_refusal_of_the_rate_limit_has_the_headers_too(client: Client, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "address": "1/hour"}

    answers = [client.get("/api/v1/rulesets") for _ in range(2)]

    assert answers[1].status_code == 429
    assert {name: answers[1][name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize(
    ("level", "lines"),
    [
        (logging.DEBUG, ["request_started", "request_finished"] * 2),
        (logging.INFO, ["request_finished"] * 2),
        (logging.WARNING, []),
    ],
    indirect=["level"],
)
def test_requests_are_logged_by_level(
    client: Client, caplog: pytest.LogCaptureFixture, level: int, lines: list[str]
) -> None:
    for address in ("/api/v1/rulesets", "/api/v1/nothing"):
        client.get(address)
        assert get_contextvars() == {}

    assert [_event(record) for record in caplog.records if record.name == LOGGER] == lines


@pytest.mark.parametrize("level", [logging.INFO, logging.WARNING], indirect=True)
def test_a_failure_is_logged_once_at_every_level(
    client: Client, caplog: pytest.LogCaptureFixture, level: int
) -> None:
    client.get("/api/v1/failing")

    records = [record for record in caplog.records if record.name == LOGGER]
    assert [_event(record) for record in records] == ["request_failed"]
    assert "request_id" in str(records[0].msg)
    assert get_contextvars() == {}


def _event(record: logging.LogRecord) -> str:
    assert isinstance(record.msg, dict)
    return str(record.msg["event"])
