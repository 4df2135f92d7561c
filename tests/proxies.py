"""The proxy, pooler and cache of production, with the files of `ops/`, if they are installed."""

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

import psycopg

from tests.postgres import free_port
from tests.processes import find
from tests.timeouts import PATIENCE

OPS = Path(__file__).parent.parent / "ops"
START_SECONDS = PATIENCE

NGINX = find("nginx")
PGBOUNCER = find("pgbouncer")
REDIS = find("redis-server") or find("valkey-server")


@contextmanager
def nginx(
    folder: Path,
    *,
    api: Sequence[int],
    requests_at_once: int | None = None,
    files: Path | None = None,
    mcp: int | None = None,
) -> Iterator[int]:
    """Run the proxy before servers on these ports of the loopback, without TLS; yield its own port.

    With ``requests_at_once``, an address gets that many requests and then one a minute. Dumps are
    in ``dumps`` of the folder ``files``. The MCP server listens at the port ``mcp``.
    """
    assert NGINX, "nginx is not installed"
    port = free_port()
    home = folder / "nginx"
    home.mkdir()
    conf = (OPS / "nginx/nginx.conf").read_text()
    if requests_at_once is not None:
        limit = f"burst={requests_at_once - 1} nodelay"
        conf, count = re.subn(r"burst=400 delay=20", limit, conf.replace("100r/s", "1r/m"))
        assert count == 1
    if os.geteuid() == 0:
        conf = f"user root;\n{conf}"  # another user may not enter the folders of tests
    conf = conf.replace("/tmp/", f"{home}/")  # noqa: S108
    if files is not None:
        conf, count = re.subn(r"root /srv;", f"root {files};", conf)
        assert count == 1
    conf = conf.replace("http://mcp:8100", f"http://127.0.0.1:{mcp or api[0]}")
    (home / "nginx.conf").write_text(f"daemon off;\n{conf}")
    (home / "listen.conf").write_text(f"listen 127.0.0.1:{port};\n")
    (home / "plain_http.conf").write_text("")
    servers = "".join(f"  server 127.0.0.1:{each} max_fails=1 fail_timeout=2s;\n" for each in api)
    upstreams = (OPS / "nginx/upstreams.conf").read_text().replace("resolver", "# resolver")
    upstreams, count = re.subn(r"(?:    server .*\n)+", servers, upstreams)
    assert count == 1
    (home / "upstreams.conf").write_text(upstreams)
    command = [NGINX, "-p", str(home), "-c", str(home / "nginx.conf"), "-e", str(home / "log")]
    with _running(command, lambda: _answers(f"http://127.0.0.1:{port}/"), home / "out"):
        yield port


@contextmanager
def pgbouncer(folder: Path, url: str) -> Iterator[str]:
    """Run the pooler before a database; yield the address to use instead."""
    assert PGBOUNCER, "PgBouncer is not installed"
    port, server = free_port(), urlsplit(url)
    home = folder / "pgbouncer"
    home.mkdir()
    folder.chmod(0o755)  # it refuses to run as root, so it runs as another user
    name = server.path.removeprefix("/")
    conf = (OPS / "pgbouncer.ini").read_text()
    for pattern, value in (
        (r"^gofish = .*$", f"{name} = host=127.0.0.1 port={server.port} dbname={name}"),
        (r"^listen_addr = .*$", "listen_addr = 127.0.0.1\nunix_socket_dir ="),
        (r"^listen_port = .*$", f"listen_port = {port}"),
        (r"^auth_file = .*$", f"auth_file = {home}/userlist.txt"),
    ):
        conf, count = re.subn(pattern, value, conf, flags=re.MULTILINE)
        assert count == 1, pattern
    if not has_prepared_statements():
        conf = re.sub(r"^max_prepared_statements.*\n", "", conf, flags=re.MULTILINE)
    (home / "pgbouncer.ini").write_text(conf)
    password = unquote(server.password or "")
    (home / "userlist.txt").write_text(f'"{server.username}" "{password}"\n')
    login = f"{server.username}:{server.password}@127.0.0.1:{port}"
    own = server._replace(netloc=login).geturl()
    for path in (home, *home.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    user = ["--user=nobody"] if os.geteuid() == 0 else []
    command = [PGBOUNCER, *user, str(home / "pgbouncer.ini")]
    with _running(command, lambda: _connects(own), home / "out"):
        yield own


@contextmanager
def redis(folder: Path, port: int | None = None, *options: str) -> Iterator[str]:
    """Run a Redis or Valkey that keeps nothing, on this port or a free one; yield its address."""
    assert REDIS, "Redis is not installed"
    port = port or free_port()
    command = [
        REDIS,
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--dir",
        str(folder),
        *options,
    ]
    with _running(command, lambda: _listens(port), folder / "redis.log"):
        yield f"redis://127.0.0.1:{port}/0"


def has_prepared_statements() -> bool:
    """Return whether this PgBouncer lets clients prepare statements: 1.21 and newer do."""
    assert PGBOUNCER
    printed = subprocess.run([PGBOUNCER, "--version"], capture_output=True, text=True, check=True)
    found = re.search(r"PgBouncer (\d+)\.(\d+)", printed.stdout)
    assert found, printed.stdout
    return (int(found[1]), int(found[2])) >= (1, 21)


@contextmanager
def _running(command: list[str], is_up: Callable[[], bool], log: Path) -> Iterator[None]:
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not is_up():
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()


def _answers(url: str) -> bool:
    try:
        urlopen(url, timeout=2).close()  # noqa: S310
    except URLError as error:
        return hasattr(error, "code")
    except OSError:
        return False
    return True


def _connects(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
