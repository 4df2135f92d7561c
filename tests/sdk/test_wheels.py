"""Both wheels, built from copies of the sources, in a new environment outside the repository."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.made_once import made_once
from tests.servers import ROOT

pytestmark = pytest.mark.slow

SOURCES = (
    "clients/python/src",
    "clients/python/pyproject.toml",
    "clients/python/README.md",
    "clients/python-local/pyproject.toml",
    "clients/python-local/setup.py",
    "clients/python-local/README.md",
    "games/engine",
    "games/bots",
    "games/analysis",
    "games/notation",
)
README = (ROOT / "clients" / "python" / "README.md").read_text()
LOCAL_README = (ROOT / "clients" / "python-local" / "README.md").read_text()
NO_INDEX = ("No matching distribution", "Could not find a version", "connection", "NewConnection")


def python_block(page: str) -> str:
    [block, *_] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    return str(block)


def run(*command: str | Path, cwd: Path, **environ: str) -> str:
    """Run a command outside the repository and return its output."""
    variables = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=variables | environ,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(copy: Path) -> None:
    """Build both wheels in a folder, from copies of the sources."""
    for name in SOURCES:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.copytree(ROOT / name, copy / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, copy / name)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    run(*pip, "clients/python", "clients/python-local", "--wheel-dir=wheels", cwd=copy)


def install_into(python: Path, *what: str | Path, cwd: Path) -> None:
    """Install packages; each module is compiled when it is first imported, and most are not."""
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-compile", *what, cwd=cwd)


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Both wheels."""
    return sorted((made_once(tmp_path_factory, "wheels", build) / "wheels").glob("*.whl"))


