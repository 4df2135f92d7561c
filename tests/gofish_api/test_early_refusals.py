"""Refusals before Django: pages of other origins can read them, where they may call."""

import asyncio
from typing import Any

import pytest
from pytest_django import Settings

from gofish_api.wsgi import application
from gofish_api.server.front import Front

ORIGIN = "https://anything.example"
ASK = "/api/v1/games/x/ask"


def refused(body: bytes | None, *, origin: str = ORIGIN) -> Any:
    """Return the status and the headers of an answer to an ask; without a body none arrives."""
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
        "path": ASK,
        "raw_path": ASK.encode(),
        "query_string": b"",
        "headers": headers,
        "scheme": "http",
        "http_version": "1.1",
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 9),
    }
    asyncio.run(Front(application, body_seconds=0.01)(scope, receive, send))
    return sent[0]["status"], {k.decode(): v.decode() for k, v in sent[0]["headers"]}


KINDS = {"too large": (b" " * 70_000, 413), "too slow": (None, 408)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_of_another_origin_can_read_why(kind: str) -> None:
    body, expected = KINDS[kind]

    status, headers = refused(body)

    assert status == expected
    assert headers["access-control-allow-origin"] == "*"
    assert "Retry-After" in headers["access-control-expose-headers"]
    assert "origin" in headers["vary"]
    assert headers["content-type"] == "application/problem+json"


def test_without_an_origin_there_are_no_such_headers() -> None:
    _, headers = refused(b" " * 70_000, origin="")

    assert not any(name.startswith("access-control") for name in headers)


def test_only_the_origins_that_the_operator_allows_can_read_them(settings: Settings) -> None:
    settings.CORS_ALLOW_ALL_ORIGINS = False
    settings.CORS_ALLOWED_ORIGINS = [ORIGIN]
    _, allowed = refused(None)
    _, other = refused(None, origin="https://elsewhere.example")

    assert allowed["access-control-allow-origin"] == ORIGIN
    assert "access-control-allow-origin" not in other
