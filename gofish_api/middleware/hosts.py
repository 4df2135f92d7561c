"""Refuse requests for other hosts, which scanners send often, with a short answer and one log
line.
"""

import structlog
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from gofish_api.api import fallbacks
from gofish_api.env.variables import quoted
from gofish_api.middleware.headers import NO_CONTENT

logger = structlog.get_logger(__name__)


def refusal(request: HttpRequest) -> HttpResponse | None:
    """Return a problem document if the host is not in ``ALLOWED_HOSTS``, otherwise None."""
    try:
        request.get_host()
    except DisallowedHost as error:
        logger.warning("foreign_host", host=quoted(request.META.get("HTTP_HOST", "")))
        response = fallbacks.answer(error, "This host name is not in ALLOWED_HOSTS.")
        response["Content-Security-Policy"] = NO_CONTENT
        response["X-Content-Type-Options"] = "nosniff"
        return response
    return None
