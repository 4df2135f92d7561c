"""Receipts that a client saved: held against the transcript of its game, by the verifier itself."""

import json
import subprocess
import sys
from pathlib import Path

import httpx

from tests.servers import ROOT


def proved_by(receipts: Path, server: str) -> tuple[int, int]:
    """Verify the transcript of the game that a receipts file is of; return its moves, and how many
    are proved.

    :raises AssertionError: if something does not hold.
    """
    game = json.loads(receipts.read_text())["game"]
    # The first such request starts the server's second process, which takes long on a busy machine.
    answer = httpx.get(f"{server}/api/v1/games/{game}/transcript", timeout=60).raise_for_status()
    transcript = receipts.with_name("transcript.json")
    transcript.write_bytes(answer.content)
    files = [str(transcript), "--receipts", str(receipts)]
    command = [sys.executable, "-m", "games.engine.verify", *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    noted = json.loads(receipts.read_text())["receipts"]
    proved = max(each["number"] for each in noted)
    assert f"Moves 1 to {proved} are the ones shown during play" in done.stdout
    return len(answer.json()["moves"]), proved
