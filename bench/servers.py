"""Servers to be measured: started at a port of their own, weighed in processor seconds and memory."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from django.db import connection

PYTHON = os.environ.get("SERVING_PYTHON", sys.executable)
"""Of an installation without the tools of development, of which libraries load what they find."""
GRANIAN = [
    *(PYTHON, "-m", "granian", "--interface", "wsgi", "--no-ws", "--log-level", "error"),
    *("--workers", "2", "--blocking-threads", "2"),
]
API = [PYTHON, "manage.py", "serve"]
if connection.vendor == "postgresql":
    API = [PYTHON, "manage.py", "serve_api", "--workers=2", "--threads=2"]
NULL = [*GRANIAN, "bench.null_server:application"]
# Limits count, and never strike.
SETTINGS = {
    "RATES": "address=100000000/min,account=100000000/min,registration=none,"
    "registration_tries=none,creation=none,creation_address=none",
    "LOG_LEVEL": "WARNING",
}
TICKS = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class Server(NamedTuple):
    """A server's port and process."""

    port: int
    pid: int


def machine() -> str:
    """Describe the machine."""
    with open("/proc/cpuinfo") as file:
        models = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    python = sys.version.partition(" ")[0]
    return f"{len(models)} cores of {models[0]}, Python {python}, load {load}"


@contextmanager
def serving(command: Sequence[str], **environment: str) -> Iterator[Server]:
    """Run a server."""
    port = free_port()
    environ = {**os.environ, **environment}
    process = subprocess.Popen(
        [*command, "--port", str(port)], env=environ, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(30)


def wait_for(port: int) -> None:
    """Wait until somebody answers at a port.

    :raises TimeoutError: if nobody does in half a minute.
    """
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.1)
    raise TimeoutError(f"nobody answers at port {port}")


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def postmaster() -> int:
    """Return the process below which all of PostgreSQL runs, which must be on this machine; 0 for SQLite."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        with open(f"/proc/{cursor.fetchone()[0]}/stat") as stat:
            return int(stat.read().rpartition(")")[2].split()[1])


def cpu(pid: int) -> float:
    """Return the processor seconds of a process and all below it, those included that have ended."""
    if not pid:
        return 0.0
    times = {member: fields[11:15] for member, fields in _family(pid).items()}
    return sum(int(field) for fields in times.values() for field in fields) / TICKS


def memory(pid: int) -> float:
    """Return the megabytes that the largest process holds of a process and all below it: a worker's."""
    pages = max(int(fields[21]) for fields in _family(pid).values())
    return pages * PAGE_BYTES / 1e6


def _family(pid: int) -> dict[int, list[str]]:
    """Return a process and all below it, each with what ``stat`` says after its name."""
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
