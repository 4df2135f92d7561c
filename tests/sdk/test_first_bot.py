"""The page "Your first bot": each block runs, and its bot holds its own against `memory`."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import find
from tests.sdk.running import environment
from tests.servers import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "first-bot.md").read_text()
BOT, PROGRAM = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
_, _, ONLINE, OTHERS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the bots of the page."""
    (tmp_path / "mybot.py").write_text(BOT)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    return tmp_path


def run(line: str, folder: Path) -> str:
    """Run a command of the page and return what it printed."""
    words = shlex.split(line)
    assert words[0] == "gofish"
    programs = [str(Path(found).parent) for name in ("node", "jq") if (found := find(name))]
    path = os.pathsep.join([*programs, os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-m", "gofishkit", *words[1:]],
        cwd=folder,
        env=environment(XDG_STATE_HOME=str(folder), PATH=path),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def at(server: str, text: str) -> str:
    return text.replace("http://127.0.0.1:8000", server)


def test_the_block_for_a_server_plays_two_games(folder: Path, shared_server: str) -> None:
    assert run(at(shared_server, ONLINE), folder).startswith("2 games over. Won")


@pytest.mark.parametrize(
    ("number", "program", "printed"),
    [(0, "node", "1 games over. Won"), (1, "jq", "20 games: 10 deals")],
    ids=["node", "shell"],
)
def test_the_block_for_another_language_plays(
    folder: Path, shared_server: str, number: int, program: str, printed: str
) -> None:
    if find(program) is None:
        pytest.skip(f"{program} is missing")

    assert run(at(shared_server, OTHERS.splitlines()[number]), folder).startswith(printed)


def test_the_program_without_the_runner_plays_a_game(
    shared_server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(at(shared_server, PROGRAM), {})  # noqa: S102 - a block of the page

    assert "game_over" in capsys.readouterr().out
