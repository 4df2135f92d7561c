"""What all tests share: clean limits, a move log that can be emptied, and the profiles of hypothesis.

`HYPOTHESIS_PROFILE` chooses between few fixed examples and many new ones.
"""

import os
from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache
from hypothesis import HealthCheck, settings

from games.log import triggers

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "nightly",
    deadline=None,
    max_examples=5_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(autouse=True)
def _no_limit_reached_yet() -> None:
    """Forget what earlier tests used up of the limits on requests."""
    cache.clear()


@pytest.fixture
def in_one_window() -> Iterator[None]:
    """Stop the clock soon after a full hour, so that no quota is whole again within the test."""
    with time_machine.travel("2026-01-05T18:00:10Z", tick=False):
        cache.clear()
        yield


@pytest.fixture
def _django_db_helper(_django_db_helper: None, request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a test that commits have its move log emptied; the flush guards the log again (`post_migrate`).

    This wraps the fixture of pytest-django that flushes, so a test that was skipped before it had a database needs
    none afterwards.
    """
    yield
    if _commits(request.node):
        triggers.unguard()


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    is_marked = bool(marker and marker.kwargs.get("transaction"))
    return is_marked or "transactional_db" in getattr(item, "fixturenames", ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what tests have counted: each says it as a property of its own, ``counts``."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, value in report.user_properties:
                if name == "counts":
                    terminalreporter.write_line(f"{report.nodeid}: {value}")
