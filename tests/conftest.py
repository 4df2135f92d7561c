"""What all tests share: clean limits, patience, quick flushes, and the profiles of hypothesis."""

from collections.abc import Iterator
from functools import cache as cache_results

import httpx
import pytest
import time_machine
from django.conf import settings as django_settings
from django.core.cache import cache
from django.test import TransactionTestCase, override_settings

from tests import databases, hashers, parsing, patience, profiles, selection, servers

patience.be_patient()
parsing.guard()
profiles.load()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what the second half of ``make test`` asks for."""
    parser.addoption(
        "--only-database", action="store_true", help="run only tests that touch the database"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has run on the other database, and begin with what takes long."""
    if config.getoption("--only-database"):
        items[:], others = selection.only_database(items)
        config.hook.pytest_deselected(items=others)
    items[:] = selection.long_first(items)


@pytest.fixture(autouse=True)
def _no_limit_reached_yet() -> None:
    """Reset the rate limits."""
    cache.clear()


@pytest.fixture
def in_one_window() -> Iterator[None]:
    """Freeze the clock soon after a full hour, so that no quota is renewed during the test."""
    with time_machine.travel("2026-01-05T18:00:10Z", tick=False):
        cache.clear()
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_set_up() -> Iterator[None]:
    """Make quick what every test or client pays for.

    A test that commits deletes what it has committed, instead of flushing the whole database. A
    test client does not list all static files when it is made: they are looked for when they are
    asked for. A password is hashed with the least memory. A client of httpx does not read this
    machine's certificates again.
    """
    with (
        override_settings(PASSWORD_HASHERS=hashers.QUICK),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: databases.empty())
        patch.setattr(django_settings, "WHITENOISE_AUTOREFRESH", True, raising=False)
        create = cache_results(httpx.create_ssl_context)
        patch.setattr("httpx._transports.default.create_ssl_context", create)
        yield


@pytest.fixture(scope="session")
def shared_server() -> Iterator[str]:
    """The address of a server for all tests of a worker that look only at what they made
    themselves.
    """
    with servers.serving(servers.UNLIMITED) as address:
        yield address


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the counts of tests, which are their property ``counts``."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, value in report.user_properties:
                if name == "counts":
                    terminalreporter.write_line(f"{report.nodeid}: {value}")
