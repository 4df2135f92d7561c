"""Refusals before Django: pages of other origins can read them, where they may call.

A request for another host gets a problem document and one log line, in every mode.
"""

import asyncio
import json
import os
import secrets
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from gofish_api.wsgi import application
from gofish_api.server.front import Front
from gofish_api.settings import BASE_DIR

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


LONG = "evil." * 2_000 + "example"
MODES = {
    "development": {},
    "production": {"PRODUCTION": "true", "SECRET_KEY": secrets.token_urlsafe(50)},
}
PATHS = ("/api/v1/rulesets", "/api/v1/nothing", "/admin/login/", "/", "/healthz", "/static/x.css")

REQUESTING = """
import json
import sys
import django
django.setup()
from django.test import Client
client = Client(raise_request_exception=False)
hosts, paths = map(json.loads, sys.argv[1:])
for host in hosts:
    for path in paths:
        answer = client.get(path, headers={"Host": host})
        print(path, answer.status_code, answer["Content-Type"], b"This host name is not" in answer.content)
"""
SHOWN = {
    "evil.example": "'evil.example'",
    "evil\x1b[31m\r\nexample": r"'evil\\x1b[31m\\r\\nexample'",
    LONG: f"'{LONG[:60]}...'",
    "localhost@evil.example": "'localhost@evil.example'",
}
"""How the log shows what was asked for."""


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_a_foreign_host_is_answered_and_logged_in_one_line(mode: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", REQUESTING, json.dumps([*SHOWN]), json.dumps(PATHS)],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "gofish_api.settings"} | MODES[mode],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )

    expected = [f"{path} 400 application/problem+json True" for path in PATHS]
    assert ran.stdout.splitlines() == expected * len(SHOWN)
    lines = ran.stderr.splitlines()
    assert len(lines) == len(PATHS) * len(SHOWN), ran.stderr
    for number, line in enumerate(lines):
        shown = [*SHOWN.values()][number // len(PATHS)]
        assert "foreign_host" in line
        assert shown.replace("\\\\", "\\") in line.replace("\\\\", "\\"), line
        assert len(line) < 400 and line.isprintable()


def test_other_suspicious_requests_are_logged_without_traceback(
    capfd: pytest.CaptureFixture[str],
) -> None:
    fields = {f"field{number}": "x" for number in range(2_000)}

    answer = Client().post("/admin/login/", fields)

    assert answer.status_code == 400
    assert "Traceback" not in capfd.readouterr().err
