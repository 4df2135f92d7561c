"""Settings, in separate processes: requirements of production, and valid and invalid variables."""

import ast
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core import checks

from gofish_api import variables
from gofish_api.settings import BASE_DIR, SCHEMA
from gofish_api.settings.environment import RETIRED

pytestmark = pytest.mark.slow

KEY = secrets.token_urlsafe(50)
PRODUCTION = {"PRODUCTION": "true", "SECRET_KEY": KEY, "ALLOWED_HOSTS": "fish.example.org"}


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=_bare_environment() | environment,
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def _bare_environment() -> dict[str, str]:
    return {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run("manage.py", *arguments, **environment)


LOAD_SETTINGS = """
import json, os, sys
from django.conf import Settings
from django.core.exceptions import ImproperlyConfigured

def load(variables):
    os.environ.update(variables)
    for name in [name for name in sys.modules if name.startswith("gofish_api.settings")]:
        del sys.modules[name]
    try:
        return Settings("gofish_api.settings")
    finally:
        for name in variables:
            del os.environ[name]

for line in sys.stdin:
    expression, variables = json.loads(line)
    try:
        settings = load(variables)
        answer = [str(eval(expression)), ""]
    except ImproperlyConfigured as error:
        answer = ["", str(error)]
    print(json.dumps(answer), flush=True)
"""
"""Loads the settings for each line of input: an expression and the variables; prints its value and
the error.
"""


class Loader:
    """A process that loads the settings again and again: starting one takes longer than loading
    them.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def value(self, expression: str, **variables: str) -> str:
        """Return the value of an expression about ``settings``, as text."""
        value, error = self._load(expression, variables)
        assert not error, error
        return value

    def errors(self, cases: list[dict[str, str]]) -> list[str]:
        """Return the error of the settings in each environment, or an empty text."""
        return [self._load("None", variables)[1] for variables in cases]

    def _load(self, expression: str, variables: dict[str, str]) -> tuple[str, str]:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps([expression, variables]), file=self._process.stdin, flush=True)
        value, error = json.loads(self._process.stdout.readline())
        return value, error


@pytest.fixture(scope="module")
def loader() -> Iterator[Loader]:
    """The settings of any environment, from a process that has no other variables."""
    with subprocess.Popen(
        [sys.executable, "-c", LOAD_SETTINGS],
        env=_bare_environment(),
        cwd=BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Loader(process)


def test_production_passes_the_deployment_check() -> None:
    ran = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)

    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        pytest.param({"PRODUCTION": "true"}, "SECRET_KEY", id="production without a key"),
        pytest.param(
            {"ALLOWED_HOSTS": "fish.example.org"},
            "SECRET_KEY",
            id="a public name with the development key",
        ),
    ],
)
def test_the_service_does_not_start_with(
    loader: Loader, environment: dict[str, str], complaint: str
) -> None:
    assert loader.errors([environment])[0].startswith(f"{complaint}")


@pytest.mark.parametrize(
    "command",
    [
        *(["manage.py", name] for name in ("check", "serve", "referee", "migrate")),
        ["-c", "import gofish_api.wsgi"],
    ],
    ids=lambda command: command[1],
)
def test_a_process_with_a_wrong_variable_ends_with_one_line(command: list[str]) -> None:
    ran = run(*command, METRICS_PORT="99999")

    [line] = ran.stderr.splitlines()
    assert ran.returncode == 1
    assert line.endswith("METRICS_PORT: '99999' is not from 0 to 65535.")


# --- what each variable refuses -------------------------------------------------------------------

NUMBERS = ("x", "-1", "1e999", "nan", "99999999999999999999", "1_0", "½")
IMPOSSIBLE: dict[str, tuple[str, ...]] = {
    "PRODUCTION": ("perhaps", "2"),
    "ALLOWED_HOSTS": ("https://fish.example.org", "fish.example.org:443", "a b", "[::1", "fish/"),
    "DATABASE_URL": (
        "nonsense",
        "mysql://u:hunter2@h/d",
        "postgresql://u:hunter2@h:99999/d",
        "postgresql://u:hunter2@h:x/d",
        "postgresql://u:hunter2@h",
        "postgresql://u:hunter2@[::1/d",
        "postgresql://u:hunter2@a,b/d",
        "postgresql://u:hunter2@a,b/d?target_session_attrs=any",
        "postgresql://u:hunter2@a:5432,b:x/d?target_session_attrs=read-write",
        "postgresql://u:hunter2@a,/d?target_session_attrs=read-write",
        "sqlite://",
        "sqlite://:memory:",
        "sqlite:////proc/none/none.sqlite3",
        "sqlite:///var/gofish.sqlite3?timeout=soon",
        "sqlite:///var/gofish.sqlite3?timeout=-1",
        "sqlite:///var/gofish.sqlite3?transaction_mode=DEFERRED",
    ),
    "DATABASE_LISTEN_URL": ("gofish", "sqlite:///x", "postgresql://u:hunter2@h:0/d"),
    "NOTICES_URL": ("memcached://x", "redis://", "redis://:hunter2@h:x/0", "redis://h/0?hunter2=1"),
    "DATABASE_PREPARES": ("maybe",),
    "CORS_ALLOWED_ORIGINS": (
        "fish.example.org",
        "https://fish.example.org/",
        "https://a:99999",
        "*,https://fish.example.org",
        "none,*",
    ),
    "GUEST_ORIGINS": ("fish.example.org", "*,https://fish.example.org"),
    "FETCH_ALSO_FROM": ("localhost", "127.0.0.1:443", "10.0.0.0/8"),
    "MCP_URL": ("mcp.example.org", "https://u:hunter2@mcp.example.org/"),
    "INVITATION_PAGE": (
        "play.example.org",
        "ftp://play.example.org/",
        "https://",
        "https://u:hunter2@play.example.org/",
        "https://play.example.org/?game=",
        "https://play.example.org/#game=",
        "https://play.example.org:99999/",
    ),
    "ADMIN_SECOND_FACTOR": ("maybe",),
    "ALLOW_MASTER": ("maybe",),
    "ADMIN_PATH": ("api/", "static", "/healthz", "leaderboard/", "///", "a b", "../x"),
    "PROXY_COUNT": (*NUMBERS, "1.5"),
    "CACHE_URL": ("memcached://x", "redis://", "redis://:hunter2@h:x/0", "redis://h/0?hunter2=1"),
    "RATES": ("x", "acount=9/min", "account=often", "account=0/min", "account=-1/min", "=none"),
    "EMAIL_URL": ("foo", "smtp://", "smtp+tls://u:hunter2@h:99999", "pigeon://u:hunter2@h"),
    "EMAIL_FROM": ("gofish", "a b <c>", "a@example.org\nBcc: b@example.org"),
    "SECURITY_CONTACT": (
        "security@example.org",
        "mailto:security",
        "http://example.org/report",
        "mailto:a@example.org\nContact: mailto:b@example.org",
        "tel:112",
    ),
    "GUEST_DAYS": ("0", "-1", "1.5", "soon"),
    "ADDRESSES_KEPT_DAYS": NUMBERS,
    "DUMP_KEY": ("short", "x" * 60),
    "METRICS_PORT": (*NUMBERS, "65536"),
    "METRICS_HOST": ("a b", "http://127.0.0.1", "127.0.0.1:9100"),
    "LOG_LEVEL": ("loud", "10"),
}
ANY_TEXT = {"SECRET_KEY", "BACKUPS_PATH"}
"""Variables that take any text, or whose value is checked together with others."""


def test_every_variable_refuses_invalid_values_in_one_line_with_its_name(loader: Loader) -> None:
    assert {*IMPOSSIBLE, *ANY_TEXT} == {*SCHEMA}
    cases = [(name, value) for name, values in IMPOSSIBLE.items() for value in values]

    errors = loader.errors([{name: value} for name, value in cases])

    for (name, value), complaint in zip(cases, errors, strict=True):
        assert complaint.startswith(f"{name}: "), (name, value, complaint)
        assert complaint.isprintable(), complaint
        assert "hunter2" not in complaint, complaint


def test_an_unreadable_file_is_named_with_its_variable(loader: Loader, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    files = [f"{tmp_path}/none", str(tmp_path), str(binary)]
    cases = [(f"{name}_FILE", file) for name in SCHEMA for file in files]

    errors = loader.errors([{name: file} for name, file in cases])

    for (name, file), complaint in zip(cases, errors, strict=True):
        assert complaint.startswith(f"{name}: "), (name, file, complaint)


def test_a_variable_and_its_file_cannot_both_be_set(loader: Loader, tmp_path: Path) -> None:
    file = tmp_path / "level"
    file.write_text("DEBUG\n")

    ran = manage("check", LOG_LEVEL="INFO", LOG_LEVEL_FILE=str(file))

    assert "LOG_LEVEL: set it or LOG_LEVEL_FILE, not both." in ran.stderr
    assert loader.value("settings.LOGGING['root']['level']", LOG_LEVEL_FILE=str(file)) == "DEBUG"


def test_an_empty_variable_has_its_default(loader: Loader) -> None:
    assert loader.errors([dict.fromkeys(SCHEMA, "")]) == [""]


# --- the key --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "complaint"),
    [
        pytest.param("", "published", id="none"),
        pytest.param("7Qz4Lr" * 4, "at least 50 characters", id="short"),
        pytest.param("7Qz4Lr" * 10, "20 different characters", id="few different characters"),
        pytest.param(f"django-insecure-{KEY}", "published", id="of a template"),
        pytest.param(f"Some-Long-Random-String-{KEY}", "published", id="of an older README"),
    ],
)
def test_a_public_service_refuses_a_weak_key(
    loader: Loader, tmp_path: Path, key: str, complaint: str
) -> None:
    file = tmp_path / "key"
    file.write_text(f"{key}\n")

    errors = loader.errors(
        [
            {**exposed, **given}
            for exposed in ({"PRODUCTION": "true"}, {"ALLOWED_HOSTS": "*"})
            for given in ({"SECRET_KEY": key}, {"SECRET_KEY_FILE": str(file)})
        ]
    )

    for line in errors:
        assert line.startswith("SECRET_KEY: ") and (complaint in line or not key)
        assert line.endswith(variables.CREATE)
        assert not key or key not in line


def test_the_documented_command_creates_a_valid_key() -> None:
    made = subprocess.run(
        ["/bin/sh", "-c", variables.CREATE], capture_output=True, text=True, check=True
    )

    variables.check(made.stdout.strip())


def test_without_variables_only_loopback_hosts_are_allowed(loader: Loader) -> None:
    assert loader.value("settings.ALLOWED_HOSTS") == "['localhost', '127.0.0.1', '[::1]']"


def test_the_url_of_sqlite_says_how_long_a_writer_waits(loader: Loader) -> None:
    timeout = "settings.DATABASES['default']['OPTIONS']['timeout']"
    url = "sqlite:///var/gofish.sqlite3"

    assert loader.value(timeout, DATABASE_URL=url) == "10"
    assert loader.value(timeout, DATABASE_URL=f"{url}?timeout=2.5") == "2.5"


def test_in_production_pages_of_the_allowed_hosts_may_post_to_the_admin(loader: Loader) -> None:
    names = "Fish.example.org,api-1,127.0.0.1,.example.net,[2001:db8::1],*"
    hosts = {"ALLOWED_HOSTS": names, "SECRET_KEY": KEY}
    trusted = ["https://fish.example.org", "https://api-1", "https://127.0.0.1"]

    assert loader.value("settings.CSRF_TRUSTED_ORIGINS", **hosts) == "[]"
    assert loader.value("settings.CSRF_TRUSTED_ORIGINS", **PRODUCTION | hosts) == str(trusted)


def test_forwarded_headers_are_trusted_only_behind_a_proxy(loader: Loader) -> None:
    believed = "(settings.PROXY_COUNT, settings.SECURE_PROXY_SSL_HEADER)"

    assert loader.value(believed) == "(0, None)"
    assert loader.value(believed, PROXY_COUNT="2") == "(2, ('HTTP_X_FORWARDED_PROTO', 'https'))"


def test_the_cache_is_redis_if_configured(loader: Loader) -> None:
    cache = "(settings.CACHES['default']['BACKEND'], settings.CACHES['default'].get('LOCATION'))"

    assert "LocMemCache" in loader.value(cache)
    assert loader.value(cache, CACHE_URL="redis://cache:6379/0") == (
        "('django.core.cache.backends.redis.RedisCache', 'redis://cache:6379/0')"
    )


@pytest.mark.parametrize("suffix", ["", "_FILE"])
@pytest.mark.parametrize("name", RETIRED)
def test_a_variable_of_release_0_2_is_accepted_and_named(
    monkeypatch: pytest.MonkeyPatch, name: str, suffix: str
) -> None:
    monkeypatch.setenv(name + suffix, "")
    assert not checks.run_checks()
    monkeypatch.setenv(name + suffix, "anything")

    [warning] = checks.run_checks()

    assert warning.msg.startswith(f"{name} does nothing")


def test_a_retired_rate_is_accepted_and_named(loader: Loader) -> None:
    rates = {"RATES": "device_codes=none,letters=7/hour"}

    checked = run("manage.py", "check", **rates)

    assert "(gofish.W001) RATES: device_codes does nothing" in checked.stderr
    assert loader.value("settings.RATES['letters']", **rates) == "7/hour"
    assert loader.value("'device_codes' in settings.RATES", **rates) == "False"


def test_behind_a_pooler_server_side_cursors_and_prepared_statements_can_be_disabled(
    loader: Loader,
) -> None:
    kept = (
        "(settings.DATABASE['DISABLE_SERVER_SIDE_CURSORS'], "
        "settings.DATABASE['OPTIONS'].get('prepare_threshold'))"
    )
    pooled = {
        "DATABASE_URL": "postgresql://gofish:x@pgbouncer:6432/gofish",
        "DATABASE_LISTEN_URL": "postgresql://gofish:x@postgres:5432/gofish",
    }

    assert loader.value(kept, DATABASE_URL=pooled["DATABASE_URL"]) == "(False, 3)"
    assert loader.value(kept, **pooled) == "(True, 3)"
    assert loader.value(kept, **pooled, DATABASE_PREPARES="false") == "(True, None)"


def test_a_database_can_have_several_hosts(loader: Loader) -> None:
    kept = "[settings.DATABASE[name] for name in ('HOST', 'PORT', 'OPTIONS')]"
    url = "postgresql://gofish:x@one:5433,two,[::1]:5434/gofish?target_session_attrs=read-write"

    value = loader.value(kept, DATABASE_URL=url)

    host, port, options = ast.literal_eval(value)
    assert (host, port) == ("one,two,::1", "5433,5432,5434")
    assert options["target_session_attrs"] == "read-write"
    both = "postgresql://gofish:x@one:5433,two:5434/gofish?target_session_attrs=read-write"
    assert "'one,two', '5433,5434'" in loader.value(kept, DATABASE_URL=both)


@pytest.mark.parametrize(
    ("name", "in_production"), [("ADMIN_SECOND_FACTOR", True), ("ALLOW_MASTER", False)]
)
def test_a_setting_of_production_is_as_its_variable_says_if_it_is_set(
    loader: Loader, name: str, in_production: bool
) -> None:
    for is_on in (True, False):
        value = loader.value(f"settings.{name}", **PRODUCTION, **{name: str(is_on)})
        assert value == str(is_on)
    assert loader.value(f"settings.{name}") == str(not in_production)
    assert loader.value(f"settings.{name}", **PRODUCTION) == str(in_production)


def test_a_log_line_is_json_and_holds_no_query() -> None:
    code = (
        "import structlog; structlog.get_logger('games').info('moved', "
        "request='GET /api/v1/games/1/stream?ticket=secret', game='1')"
    )

    ran = manage("shell", "--no-imports", "--command", code, **PRODUCTION)

    assert '"event": "moved"' in ran.stderr
    assert '"request": "GET /api/v1/games/1/stream"' in ran.stderr
    assert "secret" not in ran.stderr
