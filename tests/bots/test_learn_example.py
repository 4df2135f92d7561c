"""The learning example runs, and at night learns to win more than a player by chance."""

import os
import re
import subprocess
import sys

import pytest

from tests.servers import ROOT

pytest.importorskip("gymnasium", reason="the extra of requirements/learn.in is not installed")

pytestmark = pytest.mark.process

LEAST = 55.0  # percent of the games against `random`
LONGEST = 64  # lines
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
    assert re.fullmatch(r"Won \d+\.\d% of 4 games\.\n", learned("--games=4", "--measured=4"))


@pytest.mark.nightly
def test_it_learns_to_beat_chance() -> None:
    *curve, result = learned().splitlines()

    assert len(curve) >= 4
    won = re.fullmatch(r"Won (\d+\.\d)% of 2000 games\.", result)
    assert won and float(won[1]) >= LEAST
