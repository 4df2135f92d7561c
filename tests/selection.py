"""Which tests run in which command, on which kind of database, and in which order.

`make test-all` runs all tests on SQLite, then those that touch a database on PostgreSQL. Of these,
`make test` leaves out what is marked ``process`` or ``thorough``, and on PostgreSQL what is not
marked ``postgresql``. `make test-rest` runs what `make test` leaves out.
"""

from collections.abc import Iterable
from typing import Any

import pytest

TIERS = ("all", "test", "rest")
COLLECTED = pytest.StashKey[list[pytest.Item]]()
"""What was collected, before any was left out."""
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}


def selected(
    items: Iterable[pytest.Item], tier: str, *, only_database: bool = False
) -> list[pytest.Item]:
    """Return the tests of a tier, on SQLite, or on PostgreSQL with ``only_database``."""
    found = [item for item in items if not only_database or runs_on_every_database(item)]
    if tier != "all":
        found = [item for item in found if _is_in_test(item, only_database) == (tier == "test")]
    return found


def dealt(items: Iterable[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return tests in an order for so many workers of xdist, which gives each an equal part of it.

    Each part begins with a share of those that start processes: begun last, one would keep a worker
    alone at the end. The quick ones after them are taken by workers that have nothing left.
    """
    tests = [*items]
    kinds = [
        [item for item in tests if may_start_processes(item) == slow] for slow in (True, False)
    ]
    return [
        item
        for worker in range(workers)
        for kind in kinds
        for item in kind[len(kind) * worker // workers : len(kind) * (worker + 1) // workers]
    ]


def runs_on_every_database(item: pytest.Item) -> bool:
    """Return whether a test runs on each kind of database: as it is marked, or else if it touches
    one.
    """
    if item.get_closest_marker("once"):
        return False
    touches = item.get_closest_marker("django_db") or not DATABASE_FIXTURES.isdisjoint(
        getattr(item, "fixturenames", ())
    )
    return bool(touches or item.get_closest_marker("postgresql"))


def may_start_processes(item: pytest.Item) -> bool:
    """Return whether a test is marked as one that starts a process."""
    return bool(item.get_closest_marker("process") or item.get_closest_marker("smoke"))


def _is_in_test(item: pytest.Item, only_database: bool) -> bool:
    if only_database and not item.get_closest_marker("postgresql"):
        return False
    if item.get_closest_marker("thorough"):
        return False
    return not item.get_closest_marker("process") or item.get_closest_marker("smoke") is not None


def few(count: int, cases: Iterable[Any]) -> list[Any]:
    """Return cases to parametrise a test with, all but the first so many of them ``thorough``.

    A tuple holds one value for each name.
    """
    return [_thorough(case) if at >= count else case for at, case in enumerate(cases)]


def _thorough(case: Any) -> Any:
    if hasattr(case, "marks"):  # made by `pytest.param`
        return case._replace(marks=(*case.marks, pytest.mark.thorough))
    return pytest.param(*(case if isinstance(case, tuple) else [case]), marks=pytest.mark.thorough)
