"""Which tests run, and in which order."""

import pytest

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}


def touches_database(item: pytest.Item) -> bool:
    """Return whether a test works on the database itself, so that it has to pass on each kind of
    database.
    """
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not DATABASE_FIXTURES.isdisjoint(
        fixtures
    )


def runs_on_every_database(item: pytest.Item) -> bool:
    """Return whether a test runs on each kind of database: as it is marked, or else if it touches
    one.
    """
    if item.get_closest_marker("once"):
        return False
    return touches_database(item) or item.get_closest_marker("every_database") is not None


def only_database(items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests that run on every kind of database, and the others."""
    chosen = [item for item in items if runs_on_every_database(item)]
    return chosen, [item for item in items if not runs_on_every_database(item)]


def long_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests with those marked ``long`` first: begun last, one would keep a worker alone
    at the end.
    """
    return sorted(items, key=lambda item: item.get_closest_marker("long") is None)
