"""The compiled engine and bots: built outside the checkout, they play as pure Python does."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import find
from tests.sdk.test_compiling import run
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
            choose = LEVELS[list(LEVELS)[seat]]
            game.act(choose(game.view(seat), game.history(seat), rng))
        print(codec.canonical([codec.to_json(event) for event in game._events]))
"""
HEALTH = """
import json
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "gofish_api.settings"
import django
django.setup()
from django.test import Client
print(Client().get("/healthz", headers={"host": "localhost"}).content.decode())
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a build of these sources."""
    if find("gcc") is None and find("cc") is None:
        pytest.skip("no C compiler: the engine is not compiled")
    folder = tmp_path_factory.mktemp("cache")
    done = run(cache=folder)
    assert done.returncode == 0, done.stderr
    return folder


def with_compiled(*command: str, cache: Path, **environ: str) -> str:
    """Run a command with the compiled engine and return its output."""
    done = run("--", sys.executable, *command, cache=cache, **environ)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_tests_of_the_engine_and_of_the_bots_pass(cache: Path) -> None:
    folders = ["tests/engine", "tests/bots", "tests/analysis/test_luck.py"]
    options = ["-q", "-p", "no:cacheprovider", "-o", "django_find_project=false"]
    options += ["-o", "faulthandler_timeout=0"]  # a property with many examples takes long

    printed = with_compiled("-m", "pytest", *options, *folders, cache=cache)

    assert " passed" in printed


def test_games_of_the_same_seeds_have_the_same_events(cache: Path) -> None:
    pure = subprocess.check_output([sys.executable, "-c", GAMES], cwd=ROOT, text=True).splitlines()
    compiled = with_compiled("-c", GAMES, cache=cache).splitlines()

    assert (pure[0], compiled[0]) == ("pure", "compiled")
    assert len(pure) > 40 and pure[1:] == compiled[1:]


def test_the_service_says_that_its_engine_is_compiled(cache: Path) -> None:
    printed = with_compiled("-c", HEALTH, cache=cache)

    assert json.loads(printed.splitlines()[-1])["engine"] == "compiled"


def test_a_second_build_of_the_same_sources_is_the_first(cache: Path) -> None:
    [first] = (cache / "gofish-engine").iterdir()
    library = next(first.glob("*.so"))
    built_at = library.stat().st_mtime_ns

    again = run(cache=cache)

    assert again.stdout == f"{first}\n" and library.stat().st_mtime_ns == built_at


def test_the_wheel_plays_without_the_checkout(cache: Path, tmp_path: Path) -> None:
    [wheel] = cache.rglob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    installed = tmp_path / "installed"

    subprocess.run([*pip, f"--target={installed}", wheel], check=True, cwd=tmp_path, timeout=200)
    program = "import games.engine.build as build; print(build.loaded(), build.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=200,
    )

    build, _, file = done.stdout.strip().partition(" ")
    assert build == "compiled" and file.startswith(str(installed))
