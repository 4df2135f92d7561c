"""List the dumps in a directory."""

import logging
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from games.data import manifest
from games.data.manifest import Manifest, ManifestUnreadable

MOST = 120
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
    newest: dict[str, Path] = {}
    for path in _folders(directory):
        newest[path.name.partition(".")[0]] = path
    found = []
    for month in sorted(newest, reverse=True)[:MOST]:
        try:
            found.append(read(newest[month]))
        except (ManifestUnreadable, OSError) as error:
            logger.warning("A dump is not listed: %s", error)
    return found


def of_month(directory: Path, month: str) -> list[Manifest]:
    """Return the dumps of a month, oldest first.

    :raises ManifestUnreadable: if one of them is damaged or of another version.
    """
    return [read(path) for path in _folders(directory) if path.name.startswith(f"{month}.")]


def read(folder: Path) -> Manifest:
    """Return the manifest of a dump.

    :raises ManifestUnreadable: if it is damaged or of another version.
    """
    try:
        with (folder / manifest.FILE).open("rb") as file:
            text = file.read(manifest.MOST_BYTES + 1)
    except FileNotFoundError:
        text = b""
    return manifest.read(text, name=folder.name)


def _folders(directory: Path) -> Sequence[Path]:
    """Return the folders of dumps, by month and number."""

    def numbered() -> Iterator[tuple[tuple[str, int], Path]]:
        for path in directory.iterdir():
            if (parsed := manifest.read_name(path.name)) is not None:
                yield parsed, path

    try:
        return [path for _, path in sorted(numbered())]
    except (FileNotFoundError, NotADirectoryError):
        return []
