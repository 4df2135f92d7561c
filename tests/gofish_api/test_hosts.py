"""A request for another host gets a problem document and one log line, in every mode."""

import json
import os
import secrets
import subprocess
import sys

import pytest
from django.test import Client

from gofish_api.settings import BASE_DIR

LONG = "evil." * 2_000 + "example"
MODES = {
    "development": {},
    "debugging": {"DEBUG": "true"},
    "production": {"PRODUCTION": "true", "SECRET_KEY": secrets.token_urlsafe(50)},
}
PATHS = ("/api/v1/rulesets", "/api/v1/nothing", "/admin/login/", "/", "/healthz", "/static/x.css")

ASK = """
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
        [sys.executable, "-W", "ignore", "-c", ASK, json.dumps([*SHOWN]), json.dumps(PATHS)],
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
