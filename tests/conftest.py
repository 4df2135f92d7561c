"""What all tests share: clean limits, patience, quick flushes, and the profiles of hypothesis."""

import gc
import os
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from functools import cache as cache_results
from pathlib import Path

import httpx
import pytest
import time_machine
from django.conf import settings as django_settings
from django.core.cache import cache
from django.test import TransactionTestCase, override_settings
from pytest_django import Settings

from accounts.credentials import known_bearers
from accounts.messages.mail import postman
from accounts.sqlite import turns
from games.api.streams.tv_snapshot import SNAPSHOT
from games.log import known_heads
from games.notify import postgresql
from tests import databases, hashers, parsing, patience, profiles, selection, servers, starting

patience.be_patient()
parsing.guard()
profiles.load()
starting.watch()
starting.heed_interrupts()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of ``make test``, ``make test-rest`` and ``make test-all``."""
    parser.addoption(
        "--tier", choices=selection.TIERS, default="all", help="which tests to run (default: all)"
    )
    parser.addoption(
        "--only-database",
        action="store_true",
        help="run only the tests of the tier that run on every kind of database",
    )


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Let `make test-rest` have two workers more than processors: half of the time its tests wait
    for servers, browsers and clocks.
    """
    count = yield
    return count if config.getoption("--tier") == "test" else count + 2


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore files without a test in `make test`, or in its half on PostgreSQL: reading them takes
    longer than many of the tests.
    """
    if config.getoption("--tier") != "test" or not collection_path.match("test_*.py"):
        return None
    text = collection_path.read_text()
    is_thorough = "\npytestmark = [pytest.mark.thorough" in text
    is_elsewhere = config.getoption("--only-database") and "mark.postgresql(" not in text
    return True if is_thorough or is_elsewhere else None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Select the tests of the tier, and let each worker begin with what takes long."""
    config.stash[selection.COLLECTED] = [*items]
    yield  # -k and -m
    found = selection.selected(
        items, config.getoption("--tier"), only_database=config.getoption("--only-database")
    )
    config.hook.pytest_deselected(items=[*{*items} - {*found}])
    items[:] = selection.dealt(found, workers_of(config))


def workers_of(config: pytest.Config) -> int:
    """Return how many workers run the tests; one without xdist."""
    count: int = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    return count


def pytest_collection() -> None:
    """Collect no garbage while tests are collected: there is next to none, and looking for it takes
    a sixth of the time.
    """
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave what was collected out of later collections of garbage, which it slows down."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test that starts a process without a mark."""
    is_free = selection.may_start_processes(item)
    with nullcontext() if is_free else starting.forbidden(item.nodeid):
        return (yield)


@pytest.fixture(autouse=True)
def _no_limit_reached_yet() -> Iterator[None]:
    """Reset the rate limits, what is on TV, and what the process knows of games and tokens. Close
    the connection of notifications, and let letters be sent before the next test counts its own.
    """
    cache.clear()
    SNAPSHOT.forget()
    known_heads.clear()
    known_bearers.clear()
    yield
    postgresql.close()
    postman.submit(lambda: None).result()


@pytest.fixture(
    params=[
        pytest.param("known", id="known"),
        pytest.param("none", id="nothing known", marks=pytest.mark.thorough),
        pytest.param("one", id="one game known", marks=pytest.mark.thorough),
        pytest.param("unchecked", id="no token checked by writes", marks=pytest.mark.thorough),
    ]
)
def knowledge(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Run a test as it is, then with caches of heads and tokens that keep nothing or too little,
    and with every token read before the write.
    """
    settings.WRITES_CHECK_TOKENS = request.param != "unchecked"
    most = {"none": 0, "one": 1}
    if request.param in most:
        monkeypatch.setattr(known_heads, "MOST", most[request.param])
        monkeypatch.setattr(known_bearers, "MOST", most[request.param])


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


@pytest.fixture(scope="session", autouse=True)
def _urgent() -> Iterator[None]:
    """Let what a test writes rest no one, and never rest: it is what a player would wait for."""
    with turns.urgent():
        yield


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
