"""Manifests of dumps: what a dump has, by which code, and which dumps it replaces; list them."""

import logging
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from games.engine import strict_json

FORMAT = "gofish-dump"
VERSION = 1
"""The version of the records and the tables; greater if a reader has to be changed."""
FILE = "manifest.json"
MOST_BYTES = 64 * 1024
LICENSE = "[A-Za-z0-9.+-]{1,64}"
"""An identifier of SPDX."""
_NAME = re.compile(r"(20[0-9]{2}-(?:0[1-9]|1[0-2]))\.([1-9][0-9]{0,5})")


class ManifestUnreadable(Exception):
    """The manifest is missing, damaged or of another version; ``str()`` is a sentence."""


class PublishedFile(NamedTuple):
    """A file of a dump: its name, its size in bytes, and its SHA-256 in hexadecimal digits."""

    name: str
    size: int
    sha256: str


class Manifest(NamedTuple):
    """What a dump says about itself."""

    name: str
    month: str
    software: str
    license: str
    series: str
    """Dumps of one series have the same pseudonyms."""
    has_exact: bool
    libraries: Mapping[str, str]
    counts: Mapping[str, int]
    files: Sequence[PublishedFile]
    replaces: Sequence[str]
    """Earlier dumps of the month, which must not be used any more."""

    def to_json(self) -> dict[str, Any]:
        files = [file._asdict() for file in self.files]
        return {"format": FORMAT, "version": VERSION, **self._asdict(), "files": files}


def name_of(month: str, number: int) -> str:
    """Return the name of a dump: its month, and how many there were before, plus one."""
    return f"{month}.{number}"


def read_name(name: str) -> tuple[str, int] | None:
    """Return month and number of a dump; None for another name."""
    found = _NAME.fullmatch(name)
    return None if found is None else (found[1], int(found[2]))


def read(text: bytes, *, name: str) -> Manifest:
    """Parse the manifest of a dump of this name.

    :raises ManifestUnreadable: if it is none.
    """
    try:
        if len(text) > MOST_BYTES:
            raise ValueError("too long")
        value = strict_json.loads(text)
        if (value["format"], value["version"]) != (FORMAT, VERSION):
            raise ManifestUnreadable(f"{name} was written by another version of the service.")
        fields = {field: value[field] for field in Manifest._fields}
        fields["files"] = [PublishedFile(**file) for file in fields["files"]]
        manifest = Manifest(**fields)
        if manifest.name != name:
            raise ValueError("of another dump")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise ManifestUnreadable(f"{name} has no manifest that can be read.") from None
    return manifest


MOST_DUMPS = 120
"""Dumps in a list, newest month first: ten years."""
KEPT = 60
"""Seconds for which a process keeps the list: 120 manifests take 12 ms to read."""
logger = logging.getLogger(__name__)


def current(directory: Path) -> list[Manifest]:
    """Return the newest dump of each month, newest month first; leaves out what cannot be read.

    A change of the directory shows after ``KEPT`` seconds at the latest.
    """
    return _current(directory, int(time.time() // KEPT))


@lru_cache(maxsize=1)
def _current(directory: Path, at: int) -> list[Manifest]:
    found, newest = list[Manifest](), dict[str, Path]()
    try:
        for path in _folders(directory):
            newest[path.name.partition(".")[0]] = path
    except OSError as error:
        logger.warning("Dumps are not listed: %s", error)
    for month in sorted(newest, reverse=True)[:MOST_DUMPS]:
        try:
            found.append(read_listing(newest[month]))
        except (ManifestUnreadable, OSError) as error:
            logger.warning("A dump is not listed: %s", error)
    return found


def of_month(directory: Path, month: str) -> list[Manifest]:
    """Return the dumps of a month, oldest first.

    :raises ManifestUnreadable: if one of them is damaged or of another version.
    """
    return [read_listing(path) for path in _folders(directory) if path.name.startswith(f"{month}.")]


def read_listing(folder: Path) -> Manifest:
    """Return the manifest of a dump.

    :raises ManifestUnreadable: if it is damaged or of another version.
    """
    try:
        with (folder / FILE).open("rb") as file:
            text = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        text = b""
    return read(text, name=folder.name)


def _folders(directory: Path) -> Sequence[Path]:
    """Return the folders of dumps, by month and number."""

    def numbered() -> Iterator[tuple[tuple[str, int], Path]]:
        for path in directory.iterdir():
            if (parsed := read_name(path.name)) is not None:
                yield parsed, path

    try:
        return [path for _, path in sorted(numbered())]
    except (FileNotFoundError, NotADirectoryError):
        return []
