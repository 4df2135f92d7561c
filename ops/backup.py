"""Back up the database of ``DATABASE_URL``, and prove it: restore the copy into a scratch database,
migrate it and verify every game there.

    python ops/backup.py FOLDER [--keep 14]

A copy gets its name only after the proof. The oldest are deleted beyond ``--keep``. On PostgreSQL,
the role of the URL owns the tables and may create databases, and the programs of PostgreSQL are on
the PATH. Uses the standard library alone.
"""

import argparse
import os
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

PROGRAMS = ("psql", "pg_dump", "pg_restore", "createdb", "dropdb")
STOPS = (signal.SIGINT, signal.SIGTERM)
ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Back up, prove, and delete old copies; exit with 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--keep", type=int, default=14, help="how many copies (default: 14)")
    given = parser.parse_args()
    if given.keep < 1:
        parser.error("--keep: keep at least 1 copy")
    file = os.environ.pop("DATABASE_URL_FILE", "")
    address = Path(file).read_text().strip() if file else os.environ.get("DATABASE_URL")
    if not address:
        parser.error("set DATABASE_URL to the address of the database, as for the service")
    os.umask(0o077)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # deletes what the drill has made
    folder = given.folder.resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"{folder} cannot be made: {error.strerror}.") from None
    url = urlsplit(address)
    back_up = _back_up_sqlite if url.scheme == "sqlite" else _back_up_postgresql
    try:
        copy = back_up(url, folder)
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{Path(error.cmd[0]).name} failed: no copy was kept.") from None
    except sqlite3.Error as error:
        raise SystemExit(f"The database cannot be read: {error}. No copy was kept.") from None
    old = sorted(folder.glob(f"gofish-*{copy.suffix}"))[: -given.keep]
    for copy_file in old:
        copy_file.unlink()
    print(f"Verified: {copy} ({copy.stat().st_size:,} bytes). Old copies deleted: {len(old)}.")


def _back_up_sqlite(url: SplitResult, folder: Path) -> Path:
    with TemporaryDirectory(prefix="drill-", dir=folder) as scratch:
        copy, restored = Path(scratch, "copy"), Path(scratch, "gofish.sqlite3")
        # The path of sqlite:///relative is relative, as in the settings.
        source = (ROOT / url.path.removeprefix("/")).as_uri()
        with closing(sqlite3.connect(f"{source}?mode=rw", uri=True)) as database:  # never a new one
            database.execute("VACUUM INTO ?", [str(copy)])
        shutil.copy(copy, restored)  # the drill writes to its copy
        _verify(f"sqlite:///{restored}")
        return copy.rename(folder / _name("sqlite3"))


def _back_up_postgresql(url: SplitResult, folder: Path) -> Path:
    login = _login(url)
    _check_programs(login)
    name = f"gofish_drill_{secrets.token_hex(4)}"
    with TemporaryDirectory(prefix="drill-", dir=folder) as scratch:
        copy = Path(scratch, "copy")
        _run("pg_dump", "--format=custom", f"--file={copy}", environment=login)
        try:
            _run_whole("createdb", name, environment=login)
            restoring = (
                "pg_restore",
                "--no-owner",
                "--exit-on-error",
                f"--dbname={name}",
                str(copy),
            )
            _run(*restoring, environment=login)
            _verify(url._replace(path=f"/{name}").geturl())
        finally:
            _run_whole("dropdb", "--force", "--if-exists", name, environment=login)
        return copy.rename(folder / _name("dump"))


def _run_whole(*command: str, environment: Mapping[str, str]) -> None:
    """Run a program, and let a stop wait for its end: the server goes on creating a database when
    the program is killed, and the database would stay.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        _run(*command, environment=environment)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def _check_programs(login: dict[str, str]) -> None:
    """Exit if PostgreSQL's programs are missing, or older than the server."""
    if missing := [name for name in PROGRAMS if not shutil.which(name)]:
        raise SystemExit(
            f"Not on the PATH: {', '.join(missing)}. Install the client programs of PostgreSQL."
        )
    printed = _run("pg_dump", "--version", capture_output=True)  # pg_dump (PostgreSQL) 18.4
    own = int(re.findall(r"\d+", printed)[0])
    asked = ("psql", "--no-psqlrc", "--tuples-only", "--command=SHOW server_version_num")
    server = int(_run(*asked, capture_output=True, environment=login)) // 10_000
    if own < server:
        raise SystemExit(
            f"pg_dump is of PostgreSQL {own}, the server of {server}: it cannot copy newer ones. "
            f"Install the client programs of PostgreSQL {server} or newer. No copy was kept."
        )


def _login(url: SplitResult) -> dict[str, str]:
    """Return the variables of PostgreSQL's programs for a URL. An argument would show the
    password to every user of the machine.
    """
    parts = {
        "PGHOST": url.hostname,
        "PGPORT": url.port,
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.path.removeprefix("/"),
    }
    given = {name: unquote(str(part)) for name, part in parts.items() if part}
    return given | {f"PG{name.upper()}": value for name, value in parse_qsl(url.query)}


def _verify(address: str) -> None:
    """Do with the database at an address what a restore does with it."""
    others = ("DATABASE_LISTEN_URL", "NOTICES_URL")
    environment = {"DATABASE_URL": address}
    environment |= {name + suffix: "" for name in others for suffix in ("", "_FILE")}
    for command in (["migrate", "--noinput", "--verbosity=0"], ["verify_games"]):
        _run(sys.executable, "manage.py", *command, environment=environment)


def _run(
    *command: str,
    environment: Mapping[str, str] = MappingProxyType({}),
    capture_output: bool = False,
) -> str:
    """Return what a program prints, if it is captured."""
    output = subprocess.PIPE if capture_output else None
    settings = {**os.environ, **environment}
    ran = subprocess.run(command, cwd=ROOT, env=settings, stdout=output, text=True, check=True)
    return ran.stdout or ""


def _name(suffix: str) -> str:
    return f"gofish-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.{suffix}"


if __name__ == "__main__":
    main()
