"""The learning example runs, and at night learns to win more than a player by chance."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT

pytest.importorskip("gymnasium", reason="the extra of requirements/learn.in is not installed")

pytestmark = pytest.mark.slow

EXAMPLE = ROOT / "examples" / "learn.py"


def test_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError(name='numpy')")
    variables = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, EXAMPLE], env=variables, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("numpy is not installed. Run: pip install ")
