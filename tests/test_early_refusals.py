"""Refusals before Django: pages of other origins can read them, where they may call."""

import asyncio
from typing import Any

import pytest
from pytest_django import Settings

from gofish_api.wsgi import application
from api_kit.costs import Cost
from gofish_api.server.front import Front
from gofish_api.server.http.exporting import OpenExports
from gofish_api.server.limits.lanes import BOUNDS, Bounds

ORIGIN = "https://anything.example"
ASK = "/api/v1/games/x/ask"
EXPORT = "/api/v1/games/export"


def refused(front: Front, path: str, *, body: bytes | None = b"{}", origin: str = ORIGIN) -> Any:
    """Return the status and the headers of an answer; without a body none arrives."""
    sent: list[Any] = []

    async def receive() -> Any:
        if body is None or messages == 0:
            await asyncio.Event().wait()
        take()
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    messages = 1

    def take() -> None:
        nonlocal messages
        messages -= 1

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    if origin:
        headers.append((b"origin", origin.encode()))
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": headers,
        "scheme": "http",
        "http_version": "1.1",
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 9),
    }
    asyncio.run(front(scope, receive, send))
    return sent[0]["status"], {k.decode(): v.decode() for k, v in sent[0]["headers"]}


def front(kind: str) -> tuple[Front, str, int]:
    """Return a front that refuses a request in some way, the request's path, and the status."""
    if kind == "too large":
        return Front(application, max_bytes=1), ASK, 413
    if kind == "too slow":
        return Front(application, body_seconds=0.01), ASK, 408
    full = Bounds(threads=1, waiting=0, of_one=0)
    made = Front(application, bounds={**BOUNDS, Cost.HEAVY: full}, refusal_seconds=0.0)
    if kind == "lane full":
        made.turn_lanes.get(Cost.HEAVY, made.lanes[Cost.HEAVY]).close()
        return made, "/api/v1/games/bulk", 503
    made.exports = OpenExports(most=0)
    return made, EXPORT, 429


KINDS = ["too large", "too slow", "lane full", "too many exports"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_of_another_origin_can_read_why(kind: str) -> None:
    made, path, expected = front(kind)

    status, headers = refused(made, path, body=None if kind == "too slow" else b"{}")

    assert status == expected
    assert headers["access-control-allow-origin"] == "*"
    assert "Retry-After" in headers["access-control-expose-headers"]
    assert "origin" in headers["vary"]
    assert headers["content-type"] == "application/problem+json"


def test_without_an_origin_there_are_no_such_headers() -> None:
    made, path, _ = front("too large")

    _, headers = refused(made, path, origin="")

    assert not any(name.startswith("access-control") for name in headers)


def test_a_password_of_a_page_of_another_origin_is_not_read() -> None:
    made, *_ = front("too slow")

    status, headers = refused(made, "/api/v1/tokens", body=None)

    assert status == 403
    assert headers["access-control-allow-origin"] == "*"
    assert headers["content-type"] == "application/problem+json"


def test_only_the_origins_that_the_operator_allows_can_read_them(settings: Settings) -> None:
    settings.CORS_ALLOW_ALL_ORIGINS = False
    settings.CORS_ALLOWED_ORIGINS = [ORIGIN]
    made, path, _ = front("too large")

    _, allowed = refused(made, path)
    _, other = refused(made, path, origin="https://elsewhere.example")

    assert allowed["access-control-allow-origin"] == ORIGIN
    assert "access-control-allow-origin" not in other
