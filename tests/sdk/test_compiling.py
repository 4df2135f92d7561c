"""What happens where the engine cannot be compiled: commands run with pure Python."""

import os
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.servers import ROOT

COMPILED = [sys.executable, "clients/python-local/compiled.py"]
LOADED = [sys.executable, "-c", "from games.engine import build; print(build.loaded())"]


def run(*arguments: str, cache: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMPILED, *arguments],
        cwd=ROOT,
        env=os.environ | {"XDG_CACHE_HOME": str(cache)} | environ,
        capture_output=True,
        text=True,
        timeout=7200,
        check=False,
    )


@pytest.mark.slow
def test_a_missing_compiler_is_named(tmp_path: Path) -> None:
    done = run(cache=tmp_path, CC="no-such-compiler -O2")

    assert (done.returncode, done.stdout) == (1, "")
    assert "no C compiler (no-such-compiler -O2)" in done.stderr


@pytest.mark.slow
def test_a_command_runs_in_pure_python_without_a_compiler(tmp_path: Path) -> None:
    done = run("--", *LOADED, cache=tmp_path, CC="no-such-compiler")

    assert (done.returncode, done.stdout) == (0, "pure\n")
    assert "pure Python" in done.stderr


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_is_no_fault_of_a_command(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")

    done = run("--", *LOADED, cache=tmp_path / "file")

    assert (done.returncode, done.stdout) == (0, "pure\n")


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["build"], ["--"]])
def test_unknown_arguments_are_explained(arguments: list[str], tmp_path: Path) -> None:
    done = run(*arguments, cache=tmp_path)

    assert done.returncode == 2
    assert "-- COMMAND" in done.stderr


def test_every_package_of_the_wheel_is_copied() -> None:
    project = tomllib.loads((ROOT / "clients/python-local/pyproject.toml").read_text())
    compiled = runpy.run_path(str(ROOT / COMPILED[1]))

    folders = project["tool"]["setuptools"]["package-dir"].values()

    assert {folder.removeprefix("../../") for folder in folders} <= {*compiled["SOURCES"]}
