"""The README's first game runs as it stands."""

import json
import os
import re
import subprocess
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.programs import find
from tests.servers import ROOT

README = (ROOT / "README.md").read_text()


@pytest.mark.slow
@pytest.mark.skipif(not (find("curl") and find("bash")), reason="curl or bash is not installed")
def test_a_game_in_six_lines(shared_server: str) -> None:
    [block] = re.findall(r"```bash\n(.*?)```", README, re.DOTALL)
    game = block.partition("\n\n")[2].splitlines()
    assert len(game) == 6

    # The last line again, as the text suggests.
    done = run_in_bash(block + game[-1], port=shared_server.rpartition(":")[2])

    joined, asked, again = documents(done)
    assert joined["state"]["phase"] == "ask"
    assert joined["moves"][-1]["events"][0]["type"] == "dealt"
    assert asked["moves"][0]["events"][0]["type"] == "asked"
    assert again == asked


def run_in_bash(script: str, port: str) -> str:
    done = subprocess.run(
        ["bash", "-c", script],
        env=os.environ | {"PORT": port},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def documents(text: str) -> list[Any]:
    """Read consecutive JSON objects."""
    decoder, found = json.JSONDecoder(), []
    while text := text.lstrip():
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:]
    return found
