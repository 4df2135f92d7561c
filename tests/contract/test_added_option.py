"""An option and an overlay more in a copy of the rules break no client of the last release and no
old log.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.changes import RELEASED, breaking, read
from tests.servers import ROOT

pytestmark = [pytest.mark.slow]

FIELD = '    mercy: Literal["none", "one_card"] = "none"\n'
OVERLAY = '        Overlay("merciful", "Mercy", "own", "Be kind.", {"mercy": "one_card"}),\n'
OPTION = '        Option("mercy", _choice("none", "one_card"), "Whether to be kind.", "own"),\n'
END_OF_TABLE = r"    \)\n\}\n"


def test_an_option_more_breaks_no_client_of_the_last_release(tmp_path: Path) -> None:
    copy_with_an_option_more(tmp_path)
    schema = tmp_path / "with_an_option_more.yaml"
    # Not `manage.py`: Python looks for modules next to the original of a linked script.
    make = [sys.executable, "-m", "django", "spectacular", "--validate", "--fail-on-warn"]

    subprocess.run([*make, f"--file={schema}"], cwd=tmp_path, check=True)

    new = read(schema)
    assert "mercy" in new["components"]["schemas"]["Rules"]["required"]
    assert breaking(read(RELEASED), new) == []


def test_the_golden_games_need_not_be_recorded_again_for_an_option_more(tmp_path: Path) -> None:
    copy_with_an_option_more(tmp_path)
    tests = ["tests/engine/test_transcripts.py", "tests/games/test_upgrade.py"]
    chosen = "golden_game and classic or written_again and classic or log_from and mercy"
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-k", chosen]
    environ = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path}/gofish.sqlite3"}

    done = subprocess.run(
        [*command, *tests],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "test_a_log_from_before_an_option_existed_holds[mercy]" in done.stdout


def test_a_batch_refuses_an_option_that_it_does_not_play(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="the extra of requirements/learn.in is not installed")
    copy_with_an_option_more(tmp_path)
    program = "from games.bots.batch import BatchGames; BatchGames(options={'mercy': 'one_card'})"

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert "with this mercy" in done.stderr


def copy_with_an_option_more(folder: Path) -> None:
    """Make a copy of the code, of links except for the rules, and add an option and an overlay."""
    link_all(ROOT, folder, but="games")
    link_all(ROOT / "games", folder / "games", but="engine")
    link_all(ROOT / "games/engine", folder / "games/engine")
    insert(folder / "games/engine/rules.py", FIELD, before=r"\n    @property")
    insert(folder / "games/engine/options.py", OPTION, before=END_OF_TABLE)
    insert(folder / "games/engine/presets.py", OVERLAY, before=END_OF_TABLE + r"\Z")


def link_all(original: Path, folder: Path, *, but: str = "") -> None:
    """Fill a folder with links to all that the original has, except for one name."""
    folder.mkdir(exist_ok=True)
    for path in original.iterdir():
        if path.name not in (but, "__pycache__", "var"):
            (folder / path.name).symlink_to(path)


def insert(file: Path, lines: str, *, before: str) -> None:
    """Replace a linked file by one with lines more, before the first match of a pattern."""
    original = ROOT / "games/engine" / file.name
    text, found = re.subn(before, lambda match: lines + match[0], original.read_text(), count=1)
    assert found
    file.unlink()
    file.write_text(text)
