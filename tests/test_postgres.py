"""What runs a command against a PostgreSQL of its own: nothing of the command stays behind."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE, eventually

pytestmark = pytest.mark.slow

COMMAND = """
import os, signal, sys
from tests import postgres
signal.signal(signal.SIGTERM, postgres._exit)
shell = f"echo $$ >{sys.argv[1]}; sleep 600 & echo $! >>{sys.argv[1]}; wait; true"
sys.exit(postgres.run(["sh", "-c", shell], dict(os.environ)))
"""


def is_alive(pid: int) -> bool:
    """Return whether a process runs; one that has ended may wait for its parent to notice."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc here")
def test_a_command_that_is_terminated_ends_its_whole_process_tree(tmp_path: Path) -> None:
    noted = tmp_path / "pids"
    running = subprocess.Popen([sys.executable, "-c", COMMAND, noted])
    eventually(lambda: noted.exists() and len(noted.read_text().splitlines()) == 2)
    begun = [int(line) for line in noted.read_text().splitlines()]
    assert all(map(is_alive, begun))

    running.send_signal(signal.SIGTERM)

    assert running.wait(PATIENCE) == 128 + signal.SIGTERM
    eventually(lambda: not any(map(is_alive, begun)))
