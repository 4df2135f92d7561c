"""Refuse requests for other hosts, which scanners send often, with a short answer and one log
line.
"""

from collections.abc import Callable

import structlog
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from gofish_api.api import fallbacks
from gofish_api.env.variables import quoted
from gofish_api.middleware.headers import NO_CONTENT

logger = structlog.get_logger(__name__)


class KnownHosts:
    """Middleware that refuses a foreign ``Host`` before other middleware reads it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with a problem document if the host is not in ``ALLOWED_HOSTS``."""
        try:
            request.get_host()
        except DisallowedHost as error:
            logger.warning("foreign_host", host=quoted(request.META.get("HTTP_HOST", "")))
            response = fallbacks.answer(error, "This host name is not in ALLOWED_HOSTS.")
            response["Content-Security-Policy"] = NO_CONTENT
            response["X-Content-Type-Options"] = "nosniff"
            return response
        return self.get_response(request)
