"""The files of the web client, and the address below which browsers find them.

Modules import each other by relative paths, so the served folder has the paths of the repository.
One digest of all files is part of its address, so browsers keep the files for ever.
"""

import hashlib
from functools import cache
from pathlib import Path

from gofish_api.settings.deployment import PRODUCTION
from gofish_api.settings.environment import BASE_DIR

ROOT: Path = BASE_DIR
FOLDERS = ("web", "clients/javascript/src")
VERIFIER = tuple(
    f"examples/{name}"
    for name in ("verify_deal.html", "verify_deal.mjs", "verify_page.css", "verify_page.js")
)
"""The page and the module that check a deal; both also work from a disk."""
SUFFIXES = frozenset({".js", ".css", ".svg", ".png", ".txt", ".webmanifest"})
SHELL = ROOT / "web" / "index.html"
"""The page that every path of the client answers with."""
FOLDER = "app"
"""The folder of static files; everything below it has a digest in its address."""


def files() -> list[str]:
    """Return the paths of all files in the repository, sorted."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    own = (path.relative_to(ROOT).as_posix() for path in found if _is_served(path))
    return sorted((*own, *VERIFIER))


def is_file(name: str) -> bool:
    """Return whether a path in the repository is a file of the client."""
    if name in VERIFIER:
        return True
    try:
        path = (ROOT / name).resolve()
        return any(path.is_relative_to(ROOT / folder) for folder in FOLDERS) and _is_served(path)
    except (OSError, ValueError):  # too long for a path, or not allowed in one
        return False


@cache
def prefix() -> str:
    """Return the folder of static files that has the client, such as ``app/0f3a…``.

    In development it has no digest, so that a changed file is shown at once.
    """
    return f"{FOLDER}/{_digest() if PRODUCTION else 'sources'}"


def _is_served(path: Path) -> bool:
    return path.suffix in SUFFIXES and not path.name.startswith(".") and path.is_file()


def _digest() -> str:
    digest = hashlib.sha256()
    for name in files():
        content = (ROOT / name).read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]
