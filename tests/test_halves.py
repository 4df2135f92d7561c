"""The summary at the end of ``make test``: what was skipped and why, and what is not known."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests import halves

REPORT = """<testsuites><testsuite>
<testcase><skipped type="pytest.skip" message="nginx is not installed">tests/a.py:1: x</skipped></testcase>
<testcase><skipped message="collection skipped">('/tests/b.py', 7, 'Skipped: SQLite has no roles')</skipped></testcase>
<testcase><skipped type="pytest.xfail" message="expected" /></testcase>
</testsuite></testsuites>"""


@pytest.fixture
def arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[str]:
    """The arguments to run the tests of a folder that has nothing of this project."""
    (tmp_path / "pytest.ini").write_text("[pytest]")
    monkeypatch.delenv("CI", raising=False)
    # Reading the plugins of schemathesis and others takes each process longer than the tests.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return ["-p", "xdist", "-n", "2", "-q", "-c", str(tmp_path / "pytest.ini"), str(tmp_path)]


def test_tests_and_whole_files_that_were_skipped_are_counted_by_their_reason(
    tmp_path: Path,
) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)

    found = halves._skipped(report)

    assert found == Counter({"nginx is not installed": 1, "SQLite has no roles": 1})


def test_what_was_skipped_by_a_run_that_broke_off_is_not_known(tmp_path: Path) -> None:
    found = halves._skipped(tmp_path / "none.xml")
    shown = "\n".join(halves.summary([halves.Half("SQLite", 1, found)]))

    assert "SQLite: FAILED with exit status 1" in shown
    assert "0 skipped" not in shown


@pytest.mark.process
@pytest.mark.parametrize(
    ("environment", "status", "repeated"),
    [({"CI": "true"}, 0, ["test_late.test_in_time"]), ({}, 1, [])],
)
def test_ci_runs_what_failed_once_more_alone(
    arguments: Sequence[str],
    tmp_path: Path,
    environment: dict[str, str],
    status: int,
    repeated: list[str],
) -> None:
    seen = tmp_path / "seen"
    (tmp_path / "test_late.py").write_text(
        "from pathlib import Path\n"
        "def test_in_time():\n"
        f"    seen = Path({str(seen)!r})\n"
        "    was_seen = seen.exists()\n"
        "    seen.touch()\n"
        "    assert was_seen\n"
        "def test_other(): pass\n"
    )

    half = halves._run("some", halves.PYTEST, arguments, tmp_path, environment)

    assert (half.status, half.repeated) == (status, repeated or ())
    assert any("then passed alone" in line for line in halves.summary([half])) == bool(repeated)


@pytest.mark.process
def test_no_test_runs_again_where_a_file_cannot_be_imported(
    arguments: Sequence[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name")
    (tmp_path / "test_other.py").write_text("def test_other(): pass")

    half = halves._run("some", halves.PYTEST, arguments, tmp_path, {"CI": "true"})

    assert half.has_failed and not half.repeated
    assert "alone" not in capfd.readouterr().out


@pytest.mark.process
def test_a_test_that_fails_twice_fails(arguments: Sequence[str], tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("def test_it(): assert False")

    half = halves._run("some", halves.PYTEST, arguments, tmp_path, {"CI": "true"})

    assert half.has_failed and not half.repeated
