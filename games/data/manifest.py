"""The manifest of a dump: what is in it, by which code, and which dumps it replaces."""

import re
from collections.abc import Mapping, Sequence
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
        """Return the manifest as JSON values."""
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
