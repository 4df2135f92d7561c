"""A primary that is silent: open connections are cut and new ones refused, until it answers."""

import os
import signal
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection

from accounts.postgresql.base import DatabaseWrapper
from accounts.postgresql.primary import PRIMARY
from tests.patience import PATIENCE, eventually
from tests.postgres import free_port

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no primary"),
]


@pytest.fixture
def following(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Follow the server as the second of two hosts; yield the settings of the connections."""
    settings = connection.settings_dict
    monkeypatch.setitem(settings, "ENGINE", "accounts.postgresql")
    monkeypatch.setitem(settings, "HOST", f"{settings['HOST']},{settings['HOST']}")
    monkeypatch.setitem(settings, "PORT", f"{free_port()},{settings['PORT']}")
    PRIMARY.follow()
    yield settings
    PRIMARY.stop()


def askers() -> list[int]:
    """Return the server processes that are asked whether they are the primary."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND query LIKE '%SELECT pg_is_in_recovery()%'"
        )
        return [pid for (pid,) in cursor.fetchall()]


def test_connections_of_a_silent_primary_are_cut_and_refused_until_it_answers(
    following: dict[str, str],
) -> None:
    silent, there = following["PORT"].split(",")
    eventually(lambda: following["PORT"] == f"{there},{silent}")
    other = DatabaseWrapper(following)
    [pid] = askers()
    try:
        with other.cursor() as cursor:
            cursor.execute("SET client_connection_check_interval = 100")  # milliseconds
            os.kill(pid, signal.SIGSTOP)
            following["PORT"] = f"{silent},{silent}"
            with pytest.raises(OperationalError):
                cursor.execute("SELECT pg_sleep(%s)", [PATIENCE])
        other.close()
        assert PRIMARY.is_away()
        with pytest.raises(OperationalError, match="there is no primary"):
            other.connect()
    finally:
        os.kill(pid, signal.SIGCONT)

    following["PORT"] = f"{silent},{there}"
    eventually(lambda: not PRIMARY.is_away())
    with other.cursor() as cursor:
        cursor.execute("SELECT 1")
    other.close()
