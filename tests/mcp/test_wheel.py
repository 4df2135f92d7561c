"""The wheel of the MCP server, with what it needs, in a new environment outside the repository."""

import asyncio
import shutil
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from tests.mcp.playing import calling, play
from tests.sdk.test_wheels import NO_INDEX, run
from tests.servers import ROOT

pytestmark = [pytest.mark.slow]


def test_the_installed_command_plays_a_game(tmp_path: Path, shared_server: str) -> None:
    for name in ("python", "mcp"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
        shutil.copytree(ROOT / "clients" / name, tmp_path / name, ignore=ignored)
    build = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    run(*build, "./python", "./mcp", "--wheel-dir=wheels", cwd=tmp_path)
    run(sys.executable, "-m", "venv", "venv", cwd=tmp_path)
    scripts = tmp_path / "venv" / "bin"
    wheels = [*(tmp_path / "wheels").glob("*.whl")]
    try:
        run(scripts / "python", "-m", "pip", "install", "--quiet", *wheels, cwd=tmp_path)
    except AssertionError as error:
        if not any(text in str(error) for text in NO_INDEX):
            raise
        pytest.skip("no package index can be reached: the wheel is built, but not installed")
    options = [f"--server={shared_server}", f"--file={tmp_path / 'guest.json'}"]
    command = StdioServerParameters(command=str(scripts / "gofish-mcp"), args=options, cwd=tmp_path)

    async def whole() -> str:
        async with Client(command) as client:
            call = calling(client)
            game = (await call("new_game", once="1", preset="pairs"))["state"]["game"]
            return str((await play(call, game))["phase"])

    assert asyncio.run(whole()) == "over"
    assert run(scripts / "gofish-mcp", "--version", cwd=tmp_path) == "gofish-mcp 0.2.0\n"
