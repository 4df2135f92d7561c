"""Serve static files compressed, but no source maps, which only developers of libraries need."""

import gzip
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseFileResponse, WhiteNoiseMiddleware

from gofish_api.web import sources

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
        if not url.startswith(f"{self.static_prefix}{sources.FOLDER}/"):
            return bool(super().immutable_file_test(path, url))
        if settings.PRODUCTION:
            return True
        prefix = sources.prefix()
        return prefix != sources.UNBUNDLED and url.startswith(f"{self.static_prefix}{prefix}/")


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
