"""The log line of a request. Skips the work for lines that the log level leaves out."""

import logging
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django_structlog.app_settings import app_settings
from django_structlog.middlewares import RequestMiddleware
from structlog.contextvars import bind_contextvars, clear_contextvars

_logger = logging.getLogger("django_structlog.middlewares.request")


class RequestLog(RequestMiddleware):
    """Binds the id of the request for all its log lines, and logs its end."""

    def prepare(self, request: HttpRequest) -> None:
        """Bind the id."""
        if _logger.isEnabledFor(app_settings.STATUS_START_LOG_LEVEL):
            super().prepare(request)
        else:
            bind_contextvars(request_id=str(uuid4()))

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Log the response; a stream and an exception have more lines."""
        level = self._log_level_for_status_code(response.status_code)
        is_plain = not response.streaming and not hasattr(request, "_raised_exception")
        if is_plain and not _logger.isEnabledFor(level):
            clear_contextvars()
        else:
            super().handle_response(request, response)
