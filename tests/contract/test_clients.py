"""Clients generated from the schema: they install, pass type checks and play a whole game."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import find
from tests.sdk.running import proved_by
from tests.servers import ROOT

pytestmark = pytest.mark.slow

CLIENTS = ROOT / "clients"
MODULES = CLIENTS / "node_modules"
NODE = find("node")

needs_node = pytest.mark.skipif(
    NODE is None or not MODULES.is_dir(), reason="clients/node_modules is missing: make clients"
)


def test_the_python_client_plays_a_whole_game(shared_server: str, tmp_path: Path) -> None:
    project, installed = tmp_path / "project", tmp_path / "installed"
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--meta=setup"]
    config = f"--config={CLIENTS / 'openapi-python-client.yaml'}"
    run(*generator, f"--path={ROOT / 'schema.yaml'}", config, f"--output-path={project}")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    run(*pip, "--disable-pip-version-check", f"--target={installed}", project)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}"]
    run(*mypy, CLIENTS / "play.py", MYPYPATH=str(installed))

    option = f"--receipts={tmp_path / 'receipts.json'}"
    client = CLIENTS / "play.py"
    output = run(sys.executable, client, shared_server, option, PYTHONPATH=str(installed))
    moves, proved = proved_by(tmp_path / "receipts.json", shared_server)

    assert_all_books(output)
    assert proved == moves


@needs_node
def test_typescript_plays_a_whole_game(shared_server: str, tmp_path: Path) -> None:
    for name in ("play.ts", "tsconfig.json", "package.json"):
        shutil.copy(CLIENTS / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(MODULES)
    types = tmp_path / "generated" / "gofish.d.ts"
    node = [NODE, "--no-warnings"]
    generator = [*node, MODULES / ".bin/openapi-typescript", "--default-non-nullable=false"]
    run(*generator, ROOT / "schema.yaml", f"--output={types}")
    run(*node, MODULES / ".bin/tsc", "--project", tmp_path)

    option = f"--receipts={tmp_path / 'receipts.json'}"
    output = run(*node, tmp_path / "play.ts", shared_server, option)
    moves, proved = proved_by(tmp_path / "receipts.json", shared_server)

    assert_all_books(output)
    assert proved == moves


def assert_all_books(output: str) -> None:
    """Assert that the output shows thirteen books."""
    result = re.fullmatch(r"all_books: \[?(\d+), ?(\d+)\]?\n|all_books: (\d+),(\d+)\n", output)
    assert result, output
    assert sum(int(books) for books in result.groups() if books) == 13


def run(*command: str | Path | None, **environ: str) -> str:
    """Run a command and return its output.

    :raises AssertionError: it fails; the message is its error output.
    """
    done = subprocess.run(
        [str(word) for word in command],
        env=os.environ | environ,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
