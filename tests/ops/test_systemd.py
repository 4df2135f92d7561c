"""The units of `ops/systemd`, and the page that describes them."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from tests.servers import ROOT

UNITS = ROOT / "ops/systemd"
PAGE = (ROOT / "docs/operations/machine.md").read_text()
ANALYZE = shutil.which("systemd-analyze")


def command_of(unit: str) -> list[str]:
    [line] = re.findall(r"^ExecStart=(.*)$", (UNITS / unit).read_text(), re.MULTILINE)
    return shlex.split(line)


@pytest.mark.slow
@pytest.mark.skipif(not ANALYZE, reason="systemd-analyze is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    assert ANALYZE
    for unit in UNITS.glob("gofish*"):
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/gofish", str(ROOT)))

    ran = subprocess.run(
        [ANALYZE, "verify", "--man=no", *tmp_path.iterdir()], capture_output=True, text=True
    )

    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    ("unit", "has_referee"), [("gofish.service", True), ("gofish@.service", False)]
)
def test_a_unit_starts_a_command_that_takes_its_options(unit: str, has_referee: bool) -> None:
    python, manage, name, *options = [each.replace("%i", "8001") for each in command_of(unit)]
    app = get_commands()[name]
    assert isinstance(app, str)

    given = load_command_class(app, name).create_parser("manage.py", name).parse_args(options)

    assert (python, manage) == ("/opt/gofish/.venv/bin/python", "manage.py")
    assert f"{given.host}:{given.port}" in PAGE
    assert given.referee is has_referee


def test_the_backup_writes_where_the_unit_allows_it() -> None:
    _, script, folder = command_of("gofish-backup.service")

    assert (ROOT / script).is_file()
    assert f"ReadWritePaths={folder}\n" in (UNITS / "gofish-backup.service").read_text()
    assert f"--mode=700 {folder}\n" in PAGE
