"""Settings in a process of its own: what production demands, and what the environment may say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

KEY = "a-key-of-fifty-characters-that-nobody-else-has-7Qz4Lr"
PRODUCTION = {"PRODUCTION": "true", "SECRET_KEY": KEY, "ALLOWED_HOSTS": "fish.example.org"}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def setting(expression: str, **environment: str) -> str:
    code = f"from django.conf import settings; print({expression})"
    ran = manage("shell", "--no-imports", "--command", code, **environment)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


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
        pytest.param(PRODUCTION | {"DEBUG": "true"}, "DEBUG", id="debugging in production"),
        pytest.param({"RATES": "account=often"}, "account=often", id="a rate that is none"),
        pytest.param({"RATES": "acount=9/min"}, "acount", id="a rate of nothing known"),
        pytest.param({"CACHE_URL": "memcached://x"}, "CACHE_URL", id="a cache that is no Redis"),
        pytest.param({"DATABASE_LISTEN_URL": "gofish"}, "DATABASE_LISTEN_URL", id="no address"),
        pytest.param({"PRODUCTION": "perhaps"}, "perhaps", id="a switch that is neither"),
    ],
)
def test_the_service_does_not_start_with(environment: dict[str, str], complaint: str) -> None:
    ran = manage("check", **environment)

    assert ran.returncode != 0
    assert complaint in ran.stderr.splitlines()[-1]


def test_without_an_environment_only_this_machine_is_served() -> None:
    assert setting("settings.ALLOWED_HOSTS") == "['localhost', '127.0.0.1', '[::1]']"
    assert setting("settings.DEBUG") == "False"


def test_a_secret_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(KEY)

    assert setting("settings.SECRET_KEY", SECRET_KEY_FILE=str(file)) == KEY


def test_a_forwarded_address_is_believed_only_behind_a_proxy() -> None:
    believed = "(settings.PROXY_COUNT, settings.SECURE_PROXY_SSL_HEADER)"

    assert setting(believed) == "(0, None)"
    assert setting(believed, PROXY_COUNT="2") == "(2, ('HTTP_X_FORWARDED_PROTO', 'https'))"


def test_rates_are_settable_one_by_one() -> None:
    rates = "(settings.RATES['account'], settings.RATES['letters'], settings.RATES['credentials'])"

    assert setting(rates, RATES="account=9/sec,letters=none") == "('9/sec', 'none', '30/min')"


def test_counts_stand_in_redis_where_there_is_one() -> None:
    cache = "(settings.CACHES['default']['BACKEND'], settings.CACHES['default'].get('LOCATION'))"

    assert "LocMemCache" in setting(cache)
    assert setting(cache, CACHE_URL="redis://cache:6379/0") == (
        "('django.core.cache.backends.redis.RedisCache', 'redis://cache:6379/0')"
    )


def test_behind_a_pooler_no_cursor_is_left_with_the_server_nor_a_statement_if_it_is_an_old_one() -> (
    None
):
    kept = (
        "(settings.DATABASE['DISABLE_SERVER_SIDE_CURSORS'], "
        "settings.DATABASE['OPTIONS'].get('prepare_threshold'))"
    )
    pooled = {
        "DATABASE_URL": "postgresql://gofish:x@pgbouncer:6432/gofish",
        "DATABASE_LISTEN_URL": "postgresql://gofish:x@postgres:5432/gofish",
    }

    assert setting(kept, DATABASE_URL=pooled["DATABASE_URL"]) == "(False, 3)"
    assert setting(kept, **pooled) == "(True, 3)"
    assert setting(kept, **pooled, DATABASE_PREPARES="false") == "(True, None)"


def test_letters_go_to_the_console_until_a_mail_server_is_named() -> None:
    mail = "(settings.EMAIL_BACKEND.split('.')[-2], settings.EMAIL_HOST, settings.EMAIL_USE_TLS)"

    assert setting(mail).startswith("('console'")
    assert setting(mail, EMAIL_URL="smtp+tls://u:p@mail.example.org:587") == (
        "('smtp', 'mail.example.org', True)"
    )


def test_the_admin_can_be_moved() -> None:
    assert setting("settings.ADMIN_PATH", ADMIN_PATH="/back-office") == "back-office/"


def test_a_log_line_is_json_and_holds_no_query() -> None:
    code = (
        "import structlog; structlog.get_logger('games').info('moved', "
        "request='GET /api/v1/games/1/stream?ticket=secret', game='1')"
    )

    ran = manage("shell", "--no-imports", "--command", code, **PRODUCTION)

    assert '"event": "moved"' in ran.stderr
    assert '"request": "GET /api/v1/games/1/stream"' in ran.stderr
    assert "secret" not in ran.stderr


@pytest.mark.parametrize("environment", [PRODUCTION, {}], ids=["production", "development"])
def test_a_traceback_in_the_log_shows_no_variables(environment: dict[str, str]) -> None:
    code = """
import logging
def sign_in(password):
    raise ValueError
try:
    sign_in("hun" + "ter2")
except ValueError:
    logging.getLogger("games").exception("failed")
"""

    ran = manage("shell", "--no-imports", "--command", code, **environment)

    assert "sign_in" in ran.stderr
    assert "hunter2" not in ran.stderr
