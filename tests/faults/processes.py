"""Server processes that a test can kill and restart, and a database that it can stop."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests import databases
from tests.postgres import free_port

READY_SECONDS = 60.0
NO_REFEREE = ("serve", "--no-referee")


class Worker:
    """A long-running `manage.py` command with all its child processes."""

    program: tuple[str, ...] = (sys.executable, "manage.py")

    def __init__(self, log: Path, environment: Mapping[str, str], *command: str) -> None:
        self._log, self._environment, self._command = log, environment, command
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self.program, *self._command],
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """Kill it at once, as `kill -9` does."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> int:
        """Send SIGTERM and return its exit status."""
        assert self._process is not None
        self._process.terminate()
        status = self._process.wait(READY_SECONDS)
        self._process = None
        return status

    @property
    def pid(self) -> int:
        """The process, while it runs."""
        assert self._process is not None
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether it ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def output(self) -> str:
        """Return its output."""
        return self._log.read_text(errors="replace")


class Server(Worker):
    """A `manage.py serve` that keeps its port when restarted.

    Without a command of its own it is a `serve` without the referee's process, which takes as long
    to start as the server.
    """

    def __init__(self, log: Path, environment: Mapping[str, str], *command: str) -> None:
        self.port = free_port()
        super().__init__(log, environment, *(command or NO_REFEREE), f"--port={self.port}")

    def start(self) -> None:
        """Start the process and wait until it answers."""
        super().start()
        deadline = time.monotonic() + READY_SECONDS
        while not self._answers():
            assert not self.has_ended and time.monotonic() < deadline, self.output()
            time.sleep(0.01)

    def kill(self) -> None:
        """Kill it and wait until no process listens: its workers end a little later."""
        super().kill()
        self.wait_until_unheard()

    def wait_until_unheard(self) -> None:
        """Wait until it accepts no connections."""
        while self._is_heard():
            time.sleep(0.01)

    def _is_heard(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as probe:
                probe.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                probe.settimeout(READY_SECONDS)
                return probe.recv(12) == b"HTTP/1.1 200"
        except OSError:
            return False


@contextmanager
def serving(
    folder: Path,
    count: int = 1,
    settings: Mapping[str, str] | None = None,
    command: tuple[str, ...] = NO_REFEREE,
) -> Iterator[list[Server]]:
    """Start servers, on the database of the running test unless the settings name another."""
    variables = environment(**{"DATABASE_URL": databases.url()} | dict(settings or {}))
    started = [Server(folder / f"server-{n}.log", variables, *command) for n in range(count)]
    with ExitStack() as stack:
        for server in started:
            stack.callback(server.kill)
            server.start()
        yield started


def environment(**settings: str) -> dict[str, str]:
    """Return the environment of a server with these settings that logs only warnings."""
    return os.environ | {"LOG_LEVEL": "WARNING"} | settings


def children(pid: int, module: str) -> list[int]:
    """Return the child processes of a process that run a module."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == pid and module.encode() in command:
                found.append(int(folder.name))
    return found


@contextmanager
def serving_metrics(folder: Path, *command: str) -> Iterator[tuple[Server, int]]:
    """Start a server on the test's database; yield it and the port of its metrics.

    The command is that of `Server`.
    """
    metrics = free_port()
    own = {
        "DATABASE_URL": databases.url(),
        "LOG_LEVEL": "WARNING",
        "METRICS_PORT": str(metrics),
    }
    server = Server(folder / "log", os.environ | own, *command)
    server.start()
    yield server, metrics
    server.kill()
