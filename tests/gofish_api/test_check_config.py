"""`manage.py check_config` on both databases, with what it checks in order and out of order."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from accounts.models import User
from gofish_api import static_files
from gofish_api.management import configuration
from tests import databases
from tests.desk.cases import staff
from tests.postgres import free_port

pytestmark = pytest.mark.usefixtures("transactional_db")
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="needs PostgreSQL")
ROLE = "configured"


def problems(*, mail_to: str = "") -> dict[str, str]:
    """Return the sentence for each subject that is not in order."""
    found = configuration.findings(mail_to)
    return {finding.subject: finding.text for finding in found if not finding.is_ok}


def execute(statement: str) -> None:
    databases.sql(statement)()


def as_role(url: str) -> str:
    """Return the URL of a database for the service's role."""
    address = urlsplit(url)
    return address._replace(netloc=f"{ROLE}:{ROLE}@{address.hostname}:{address.port}").geturl()


@pytest.fixture
def production(settings: Settings) -> Settings:
    """Settings of production, except for the collected files."""
    settings.PRODUCTION, settings.PROXY_COUNT = True, 1
    settings.ALLOWED_HOSTS = ["fish.example.org"]
    settings.SECURE_SSL_REDIRECT = settings.SESSION_COOKIE_SECURE = True
    settings.CSRF_COOKIE_SECURE = settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_PRELOAD = 3600, True
    return settings


@pytest.fixture
def role() -> Iterator[str]:
    """The URL of the database for the service's role, with its rights."""
    execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{ROLE}'")
    call_command("grant_application_role", ROLE, verbosity=0)
    yield as_role(databases.url())
    execute(f"DROP OWNED BY {ROLE}")
    execute(f"DROP ROLE {ROLE}")


def test_a_service_in_order_has_no_problem_and_exits_with_0(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("check_config")

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert all("ok" in line for line in lines)


def test_a_problem_exits_with_1(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = (
        "django.core.mail.backends.smtp.EmailBackend",
        "127.0.0.1",
    )
    settings.EMAIL_PORT = free_port()

    with pytest.raises(SystemExit) as ended:
        call_command("check_config")

    assert ended.value.code == 1
    assert "PROBLEM  mail" in capsys.readouterr().out


def test_production_without_secure_cookies_is_a_problem(production: Settings) -> None:
    production.SESSION_COOKIE_SECURE = False

    assert "SESSION_COOKIE_SECURE" in problems()["settings"]


@pytest.mark.parametrize("are_current", [True, False])
def test_production_without_current_bundles_is_a_problem(
    production: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, are_current: bool
) -> None:
    monkeypatch.setattr(static_files, "ROOT", tmp_path)
    for name in (static_files.SHELL, *static_files.VERIFIER, "bundles/sources.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    made_of = static_files.source_digests() if are_current else {}
    (tmp_path / "bundles/sources.json").write_text(json.dumps({"sources": made_of}))

    assert ("client" in problems()) is not are_current


def test_an_unreachable_database_is_a_problem() -> None:
    lost = (
        "sqlite:////proc/nothing/here.sqlite3"
        if connection.vendor == "sqlite"
        else f"postgresql://gofish:hunter2@127.0.0.1:{free_port()}/gofish"
    )

    with databases.using(lost):
        found = problems()

    assert {"database", *configuration.NEED_DATABASE} <= found.keys()
    assert all(text.isprintable() and "hunter2" not in text for text in found.values())


def test_a_missing_migration_is_a_problem() -> None:
    newest = MigrationRecorder.Migration.objects.filter(app="games").latest("id")
    newest.delete()
    try:
        assert problems().keys() == {"migrations"}
    finally:
        newest.save()


@on_postgresql
@pytest.mark.usefixtures("production")
def test_the_role_must_not_own_the_tables_and_must_have_its_rights(role: str) -> None:
    assert "could change the log" in problems()["role"]

    with databases.using(role):
        assert "role" not in problems()
    execute(f"GRANT DELETE ON games_move TO {ROLE}")
    with databases.using(role):
        assert "grant_application_role" in problems()["role"]
    call_command("grant_application_role", ROLE, verbosity=0)
    execute(f"REVOKE INSERT ON games_game FROM {ROLE}")
    with databases.using(role):
        assert "grant_application_role" in problems()["role"]


@on_postgresql
def test_notifications_that_do_not_arrive_are_a_problem(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(configuration, "NOTICE_SECONDS", 0.5)
    settings.DATABASE_LISTEN_URL = f"postgresql://gofish@127.0.0.1:{free_port()}/gofish"

    assert "DATABASE_LISTEN_URL" in problems()["notifications"]


@pytest.mark.parametrize("is_required", [True, False])
def test_staff_without_a_second_factor_is_a_problem_where_it_is_required(
    settings: Settings, is_required: bool
) -> None:
    settings.ADMIN_SECOND_FACTOR = is_required
    for name in ("otto", "rita"):
        staff(name)
    TOTPDevice.objects.create(user=User.objects.get(username="otto"))

    found = problems()

    assert ("rita" in found.get("staff", ""), "otto" in str(found)) == (is_required, False)


def test_a_cache_that_cannot_be_reached_is_a_problem(settings: Settings) -> None:
    settings.CACHE_URL = f"redis://:hunter2@127.0.0.1:{free_port()}/0"
    redis = {"BACKEND": "django.core.cache.backends.redis.RedisCache"}
    settings.CACHES = {"default": redis | {"LOCATION": settings.CACHE_URL}}

    [(subject, text)] = problems().items()

    assert subject == "cache" and "hunter2" not in text


def test_an_e_mail_is_sent_to_the_address_that_was_given() -> None:
    assert problems(mail_to="ops@example.org") == {}

    [letter] = mail.outbox
    assert letter.to == ["ops@example.org"]
