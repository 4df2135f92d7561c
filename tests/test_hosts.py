"""A request for another service gets a problem document and leaves one line in the log, whatever the mode."""

import os
import secrets
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.test import Client

from gofish_api.settings import BASE_DIR
from tests import databases
from tests.faults.processes import Server, environment
from tests.patience import PATIENCE

LONG = "evil." * 2_000 + "example"
MODES = {
    "development": {},
    "debugging": {"DEBUG": "true"},
    "production": {"PRODUCTION": "true", "SECRET_KEY": secrets.token_urlsafe(50)},
}
PATHS = ("/api/v1/rulesets", "/api/v1/nothing", "/admin/login/", "/", "/healthz", "/static/x.css")

ASK = """
import sys
import django
django.setup()
from django.test import Client
client = Client(raise_request_exception=False)
for path in sys.argv[2:]:
    answer = client.get(path, headers={"Host": sys.argv[1]})
    print(path, answer.status_code, answer["Content-Type"], b"This host name is not" in answer.content)
"""


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        pytest.param("evil.example", "'evil.example'", id="another name"),
        pytest.param("evil\x1b[31m\r\nexample", r"'evil\\x1b[31m\\r\\nexample'", id="unprintable"),
        pytest.param(LONG, f"'{LONG[:60]}...'", id="long"),
        pytest.param("localhost@evil.example", "'localhost@evil.example'", id="with a user"),
    ],
)
def test_a_foreign_host_is_answered_and_logged_in_one_line(host: str, shown: str) -> None:
    for mode, settings in MODES.items():
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", ASK, host, *PATHS],
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "gofish_api.settings"} | settings,
            cwd=BASE_DIR,
            capture_output=True,
            text=True,
            check=True,
        )

        expected = [f"{path} 400 application/problem+json True" for path in PATHS]
        assert ran.stdout.splitlines() == expected, mode
        lines = ran.stderr.splitlines()
        assert len(lines) == len(PATHS), (mode, ran.stderr)
        for line in lines:
            assert "foreign_host" in line
            assert shown.replace("\\\\", "\\") in line.replace("\\\\", "\\"), mode
            assert len(line) < 400 and line.isprintable()


@pytest.mark.parametrize("command", [["serve", "--no-referee"], ["serve_api", "--workers=1"]])
@pytest.mark.django_db(transaction=True)
def test_a_server_process_does_so_too(tmp_path: Path, command: list[str]) -> None:
    server = Server(tmp_path / "log", environment(DATABASE_URL=databases.url()), *command)
    try:
        server.start()
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET", "/api/v1/rulesets", headers={"Host": "evil.example"})
        answer = connection.getresponse()
        said = (answer.status, answer.headers["Content-Type"])
        connection.close()
        log = server.said()
    finally:
        server.kill()

    assert said == (400, "application/problem+json")
    assert log.count("evil.example") == log.count("foreign_host") == 1
    assert "Traceback" not in log


def test_other_suspicious_requests_leave_no_traceback_either(
    capfd: pytest.CaptureFixture[str],
) -> None:
    fields = {f"field{number}": "x" for number in range(2_000)}

    answer = Client().post("/admin/login/", fields)

    assert answer.status_code == 400
    assert "Traceback" not in capfd.readouterr().err