@pytest.fixture(scope="session")
def python(wheels: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with both wheels, as `gofishkit[local]` installs them."""

    def install(folder: Path) -> None:
        run(sys.executable, "-m", "venv", "--clear", "--without-pip", folder / "venv", cwd=folder)
        install_into(folder / "venv" / "bin" / "python", *wheels, cwd=folder)

    try:
        folder = made_once(tmp_path_factory, "environment", install)
    except AssertionError as error:
        if not any(text in str(error) for text in NO_INDEX):
            raise
        pytest.skip("no package index can be reached: the wheels are built, but not installed")
    return folder / "venv" / "bin" / "python"


def test_the_wheels_have_types_data_and_no_service(wheels: list[Path]) -> None:
    client, local = (set(ZipFile(wheel).namelist()) for wheel in wheels)

    assert {"gofishkit/py.typed", "gofishkit/bots/child.py"} <= client
    assert {"games/bots/value_network.json", "games/engine/py.typed", "games/bots/aec.py"} <= local
    assert "games/analysis/values/weights_2.json" in local
    folders = {name.rpartition("/")[0] for name in local if ".dist-info" not in name}
    packages = (ROOT / "games" / name for name in ("engine", "bots", "analysis", "notation"))
    modules = (module for package in packages for module in package.rglob("*.py"))
    assert folders == {module.parent.relative_to(ROOT).as_posix() for module in modules}


def test_the_five_lines_of_the_readme_play_a_game(
    python: Path, tmp_path: Path, shared_server: str
) -> None:
    program = python_block(README).replace("http://127.0.0.1:8000", shared_server)

    printed = run(python, "-c", program, cwd=tmp_path)

    assert len([line for line in program.splitlines() if line and "import" not in line]) == 5
    assert "game_over" in printed


def test_the_engine_runs_without_django(python: Path, tmp_path: Path) -> None:
    program = python_block(LOCAL_README) + "import sys\nassert 'django' not in sys.modules\n"

    assert re.fullmatch(r"\([\d., ]+\)\n", run(python, "-c", program, cwd=tmp_path))


TYPED = """
from collections.abc import Sequence
from random import Random
from typing import Any

from gofishkit import AsyncClient, AsyncGame, Client, Game, Retry, if_match, problems, types


def play(server: str) -> types.GameOverEvent | types.SeriesOverEvent | None:
    with Client(server, "token", retry=Retry(attempts=3)) as client:
        opened: types.CreatedGame = client.create_game(seats=2, bots=["memory"])
        game = Game(client, opened["game"]["id"])
        for move in game:
            numbers: int = move["number"]
            for event in move["events"]:
                if event["type"] == "asked":
                    target: int = event["target"]
            while game.my_turn:
                try:
                    game.ask(1, "7")
                except problems.RankNotHeld as refused:
                    print(refused.code, refused.status)
                    game.act(game.legal_actions[0])
        client.ask(game.id, target=1, rank="7", if_match=game.view)
        print(if_match(game.view))
        return game.result


async def watch(server: str, game_id: str) -> None:
    async with AsyncClient(server) as client:
        async for move in AsyncGame(client, game_id):
            print(move["digest"])


def choose(view: types.State, history: Sequence[types.Event], rng: Random) -> types.Action:
    return rng.choice(view["legal_actions"])
"""
WRONG = {
    "an unknown argument": "Client('').create_game(seat=2)",
    "a wrong type": "Client('').ask('id', target='left')",
    "an unknown member": "Client('').read_me()['nick']",
}


def mypy(program: str, python: Path, folder: Path) -> "subprocess.CompletedProcess[str]":
    (folder / "program.py").write_text(program)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "program.py"]
    return subprocess.run(
        [*command, f"--python-executable={python}", f"--cache-dir={folder.parent / 'mypy'}"],
        cwd=folder,
        env={name: text for name, text in os.environ.items() if name != "MYPYPATH"},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )


def test_a_program_passes_the_strict_type_check(python: Path, tmp_path: Path) -> None:
    done = mypy(TYPED, python, tmp_path)

    assert done.returncode == 0, done.stdout

    done = mypy("\n".join(["from gofishkit import Client", *WRONG.values()]), python, tmp_path)
    assert done.returncode == 1
    for line, reason in enumerate(WRONG, 2):
        assert f"program.py:{line}:" in done.stdout, reason


INSPECTED = """
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model


def answer(input, tools, tool_choice, config):
    is_belief = "chances in order" in input[-1].text
    text = '{"chances": [0.5, 0.5, 0.5, 0.5]}' if is_belief else '{"target": 1, "rank": "7"}'
    found = ModelOutput.from_content("mockllm/model", text)
    found.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return found


[log] = eval(
    "gofishkit/gofish",
    model=get_model("mockllm/model", custom_outputs=answer),
    task_args={"deals": 1, "preset": "pairs", "every": 2},
    display="none",
)
print(log.status, *(f"{score.name}={score.metrics['mean'].value}" for score in log.results.scores))
"""


def test_the_task_of_inspect_plays_the_same_games(python: Path, tmp_path: Path) -> None:
    install_into(python, "inspect-ai>=0.3.200", cwd=tmp_path)

    printed = run(python, "-c", INSPECTED, cwd=tmp_path, NO_COLOR="1")

    assert printed.startswith("success") and " brier=0.25 " in printed and "share=" in printed


LEARNING = """
import sys
import gymnasium
from games.bots import aec

env = gymnasium.make("games.bots.gym_env:gofish-v0", against=("memory",))
_, _ = env.reset(seed=7)
is_over = False
while not is_over:
    _, reward, is_over, _, _ = env.step(env.action_space.sample())
table = aec.env("pagat", seats=3)
table.reset(seed=7)
print(aec.__file__, reward, table.agents)
assert "gofish-v0" in gymnasium.registry
assert "django" not in sys.modules
"""


def test_the_learning_environments_are_those_of_the_installed_wheel(
    python: Path, tmp_path: Path
) -> None:
    for name in ("numpy", "pettingzoo"):
        pytest.importorskip(name, reason="the extra of requirements/learn.in is not installed")
    gymnasium = pytest.importorskip("gymnasium")
    # The extra is tens of megabytes, so it comes from the environment of the tests.
    with_extra = str(Path(str(gymnasium.__file__)).parent.parent)

    printed = run(python, "-c", LEARNING, cwd=tmp_path, PYTHONPATH=with_extra)

    assert printed.startswith(str(python.parent.parent)), printed
