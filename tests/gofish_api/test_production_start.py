"""The start in production needs static files and prints the public URLs."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import CommandError, call_command
from pytest_django import Settings

from gofish_api.server import startup
from gofish_api.settings import BASE_DIR

ELSEWHERE = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "gofish_api.settings"
from django.conf import settings
settings.STATIC_ROOT = sys.argv[1]
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", sys.argv[2]])
"""


@pytest.fixture
def production(settings: Settings, tmp_path: Path) -> Settings:
    """Settings of production, without collected files."""
    settings.PRODUCTION, settings.PROXY_COUNT = True, 1
    settings.ALLOWED_HOSTS = ["fish.example.org", "localhost"]
    settings.STATIC_ROOT = tmp_path / "staticfiles"
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    }
    return settings


@pytest.mark.slow
def test_without_collected_files_a_server_does_not_start(tmp_path: Path) -> None:
    environment = {
        "PRODUCTION": "true",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "fish.example.org",
    }

    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ELSEWHERE, str(tmp_path), "serve"],
        env=os.environ | environment,
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert ran.returncode == 1
    assert "collectstatic" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.usefixtures("production")
def test_collected_files_pass_until_an_upgrade_brings_another() -> None:
    call_command("collectstatic", "--noinput", verbosity=0)
    startup.check_files()

    manifest: dict[str, str] = getattr(staticfiles_storage, "hashed_files")  # noqa: B009
    del manifest["api/docs.js"]
    with pytest.raises(CommandError, match=r"api/docs\.js"):
        startup.check_files()


@pytest.mark.usefixtures("production")
def test_the_printed_check_of_readiness_names_an_allowed_host() -> None:
    printed = startup.text("127.0.0.1", 8001)

    assert "curl -H 'Host: fish.example.org' http://127.0.0.1:8001/readyz\n" in printed
