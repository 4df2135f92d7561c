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


@pytest.mark.parametrize(
    ("number", "original", "replacement"),
    [
        pytest.param(2, "status == 201", "status == 200", id="the status of a guest's account"),
        pytest.param(3, '"idempotency_key_reused"', '"key_reused"', id="the code of a refusal"),
        pytest.param(4, '"level": level', '"level": "wise"', id="a level that there is not"),
        pytest.param(5, "== (304, None)", "== (200, None)", id="what a known state is answered"),
        pytest.param(6, "(412,", "(409,", id="the status of a stale version"),
    ],
)
def test_a_wrong_block_fails(server: str, number: int, original: str, replacement: str) -> None:
    block = BLOCKS[number - 1]
    assert original in block

    with pytest.raises(AssertionError):
        run([*BLOCKS[: number - 1], block.replace(original, replacement)], server)


def test_an_altered_move_is_detected(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    *before, check = BLOCKS
    named = run(before, server)
    named["moves"][-1]["digest"] = named["moves"][0]["digest"]

    with pytest.raises(AssertionError):
        exec(check, named)  # noqa: S102 - a block of the page


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


def test_the_bot_stops_waiting_if_the_game_ends_before_its_turn(server: str) -> None:
    *before, wait = BLOCKS[:5]
    names = run(before, server)
    assert names["command"](f"/games/{names['game']}/resign", {})[0] == 200

    with pytest.raises(SystemExit, match=AGAIN):
        exec(localised(wait, server), names)  # noqa: S102 - a block of the page


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
