"""The compiled engine and bots: built outside the checkout, they play as pure Python does."""

import os
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.processes import find
from tests.servers import ROOT

pytestmark = [pytest.mark.slow]

GAMES = """
from random import Random
from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine import build, codec
from games.engine.presets import PRESETS
from games.engine.rule_sets import compose

print(build.loaded())
for preset in PRESETS:
    for number in range(8):
        rng = Random(f"{preset} {number}")
        game = LocalGame(compose(preset), seats=2 + number % 3, seed=rng.randbytes(32))
        while (seat := game.to_act) is not None:
            choose = LEVELS[list(LEVELS)[-1 - seat]]  # the strongest first
            game.act(choose(game.view(seat), game.history(seat), rng))
        print(codec.canonical([codec.to_json(event) for event in game._events]))
"""


@pytest.mark.skipif(find("gcc") is None and find("cc") is None, reason="no C compiler")
def test_games_of_the_same_seeds_have_the_same_events(tmp_path: Path) -> None:
    pure = subprocess.check_output([sys.executable, "-c", GAMES], cwd=ROOT, text=True).splitlines()
    done = run("--", sys.executable, "-c", GAMES, cache=tmp_path)
    compiled = done.stdout.splitlines()

    assert done.returncode == 0, done.stderr
    assert (pure[0], compiled[0]) == ("pure", "compiled"), done.stderr
    assert len(pure) > 40 and pure[1:] == compiled[1:]


COMPILED = [sys.executable, "clients/python-local/compiled.py"]
LOADED = [sys.executable, "-c", "from games.engine import build; print(build.loaded())"]


def run(*arguments: str, cache: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMPILED, *arguments],
        cwd=ROOT,
        # Optimizing takes half of the time of a build, and changes no game.
        env=os.environ | {"XDG_CACHE_HOME": str(cache), "GOFISH_OPTIMIZED": "0"} | environ,
        capture_output=True,
        text=True,
        timeout=7200,
        check=False,
    )


def test_a_command_runs_in_pure_python_without_a_compiler(tmp_path: Path) -> None:
    done = run("--", *LOADED, cache=tmp_path, CC="no-such-compiler")

    assert (done.returncode, done.stdout) == (0, "pure\n")
    assert "pure Python" in done.stderr
    missing = run(cache=tmp_path, CC="no-such-compiler -O2")
    assert (missing.returncode, missing.stdout) == (1, "")


def test_a_cache_that_cannot_be_written_is_no_fault_of_a_command(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")

    done = run("--", *LOADED, cache=tmp_path / "file")

    assert (done.returncode, done.stdout) == (0, "pure\n")


def test_every_package_of_the_wheel_is_copied() -> None:
    project = tomllib.loads((ROOT / "clients/python-local/pyproject.toml").read_text())
    compiled = runpy.run_path(str(ROOT / COMPILED[1]))

    folders = project["tool"]["setuptools"]["package-dir"].values()

    assert {folder.removeprefix("../../") for folder in folders} <= {*compiled["SOURCES"]}
