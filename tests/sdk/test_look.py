"""`gofish watch` and `gofish replay` print each move of a game once, and the table."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gofishkit import Client, Game
from gofishkit.commands.look import line_of
from tests.notation.logs import notation_of
from tests.patience import PATIENCE
from tests.sdk.running import environment
from tests.servers import ROOT

pytestmark = pytest.mark.slow


def start(*words: str, cwd: Path | None = None) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gofishkit", *words],
        env=environment(COLUMNS="300"),
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def numbers(printed: str) -> list[int]:
    return [
        int(found) for found in re.findall(r"^ *(\d+)  (?:seat|referee)", printed, re.MULTILINE)
    ]


def test_a_game_is_watched_while_it_is_played_and_replayed_later(shared_server: str) -> None:
    with Client.guest(shared_server) as client:
        game = Game.against(client, "random")
        watcher = start("watch", game.id, f"--server={shared_server}")
        for _ in game:
            while game.my_turn:
                game.act(game.legal_actions[0])

    watched, _ = watcher.communicate(timeout=PATIENCE)
    replayed, _ = start("replay", game.id, f"--server={shared_server}", "--pause=0").communicate()

    assert numbers(watched) == numbers(replayed) == [*range(1, game.version + 1)]
    assert f"{game.id}: over" in watched and "asks seat" in watched


def test_a_game_that_is_not_there_is_an_error(shared_server: str, tmp_path: Path) -> None:
    process = start("watch", "00000000000", f"--server={shared_server}")
    printed, _ = process.communicate(timeout=PATIENCE)

    assert process.returncode == 1
    assert printed.startswith("game_not_found") and "Traceback" not in printed


def test_without_a_server_the_address_that_was_tried_is_named() -> None:
    process = start("replay", "00000000000", "--server=http://127.0.0.1:9")
    printed, _ = process.communicate(timeout=PATIENCE)

    assert process.returncode == 1
    assert printed.startswith("No answer from http://127.0.0.1:9: ") and "--server" in printed


def test_a_file_in_place_of_a_game_is_verified_by_another_command() -> None:
    file = str(ROOT / "tests" / "transcripts" / "classic.json")

    process, verifier = start("replay", file), start("verify", file)
    printed, _ = process.communicate(timeout=PATIENCE)
    verified, _ = verifier.communicate(timeout=PATIENCE)

    assert process.returncode == 1 and f"gofish verify {file}" in printed
    assert verifier.returncode == 0, verified


def test_a_notation_is_verified_too(tmp_path: Path) -> None:
    (tmp_path / "game.gfn").write_text(notation_of())
    (tmp_path / "forged.gfn").write_text(notation_of().replace("0>1:", "1>0:", 1))
    tried = [["game.gfn"], ["forged.gfn"], ["game.gfn", "--receipts=r.json"]]

    processes = [start("verify", *words, cwd=tmp_path) for words in tried]
    printed = [process.communicate(timeout=PATIENCE)[0] for process in processes]

    assert [process.returncode for process in processes] == [0, 1, 2], printed
    assert printed[0].startswith("HOLDS") and "BROKEN" in printed[1]
    assert "header Receipts" in printed[2]


def test_a_notation_sends_the_terminal_no_controls(tmp_path: Path) -> None:
    escape = r'Rules: {"\u001b[31m":1,'
    (tmp_path / "game.gfn").write_text(notation_of().replace("Rules: {", escape, 1))
    tried = ["game.gfn", "x" * 300]  # no file system has names this long

    processes = [start("verify", name, cwd=tmp_path) for name in tried]
    printed = [process.communicate(timeout=PATIENCE)[0] for process in processes]

    assert [process.returncode for process in processes] == [2, 2], printed
    assert r"Unknown option: \x1b[31m" in printed[0]
    assert all("cannot be verified: " in text for text in printed)


def test_an_event_of_a_later_version_is_shown_by_its_members() -> None:
    move = {"number": 3, "seat": 1, "events": [{"type": "sang", "song": "[red]?"}]}

    assert line_of(move).endswith(r"sang song=\[red]?")
