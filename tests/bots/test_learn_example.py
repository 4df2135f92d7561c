"""The learning example runs, and at night learns to win more than a player by chance."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT

pytest.importorskip("gymnasium", reason="the extra of requirements/learn.in is not installed")

pytestmark = pytest.mark.slow

LEAST = 55.0  # percent of the games against `random`
LONGEST = 79  # lines
EXAMPLE = ROOT / "examples" / "learn.py"


def learned(*options: str) -> str:
    variables = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, EXAMPLE, *options],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= LONGEST


def test_it_prints_what_it_won() -> None:
    *weights, _, result = learned("--games=4", "--measured=4").splitlines()

    assert [line.startswith("weight of ") for line in weights] == [True] * 3
    assert re.fullmatch(r"Won \d+\.\d% of 4 games\.", result)


def test_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError(name='numpy')")
    variables = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, EXAMPLE], env=variables, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("numpy is not installed. Run: pip install ")


@pytest.mark.slow
def test_it_learns_to_beat_chance() -> None:
    *curve, result = learned("--games=2000", "--measured=2000").splitlines()

    assert sum(" of 2000 games: won " in line for line in curve) >= 4
    won = re.fullmatch(r"Won (\d+\.\d)% of 2000 games\.", result)
    assert won and float(won[1]) >= LEAST
