"""Collected static files in production."""

from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

from gofish_api.web import sources


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
    return name.replace("\\", "/").startswith(f"{sources.FOLDER}/")
