"""The files of the web client: where they are, how they are collected, and how they are served.

Modules import each other by relative paths, so the served folder has the paths of the repository.
One digest of all files is part of its address, so browsers keep the files forever.

`bundles/`, if there is one, has the same modules in few files, as `make bundles` wrote them. A page
loads them while the sources are those that they were made of; otherwise it loads the sources.

Nothing here imports the game, the API or a database.
"""

import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage
from django.http import HttpRequest
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseFileResponse, WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from gofish_api.settings.environment import BASE_DIR
from gofish_api.settings.security import PRODUCTION

ROOT: Path = BASE_DIR
BUNDLES = "bundles"
SOURCES = ("web", "clients/javascript/src")
FOLDERS = (*SOURCES, BUNDLES)
VERIFIER = tuple(
    f"examples/{name}"
    for name in ("verify_deal.html", "verify_deal.mjs", "verify_page.css", "verify_page.js")
)
"""The page and the module that check a deal; both also work from a disk."""
SUFFIXES = (".js", ".css", ".svg", ".png", ".txt", ".webmanifest")
BUNDLED = (".js", ".css")
"""The kinds of files that bundles are made of."""
SHELL = "web/index.html"
"""The page that every path of the client answers with."""
BUNDLED_SHELL = f"{BUNDLES}/index.html"
"""The same page, which loads the bundles."""
FOLDER = "app"
"""The folder of static files."""
UNBUNDLED = f"{FOLDER}/sources"
"""The prefix of files in development that may change."""


def files() -> list[str]:
    """Return the paths of all files in the repository, sorted."""
    return sorted(_versions())


def is_file(name: str) -> bool:
    """Return whether a path in the repository is a file of the client."""
    if name in VERIFIER:
        return True
    try:
        path = (ROOT / name).resolve()
        inside = any(path.is_relative_to(ROOT / folder) for folder in FOLDERS)
        return inside and _is_served(path.name) and path.is_file()
    except (OSError, ValueError):  # too long for a path, or not allowed in one
        return False


def has_bundles() -> bool:
    """Return whether there are bundles, and they were made from the current sources."""
    try:
        made_of = json.loads((ROOT / BUNDLES / "sources.json").read_text())["sources"]
    except FileNotFoundError:
        return False
    return bool(made_of == source_digests())


def shell() -> Path:
    """Return the page to answer with."""
    return ROOT / (BUNDLED_SHELL if has_bundles() else SHELL)


def served_prefix() -> str:
    """Return the folder of static files that has the client, such as ``app/0f3a…``.

    In development it has no digest if the sources are served, so that a changed file is shown at
    once.
    """
    if PRODUCTION:
        return _collected_prefix()
    return f"{FOLDER}/{_digest()}" if has_bundles() else UNBUNDLED


def source_digests() -> dict[str, str]:
    """Return the SHA-256 digest of each file that bundles are made of."""
    versions = _versions() | {SHELL: _version(ROOT / SHELL)}
    modules = (name for name in versions if name.startswith(SOURCES) and name.endswith(BUNDLED))
    return {name: _file_digest(name, *versions[name]) for name in (*modules, SHELL, VERIFIER[1])}


@cache
def _collected_prefix() -> str:
    return f"{FOLDER}/{_digest()}"


def _digest() -> str:
    versions = sorted(_versions().items())
    known = "".join(f"{name}\0{_file_digest(name, *version)}\n" for name, version in versions)
    return hashlib.sha256(known.encode()).hexdigest()[:16]


Version = tuple[int, int]
"""When a file was changed, in nanoseconds, and its size: another content has another one."""


def _versions() -> dict[str, Version]:
    """Return the version of each file, without an order."""
    found = {name: _version(ROOT / name) for name in VERIFIER}
    for folder in FOLDERS:
        for place, _, names in os.walk(ROOT / folder):
            inside = Path(place).relative_to(ROOT).as_posix()
            found |= {
                f"{inside}/{name}": _version(f"{place}/{name}")
                for name in names
                if _is_served(name)
            }
    return found


def _version(path: str | Path) -> Version:
    status = os.stat(path)
    return status.st_mtime_ns, status.st_size


def _is_served(name: str) -> bool:
    return not name.startswith(".") and name.endswith(SUFFIXES)


@lru_cache(maxsize=1024)
def _file_digest(name: str, changed: int, size: int) -> str:
    """Return the digest of a file of this version; at most 1024 are remembered."""
    del changed, size
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()


class ClientFiles(BaseFinder):
    """Finds the files of the client below `app/` and any digest.

    In development a page that was opened before a change still finds its files.
    """

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """Return the file of a static path, or an empty list."""
        below = path.removeprefix(f"{FOLDER}/")
        inside = below.partition("/")[2]
        if below == path or not is_file(inside):
            return []
        file = str(ROOT / inside)
        return [file] if find_all else file

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield each file with its storage, whose prefix is the folder of static files."""
        storage = FileSystemStorage(location=ROOT)
        setattr(storage, "prefix", served_prefix())  # noqa: B010 - as Django's own finders do
        for name in files():
            if not matches_patterns(name, [*(ignore_patterns or ())]):
                yield name, storage


class CollectedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Adds a digest to the name of each file, except to those of the web client.

    The client's modules import each other by name, and the folder has a digest already.
    """

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        """Compress all files, and rename those that do not belong to the client."""
        others = {name: source for name, source in paths.items() if not _is_client(name)}
        yield from super().post_process(others, dry_run=dry_run, **options)
        if not dry_run:
            for name, compressed in self.compress_files(paths.keys() - others.keys()):
                yield name, compressed, True


def _is_client(name: str) -> bool:
    return name.replace("\\", "/").startswith(f"{FOLDER}/")


COMPRESSED = re.compile(r"(text/|application/(json|manifest\+json)|image/svg\+xml)")
"""The types of files that gain by compression."""


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise without ``*.map``: such a file has up to 4 MB, and no limit counts static
    files.

    In production files were compressed when they were collected, in development they are
    compressed when they are first requested.
    """

    def __call__(self, request: HttpRequest) -> Any:
        """Answer with the static file, or pass the request on."""
        if request.path_info.endswith(".map"):
            return self.get_response(request)
        response = super().__call__(request)
        if self.autorefresh and isinstance(response, WhiteNoiseFileResponse):
            _compress(request, response)
        return response

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Return whether a file never changes at its address, which has a digest."""
        if not url.startswith(f"{self.static_prefix}{FOLDER}/"):
            return bool(super().immutable_file_test(path, url))
        if settings.PRODUCTION:
            return True
        prefix = served_prefix()
        return prefix != UNBUNDLED and url.startswith(f"{self.static_prefix}{prefix}/")


def _compress(request: HttpRequest, response: Any) -> None:
    """Replace the content of a whole file with its compressed form if the client accepts it."""
    if not COMPRESSED.match(response.get("Content-Type", "")):
        return
    patch_vary_headers(response, ["Accept-Encoding"])
    accepted = re.search(r"\bgzip\b", request.headers.get("Accept-Encoding", ""))
    file = response.file_to_stream
    if response.status_code != 200 or file is None or not accepted:
        return
    content = _compressed(file.name, os.fstat(file.fileno()).st_mtime_ns)
    response.streaming_content = [content]
    response["Content-Encoding"] = "gzip"
    response["Content-Length"] = str(len(content))


@lru_cache(maxsize=256)
def _compressed(path: str, changed: int) -> bytes:
    """Return the content of a file that was changed then; at most 256 files are remembered."""
    del changed
    return gzip.compress(Path(path).read_bytes(), mtime=0)
