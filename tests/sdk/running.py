"""Bots that a test writes, and the command `gofish` in a process of its own."""

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

from tests.patience import PATIENCE
from tests.servers import ROOT

SOURCES = ROOT / "clients" / "python" / "src"
LEGAL = """
def choose(view, history, rng):
    legal = view["legal_actions"]
    return rng.choice([each for each in legal if each["type"] == "ask"] or legal)
"""
"""A bot that plays legally."""


def environment(**variables: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": f"{SOURCES}{os.pathsep}{ROOT}"} | variables


def start(
    folder: Path,
    server: str,
    *options: str,
    bot: str = LEGAL,
    output: Path | None = None,
    **variables: str,
) -> "subprocess.Popen[str]":
    """Start `gofish bot` with a bot in a folder, where it remembers its guest too.

    It prints to a pipe, or adds to the file ``output``.
    """
    (folder / "mybot.py").write_text(bot)
    kept = f"--file={folder / 'guest.json'}"
    command = [sys.executable, "-m", "gofishkit", "bot", "mybot:choose", f"--server={server}", kept]
    with nullcontext() if output is None else output.open("a") as file:
        return subprocess.Popen(
            [*command, *options],
            cwd=folder,
            env=environment(**variables),
            stdout=subprocess.PIPE if file is None else file,
            stderr=subprocess.STDOUT,
            text=True,
        )


def finish(runner: "subprocess.Popen[str]", status: int = 0) -> str:
    """Let a runner end, and return what it printed."""
    try:
        printed, _ = runner.communicate(timeout=PATIENCE)
    finally:
        runner.kill()
    assert runner.returncode == status, printed
    return printed
