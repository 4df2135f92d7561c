"""Start servers on free ports, and measure their CPU time and memory."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from django.db import connection

from tests.postgres import free_port

PYTHON = os.path.abspath(os.environ.get("SERVING_PYTHON", sys.executable))
"""The Python of an installation without development tools, which some libraries would load."""
API = [PYTHON, "manage.py", "serve"]
if connection.vendor == "postgresql":
    API = [*API, "--no-referee"]
NULL = [PYTHON, "-m", "uvicorn", "--no-access-log", "--log-level=error", "--lifespan=off"]
NULL = [*NULL, "bench.null_server:application"]
# Limits are counted but never reached.
OLD_RATES = (
    "address=100000000/min,account=100000000/min,registration=none,registration_tries=none,"
    "creation=none,creation_address=none"
)
"""Those that earlier revisions know too."""
SETTINGS = {
    "RATES": f"{OLD_RATES},keys=100000000/hour,keys_address=100000000/hour",
    "LOG_LEVEL": "WARNING",
}
TICKS = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class Server(NamedTuple):
    """A server's port and process."""

    port: int
    pid: int


def machine() -> str:
    """Return a description of the machine."""
    with open("/proc/cpuinfo") as file:
        models = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    python = sys.version.partition(" ")[0]
    return f"{len(models)} cores of {models[0]}, Python {python}, load {load}"


@contextmanager
def serving(
    command: Sequence[str], folder: Path | None = None, /, **environment: str
) -> Iterator[Server]:
    """Run a server on a free port, in a folder if one is given; yield it and stop it."""
    port = free_port()
    environ = {**os.environ, **environment}
    process = subprocess.Popen(
        [*command, "--port", str(port)], cwd=folder, env=environ, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(30)


def wait_for(port: int) -> None:
    """Wait until a server listens on a port.

    :raises TimeoutError: no server listens after 30 seconds.
    """
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.1)
    raise TimeoutError(f"no server listens on port {port}")


def postmaster() -> int:
    """Return the id of PostgreSQL's main process, which must be on this machine; 0 for SQLite."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        with open(f"/proc/{cursor.fetchone()[0]}/stat") as stat:
            return int(stat.read().rpartition(")")[2].split()[1])


def cpu(pid: int) -> float:
    """Return the CPU seconds of a process and its descendants, including ended ones."""
    if not pid:
        return 0.0
    times = {member: fields[11:15] for member, fields in _family(pid).items()}
    return sum(int(field) for fields in times.values() for field in fields) / TICKS


def memory(pid: int) -> float:
    """Return the megabytes of the largest among a process and its descendants."""
    pages = max(int(fields[21]) for fields in _family(pid).values())
    return pages * PAGE_BYTES / 1e6


def _family(pid: int) -> dict[int, list[str]]:
    """Return a process and its descendants, each with the fields of ``stat`` after its name."""
    stats: dict[int, list[str]] = {}
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as stat:
                    fields = stat.read().rpartition(")")[2].split()
            except OSError:
                continue
            stats[int(name)] = fields
            children.setdefault(int(fields[1]), []).append(int(name))
    family = [pid]
    for member in family:
        family += children.get(member, [])
    return {member: stats[member] for member in family if member in stats}
