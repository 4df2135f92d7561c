"""The modules of the web client and of the JavaScript client pass the type checker."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.programs import find
from tests.servers import ROOT

CLIENTS = ROOT / "clients"
MODULES = CLIENTS / "node_modules"
NODE = find("node")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.slow,  # `make lint` has the same check
    pytest.mark.skipif(
        NODE is None or not (MODULES / "preact").is_dir(),
        reason="clients/node_modules is missing: make clients",
    ),
]


def test_the_modules_have_the_types_of_the_api(tmp_path: Path) -> None:
    for name in ("web", "clients/javascript"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(CLIENTS / "web.tsconfig.json", tmp_path / "clients")
    (tmp_path / "clients/node_modules").symlink_to(MODULES)
    types = tmp_path / "clients/generated/gofish.d.ts"
    run(
        MODULES / ".bin/openapi-typescript",
        ROOT / "schema.yaml",
        "--default-non-nullable=false",
        f"--output={types}",
    )
    shutil.copy(types, tmp_path / "clients/javascript/types/api.d.ts")

    run(MODULES / ".bin/tsc", "--project", tmp_path / "clients/web.tsconfig.json")


def run(*command: str | Path) -> None:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--no-warnings", *map(str, command)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
