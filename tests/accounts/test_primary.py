"""A primary that is silent, or whose commits wait for its standby: open connections are cut and new
ones refused, until it answers.
"""

import os
import signal
from collections.abc import Iterator

import environ
import psycopg
import pytest
from django.db import OperationalError, connection

from accounts.postgresql.base import DatabaseWrapper
from accounts.postgresql.primary import PRIMARY
from tests import postgres
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


@pytest.mark.slow
def test_a_commit_that_waits_for_a_lost_standby_is_cut_until_it_is_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with (
        postgres.server() as server,
        psycopg.connect(server.url, autocommit=True) as operator,
        monkeypatch.context() as here,  # the tables are emptied afterwards, where they are
    ):
        operator.execute("ALTER SYSTEM SET synchronous_standby_names = 'lost'")
        operator.execute("SELECT pg_reload_conf()")
        for name, value in environ.Env.db_url_config(server.url).items():
            here.setitem(connection.settings_dict, name, value)
        caller = DatabaseWrapper(connection.settings_dict)
        PRIMARY.follow()
        try:
            with caller.cursor() as cursor, pytest.raises(OperationalError):
                cursor.execute("CREATE TABLE unconfirmed ()")
            assert PRIMARY.is_away()

            operator.execute("ALTER SYSTEM RESET synchronous_standby_names")
            operator.execute("SELECT pg_reload_conf()")
            eventually(lambda: not PRIMARY.is_away())
            caller.close()
            with caller.cursor() as cursor:
                cursor.execute("SELECT FROM unconfirmed")
        finally:
            PRIMARY.stop()
            caller.close()
