"""The tests that `make test` runs once: whether a database is PostgreSQL or SQLite is nothing to them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
[PURE] = re.findall(r"^PURE +:= (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("folder", PURE.split())
def test_no_test_of_these_folders_asks_for_a_database(folder: str) -> None:
    files = list((ROOT / folder).glob("*.py"))

    assert len(files) > 1
    assert not [file.name for file in files if re.search(r"_db\b|live_server", file.read_text())]
