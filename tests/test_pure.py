"""The tests that `make test` runs once: whether a database is PostgreSQL or SQLite is nothing to them."""

import re

import pytest

from tests.halves import PURE
from tests.servers import ROOT


@pytest.mark.parametrize("folder", PURE)
def test_no_test_of_these_folders_asks_for_a_database(folder: str) -> None:
    files = list((ROOT / folder).glob("*.py"))

    assert len(files) > 1
    assert not [file.name for file in files if re.search(r"_db\b|live_server", file.read_text())]
