"""Write and load dumps as compressed SQL text, for each kind of database."""

import gzip
import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from tests.postgres import programs

Vendor = Literal["sqlite", "postgresql"]
VENDORS: tuple[Vendor, ...] = ("sqlite", "postgresql")
FOLDER = Path(__file__).parent
MOST_BYTES = 500_000
"""Size limit of a compressed dump, in bytes."""


def releases() -> list[str]:
    """Return the releases with dumps, oldest first."""
    return sorted(path.parent.name for path in FOLDER.glob("*/sqlite.sql.gz"))


def path_of(release: str, vendor: Vendor) -> Path:
    """Return the path of a dump."""
    return FOLDER / release / f"{vendor}.sql.gz"


def notes_of(release: str, vendor: Vendor) -> dict[str, Any]:
    """Return the notes of the clients of a dumped database."""
    notes: dict[str, Any] = json.loads(_notes_path(release, vendor).read_text())
    return notes


def write(release: str, vendor: Vendor, text: bytes, notes: dict[str, Any]) -> Path:
    """Write a dump and the notes that belong to it; return the path of the dump.

    :raises ValueError: if it takes more than ``MOST_BYTES``.
    """
    compressed = gzip.compress(text, 9, mtime=0)
    if len(compressed) > MOST_BYTES:
        raise ValueError(f"The dump takes {len(compressed)} bytes, and may take {MOST_BYTES}.")
    path = path_of(release, vendor)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(compressed)
    rows = (f'"{name}": {json.dumps(notes[name], sort_keys=True)}' for name in sorted(notes))
    _notes_path(release, vendor).write_text("{" + ",\n".join(rows) + "}\n")
    return path


def text_of(release: str, vendor: Vendor) -> str:
    """Return the SQL text of a dump."""
    return gzip.decompress(path_of(release, vendor).read_bytes()).decode()


def dump(url: str) -> bytes:
    """Return the SQL text of the database at an address."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(_sqlite_path(url))) as database:
            return "\n".join([*database.iterdump(), ""]).encode()
    command = [_program("pg_dump"), "--no-owner", "--no-privileges", "--dbname", url]
    return subprocess.run(command, capture_output=True, check=True).stdout


def load(text: str, url: str) -> None:
    """Load a dump into the empty database at an address; a SQLite file is made."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(_sqlite_path(url))) as database:
            database.executescript(text)
        return
    command = [_program("psql"), "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--dbname", url]
    subprocess.run(command, input=text.encode(), capture_output=True, check=True)


def _notes_path(release: str, vendor: Vendor) -> Path:
    return FOLDER / release / f"{vendor}.json"


def _sqlite_path(url: str) -> str:
    return urlsplit(url).path[1:] if urlsplit(url).path.startswith("//") else urlsplit(url).path


def _program(name: str) -> str:
    """Return a client program of PostgreSQL: that of the tests, else one that is installed."""
    bundled = programs() / name
    return str(bundled) if bundled.exists() else shutil.which(name) or name
