"""Metrics, and logs: one line of JSON per event, without queries, bodies, tokens and addresses."""

import logging
import sys
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer

from gofish_api.settings.environment import env
from gofish_api.settings.security import PRODUCTION

# Metrics are never on the port of the service.
METRICS_PORT: int = env("METRICS_PORT")
METRICS_HOST: str = env("METRICS_HOST")
BACKUPS_PATH: str = env("BACKUPS_PATH")


def without_query(_: Any, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
    """Remove the query from a logged request: it may contain a ticket."""
    if isinstance(event.get("request"), str):
        event["request"] = event["request"].partition("?")[0]
    return event


LOG_PROCESSORS: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    without_query,
]
# Tracebacks omit local variables, which may contain passwords.
LOG_RENDERERS: list[structlog.types.Processor] = (
    [
        structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
        structlog.processors.JSONRenderer(),
    ]
    if PRODUCTION
    else [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]
)
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *LOG_PROCESSORS,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "structured": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": LOG_PROCESSORS,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *LOG_RENDERERS,
            ],
        }
    },
    "filters": {"brief": {"()": "gofish_api.observability.tracing.ShortLogRecord"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "structured"},
        "brief": {
            "class": "logging.StreamHandler",
            "formatter": "structured",
            "filters": ["brief"],
        },
    },
    "root": {"handlers": ["stderr"], "level": env("LOG_LEVEL")},
    "loggers": {
        # The request's own line logs refusals; errors come with a traceback.
        "django.request": {"level": "ERROR"},
        # Suspicious requests are routine: scanners send them. They are logged without a traceback.
        "django.security": {"handlers": ["brief"], "propagate": False},
        # Failed sign-ins are not logged: people type passwords as usernames. The admin lists them.
        "axes": {"level": "ERROR"},
    },
}
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG  # one line per request, at its end
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO  # refusals are routine
# Defaults, set explicitly: django-structlog looks up an unset setting on every request.
DJANGO_STRUCTLOG_STATUS_DEFAULT_LOG_LEVEL = DJANGO_STRUCTLOG_STATUS_2XX_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = DJANGO_STRUCTLOG_TRUST_UPSTREAM_CORRELATION_ID = False
DJANGO_STRUCTLOG_USER_ID_FIELD = "pk"
