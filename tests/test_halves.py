"""The summary at the end of ``make test``: what was skipped and why, and what is not known."""

from collections import Counter
from pathlib import Path

from tests import halves

REPORT = """<testsuites><testsuite>
<testcase><skipped type="pytest.skip" message="nginx is not installed">tests/a.py:1: x</skipped></testcase>
<testcase><skipped message="collection skipped">('/tests/b.py', 7, 'Skipped: SQLite has no roles')</skipped></testcase>
<testcase><skipped type="pytest.xfail" message="expected" /></testcase>
</testsuite></testsuites>"""


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
