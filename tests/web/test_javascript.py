"""The tests of the client's modules that need no browser, run by Node."""

import subprocess
from pathlib import Path

import pytest

from tests.programs import find

NODE = find("node")
TESTS = sorted((Path(__file__).parent / "javascript").glob("*.test.js"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
]


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name)
def test_the_modules_pass_their_tests(file: Path) -> None:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--no-warnings", "--test", str(file)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
