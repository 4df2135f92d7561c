"""What all tests share: clean limits, patience, quick flushes, and the profiles of hypothesis."""

import gc
import os
from collections.abc import Generator, Iterator
from functools import cache as cache_results
from pathlib import Path

import httpx
import pytest
import time_machine
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase, override_settings

from accounts.emails import postman
from games.live.tv_feed import SNAPSHOT
from games.log import writer
from games.log.notify import postgresql
from tests import databases, hashers, profiles, servers, timeouts

IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ

timeouts.be_patient()
profiles.guard()
profiles.load()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep tests and modules, which stay to the end, out of every search for garbage."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let `-m django_db` select what uses the database by a fixture, too."""
    for item in items:
        if not {"db", "transactional_db"}.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("django_db")


@pytest.fixture(autouse=True)
def _no_limit_reached_yet() -> Iterator[None]:
    """Reset the rate limits, what is on TV, and what the process wrote lately. Close
    the connection of notifications, and let letters be sent before the next test counts its own.
    """
    cache.clear()
    SNAPSHOT.forget()
    writer.clear_recent()
    yield
    postgresql.close()
    postman.submit(lambda: None).result()


@pytest.fixture(params=["recent", pytest.param("forgetful", marks=pytest.mark.slow)])
def memory(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test as it is, then in a process that remembers nothing that it wrote."""
    if request.param == "forgetful":
        monkeypatch.setattr(writer, "note_recent", lambda *_: None)


@pytest.fixture
def in_one_window() -> Iterator[None]:
    """Freeze the clock soon after a full hour, so that no quota is renewed during the test."""
    with time_machine.travel("2026-01-05T18:00:10Z", tick=False):
        cache.clear()
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_set_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Make quick what every test or client pays for.

    A test that commits deletes what it has committed, instead of flushing the whole database. A
    test client does not list all static files when it is made: they are looked for when they are
    asked for. A password is hashed with the least memory. A client of httpx does not read this
    machine's certificates again. Databases are migrated by one worker.
    """
    with (
        override_settings(PASSWORD_HASHERS=hashers.QUICK),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: databases.empty())
        patch.setattr(servers, "shared_folders", tmp_path_factory)
        patch.setattr(django_settings, "WHITENOISE_AUTOREFRESH", True, raising=False)
        create = cache_results(httpx.create_ssl_context)
        patch.setattr("httpx._transports.default.create_ssl_context", create)
        yield


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Let a worker on SQLite take its copy, which Django would make again."""
    return IS_WORKER and connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    _quick_set_up: None, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Give each worker a copy of the database that one of them migrates."""
    if not IS_WORKER:
        return
    test = django_settings.DATABASES["default"]["TEST"]
    if connection.vendor == "postgresql":
        test["TEMPLATE"] = servers.migrated_database()
    else:
        for ending in ("", "-wal", "-shm"):
            Path(test["NAME"] + ending).unlink(missing_ok=True)
        Path(test["NAME"]).write_bytes(servers.migrated())


@pytest.fixture(scope="session")
def shared_server() -> Iterator[str]:
    """The address of a server for all tests of a worker that look only at what they made
    themselves.
    """
    with servers.serving(servers.UNLIMITED) as address:
        yield address


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the counts of tests, which are their property ``counts``, and the seeds."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, value in report.user_properties:
                if name == "counts":
                    terminalreporter.write_line(f"{report.nodeid}: {value}")
    seeds = (f"{name}={os.environ[name]}" for name in profiles.SEEDS)
    terminalreporter.write_line(f"Seeds: {' '.join(seeds)}")
