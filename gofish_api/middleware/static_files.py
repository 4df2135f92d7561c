"""Serve static files, but not source maps, which only developers of the libraries need."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from whitenoise.middleware import WhiteNoiseMiddleware

from gofish_api.web import sources


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise without ``*.map``: such a file has up to 4 MB, and no limit counts static
    files.
    """

    def __call__(self, request: HttpRequest) -> Any:
        """Answer with the static file, or pass the request on."""
        if request.path_info.endswith(".map"):
            return self.get_response(request)
        return super().__call__(request)

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Return whether a file never changes at its address, which has a digest."""
        if settings.PRODUCTION and url.startswith(f"{self.static_prefix}{sources.FOLDER}/"):
            return True
        return bool(super().immutable_file_test(path, url))
