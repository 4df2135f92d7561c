"""The code blocks of the guide to writing a bot, run in order, play a game on a running server."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers import ROOT, serving

pytestmark = pytest.mark.slow

GUIDE = (ROOT / "docs" / "guide-bot.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
AGAIN = "run it again"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


def test_the_blocks_play_a_game_that_verifies(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    after = run(BLOCKS, server)

    assert after["state"]["phase"] == "over"
    assert after["state"]["seats"][1]["bot"] == "memory"
    assert len(after["moves"]) == after["state"]["version"] == after["verdict"]["moves"]
    offline = subprocess.run(
        [sys.executable, "-m", "games.engine.verify", str(tmp_path / "transcript.json")],
        cwd=ROOT,
        check=False,
    )
    assert offline.returncode == 0


@pytest.mark.parametrize(
    "rules",
    [
        '"preset": "bicycle", "overlays": ["wild_cards"]',
        '"preset": "classic", "overlays": ["specific_card"]',
        '"preset": "pagat_authors"',
    ],
)
def test_the_bot_plays_other_rules_without_changes(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = [block.replace('"preset": "classic"', rules) for block in BLOCKS]
    refused = blocks.pop(5)  # its refusals are those of the classic game
    assert "stale_version" in refused

    assert run(blocks, server)["verdict"]["holds"]


def test_only_the_standard_library_is_needed(server: str, tmp_path: Path) -> None:
    bare = tmp_path / "bot.py"
    bare.write_text(localised("".join(BLOCKS), server))
    python = shutil.which("python3.11") or sys.executable

    while True:
        done = subprocess.run(
            [python, "-I", "-S", str(bare)],  # no site-packages
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        if AGAIN not in done.stderr:
            break

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("The game holds")


def run(blocks: list[str], server: str) -> dict[str, Any]:
    """Run blocks in order and return their global names; repeat them where the page says so."""
    while True:
        names: dict[str, Any] = {"__name__": "__main__"}
        try:
            for block in blocks:
                exec(localised(block, server), names)  # noqa: S102 - a block of the page
        except SystemExit as ended:
            if AGAIN not in str(ended):
                raise
        else:
            return names


def localised(block: str, server: str) -> str:
    """Replace the address in a block by this server's."""
    return block.replace("http://127.0.0.1:8000", server)
