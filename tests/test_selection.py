"""Each test runs in `make test` or in `make test-rest`, and only a marked one starts a process."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.db import connection

from tests import selection
from tests.servers import ROOT

DB, ONCE, PROCESS, SMOKE = (
    getattr(pytest.mark, name) for name in ("django_db", "once", "process", "smoke")
)
POSTGRESQL = pytest.mark.postgresql("tests")


PACKAGES = ("accounts", "api_kit", "games", "gofish_api")
DEPENDS_ON_DATABASE = re.compile(
    r"\.cursor\(\)|RunSQL|RawSQL|\.vendor\b|\batomic\(|select_for_update|skip_locked|advisory"
    r"|CheckConstraint|UniqueConstraint|IntegrityError|ignore_conflicts|update_conflicts"
)
"""SQL of one vendor, transactions, locks and constraints."""


def modules_that_depend_on_the_database() -> Iterator[str]:
    """Yield the names of modules, but for migrations those of their packages."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if DEPENDS_ON_DATABASE.search(path.read_text()):
                is_migration = path.parent.name == "migrations"
                found = path.parent if is_migration else path.with_suffix("")
                yield ".".join(found.relative_to(ROOT).parts)


def runs(item: pytest.Item) -> set[tuple[str, str]]:
    """Return where a test runs: the commands and the databases."""
    return {
        (tier, database)
        for tier in ("test", "rest")
        for database in ("SQLite", "PostgreSQL")
        if selection.selected([item], tier, only_database=database == "PostgreSQL")
    }


@pytest.mark.parametrize(
    "expected",
    [
        pytest.param({("test", "SQLite")}, id="without marks"),
        pytest.param({("test", "SQLite"), ("rest", "PostgreSQL")}, marks=DB, id="a database"),
        pytest.param({("test", "SQLite")}, marks=[DB, ONCE], id="once"),
        pytest.param(
            {("test", "SQLite"), ("test", "PostgreSQL")}, marks=POSTGRESQL, id="postgresql"
        ),
        pytest.param({("rest", "SQLite")}, marks=PROCESS, id="process"),
        pytest.param(
            {("rest", "SQLite"), ("rest", "PostgreSQL")},
            marks=[PROCESS, POSTGRESQL],
            id="process and postgresql",
        ),
        pytest.param({("test", "SQLite")}, marks=[PROCESS, SMOKE], id="smoke"),
        *selection.few(0, [pytest.param({("rest", "SQLite")}, id="thorough")]),
        *selection.few(
            0, [pytest.param({("rest", "SQLite")}, marks=SMOKE, id="smoke and thorough")]
        ),
    ],
)
def test_marks_say_where_a_test_runs(
    request: pytest.FixtureRequest, expected: set[tuple[str, str]]
) -> None:
    assert runs(request.node) == expected


def test_a_test_with_a_fixture_of_the_database_runs_on_both(
    request: pytest.FixtureRequest, db: None
) -> None:
    assert runs(request.node) == {("test", "SQLite"), ("rest", "PostgreSQL")}


@POSTGRESQL
@pytest.mark.parametrize("only_database", [False, True])
def test_test_and_test_rest_are_test_all(
    request: pytest.FixtureRequest, only_database: bool
) -> None:
    collected = request.config.stash[selection.COLLECTED]

    every, test, rest = (
        [item.nodeid for item in selection.selected(collected, tier, only_database=only_database)]
        for tier in ("all", "test", "rest")
    )

    assert len({*every}) == len(every)
    assert sorted(test + rest) == sorted(every)
    assert only_database or {*every} == {item.nodeid for item in collected}


@POSTGRESQL
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lacks files of tests")
@pytest.mark.skipif("config.args != config.getini('testpaths')", reason="not the whole suite")
def test_a_module_that_depends_on_the_database_has_tests_that_run_on_postgresql(
    request: pytest.FixtureRequest,
) -> None:
    named = {
        name
        for item in request.config.stash[selection.COLLECTED]
        if ("test", "PostgreSQL") in runs(item)
        for mark in item.iter_markers("postgresql")
        for name in mark.args
    }

    missing = {
        module
        for module in modules_that_depend_on_the_database()
        if not any(f"{module}.".startswith(f"{name}.") for name in named)
    }

    assert not missing, "Mark tests of each with `pytest.mark.postgresql(MODULE)`."


def test_this_run_has_the_tests_of_its_tier(request: pytest.FixtureRequest) -> None:
    config = request.config
    collected = config.stash[selection.COLLECTED]
    wanted = selection.selected(
        collected,
        config.getoption("--tier"),
        only_database=config.getoption("--only-database"),
    )

    assert {*request.session.items} <= {*wanted}


@PROCESS
@pytest.mark.parametrize("workers", [1, 2, 7])
def test_each_worker_begins_with_what_starts_processes(
    request: pytest.FixtureRequest, workers: int
) -> None:
    items = request.session.items

    dealt = selection.dealt(items, workers)

    assert {*dealt} == {*items} and len(dealt) == len(items)
    found = [selection.may_start_processes(item) for item in dealt]
    begun = [at for at, slow in enumerate(found) if slow and not (at and found[at - 1])]
    assert len(begun) <= workers
    first_part = found[: len(found) // workers]
    assert abs(sum(first_part) - sum(found) / workers) <= 2


@pytest.mark.parametrize("command", [[sys.executable, "-c", ""], "true"], ids=["program", "shell"])
def test_a_test_without_a_mark_starts_no_process(command: str | list[str]) -> None:
    with pytest.raises(pytest.fail.Exception, match="Mark the test"):
        subprocess.run(command, shell=isinstance(command, str), check=True)


@SMOKE
def test_a_marked_test_starts_processes() -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)
