"""On a machine with only Python, pip and make, tests that need other programs are skipped."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT

pytestmark = pytest.mark.slow

NEEDED_BY = {
    "tests/test_proxy.py": "nginx",
    "tests/desk/test_browser.py": "chromium",
    "tests/contract/test_docs_pages.py": "chromium",
    "tests/web/test_start.py": "chromium",
}


@pytest.mark.parametrize("name", NEEDED_BY)
def test_without_its_program_a_file_is_skipped_and_says_what_is_missing(
    tmp_path: Path, name: str
) -> None:
    bare = {"PATH": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/skipped.sqlite3"}

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", name],
        env=os.environ | bare,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    assert re.search(r"^\d+ skipped", done.stdout, re.MULTILINE), done.stdout
    reasons = re.findall(r"^SKIPPED .*: (.*)$", done.stdout, re.MULTILINE)
    assert reasons
    assert all(NEEDED_BY[name] in reason for reason in reasons)
