"""The installation: which Python it takes, and when it makes an environment again."""

import os
import re
import subprocess
from itertools import chain
from pathlib import Path

import pytest

from tests.servers import ROOT

pytestmark = [pytest.mark.slow]

OLD, GOOD, OTHER = "3.10", "3.12", "3.13"
PYTHON = """\
#!/bin/sh
case "$*" in
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && touch "$3/bin/pip" ;;
  "-m pip "*) ;;
  *) echo {version}; exit {status} ;;
esac
"""
"""Answers as a Python of a version does, makes environments and installs nothing."""
GONE = "#!/bin/false\n"


def interpreter(file: Path, version: str) -> Path:
    """Write a program that stands for a Python of this version."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PYTHON.format(version=version, status=int(version == OLD)))
    file.chmod(0o755)
    return file


def install(folder: Path, *, python: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """Install a lock without packages into ``folder/.env``, with ``PYTHON`` and a ``PATH``."""
    (folder / "empty.txt").touch()
    return subprocess.run(
        [ROOT / "requirements/install.sh", ".env", "empty.txt"],
        cwd=folder,
        env=os.environ | {"PYTHON": python, "PATH": f"{path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment that was made by a good Python, and a file in it that a new one lacks."""
    folder = tmp_path / ".env"
    interpreter(folder / "bin/python", GOOD)
    (folder / "bin/pip").touch()
    (folder / "kept").touch()
    return folder


def test_a_python_that_is_too_old_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    old = interpreter(tmp_path / "bin/python3", OLD)

    ran = install(tmp_path, python=str(old))

    assert ran.returncode == 1
    assert "3.11 or newer" in ran.stderr and OLD in ran.stderr
    assert not (tmp_path / ".env").exists()


def test_without_a_choice_the_first_python_that_is_new_enough_is_taken(tmp_path: Path) -> None:
    interpreter(tmp_path / "bin/python3.11", OLD)  # whatever its name
    good = interpreter(tmp_path / "bin/python3.12", GOOD)

    ran = install(tmp_path, python="", path=str(good.parent))

    assert ran.returncode == 0, ran.stderr
    assert GOOD in ran.stdout and str(good) in ran.stdout


@pytest.mark.parametrize("chosen", ["", GOOD])
def test_an_environment_that_fits_is_kept(tmp_path: Path, environment: Path, chosen: str) -> None:
    other = interpreter(tmp_path / "bin/python3.11", OTHER)
    python = str(interpreter(tmp_path / "good", GOOD)) if chosen else ""

    assert install(tmp_path, python=python, path=str(other.parent)).returncode == 0

    assert (environment / "kept").exists()


def test_an_environment_of_another_version_is_made_again(tmp_path: Path, environment: Path) -> None:
    other = interpreter(tmp_path / "bin/python", OTHER)

    assert install(tmp_path, python=str(other)).returncode == 0

    assert not (environment / "kept").exists()


@pytest.mark.parametrize("fault", ["old", "gone", "unfinished"])
def test_an_environment_that_cannot_be_used_is_made_again(
    tmp_path: Path, environment: Path, fault: str
) -> None:
    good = interpreter(tmp_path / "bin/python3.11", GOOD)
    if fault == "old":
        interpreter(environment / "bin/python", OLD)
    elif fault == "gone":
        (environment / "bin/python").write_text(GONE)
    else:
        (environment / "bin/pip").unlink()

    assert install(tmp_path, python="", path=str(good.parent)).returncode == 0

    assert not (environment / "kept").exists()


def test_every_target_with_a_description_is_in_a_group_of_the_help() -> None:
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    described = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)

    _, *groups = re.split(r"^(\w+)$", shown.stdout, flags=re.MULTILINE)

    listed = [re.findall(r"^  make ([a-z-]+)", text, re.MULTILINE) for text in groups[1::2]]
    assert groups[::2] == ["Run", "Test", "Change", "Measure"]
    assert all(listed)
    assert {"help", *chain.from_iterable(listed)} == {*described}
