"""Find the files of the web client for `collectstatic`, and for the server in development."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

from gofish_api.web import sources


class ClientFiles(BaseFinder):
    """Finds the files of the client below `app/` and any digest.

    In development a page that was opened before a change still finds its files.
    """

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """Return the file of a static path, or an empty list."""
        below = path.removeprefix(f"{sources.FOLDER}/")
        inside = below.partition("/")[2]
        if below == path or not sources.is_file(inside):
            return []
        file = str(sources.ROOT / inside)
        return [file] if find_all else file

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield each file with its storage, whose prefix is the folder of static files."""
        storage = FileSystemStorage(location=sources.ROOT)
        setattr(storage, "prefix", sources.prefix())  # noqa: B010 - as Django's own finders do
        for name in sources.files():
            if not matches_patterns(name, [*(ignore_patterns or ())]):
                yield name, storage
