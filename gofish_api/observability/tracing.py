"""Traces with OpenTelemetry (`requirements/otel.txt`), if its ``OTEL_*`` variables enable them.

Loaded before the applications, as is the log of suspicious requests.
"""

import logging
import os
from importlib.util import find_spec
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

from gofish_api.variables import quoted


class ShortLogRecord(logging.Filter):
    """Shortens Django's records of suspicious requests: no traceback, and a short message."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record and accept it."""
        record.msg, record.args = quoted(record.getMessage()), ()
        record.exc_info = record.exc_text = None
        return True


ASKING = (
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_TRACES_EXPORTER",
)
NEEDED = (
    "opentelemetry.exporter.otlp.proto.http",
    "opentelemetry.instrumentation.django",
    "opentelemetry.instrumentation.psycopg",
    "opentelemetry.sdk.trace",
)
SERVICE = "go-fish"

# As in the logs: queries may contain tickets, and clients' addresses are private.
_ADDRESSES = ("http.url", "http.target", "url.full")
_PRIVATE = ("url.query", "net.peer.ip", "net.peer.name", "client.address", "network.peer.address")


def start() -> None:
    """Start tracing requests and SQL statements of this process, if the environment enables it.

    :raises ImproperlyConfigured: it does, and OpenTelemetry is not installed, or it wants another
        way of sending.
    """
    if not is_wanted():
        return
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.instrumentation.django import DjangoInstrumentor
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": SERVICE}
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(request_hook=_keep_private, response_hook=_add_route)
    PsycopgInstrumentor().instrument()


def is_wanted() -> bool:
    """Return whether the environment enables traces.

    :raises ImproperlyConfigured: it does, and OpenTelemetry is not installed, or it wants another
        way of sending.
    """
    if os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return False
    exporter = os.environ.get("OTEL_TRACES_EXPORTER", "")
    if exporter == "none" or not any(os.environ.get(name) for name in ASKING):
        return False
    protocol = os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
    if exporter not in ("", "otlp") or protocol != "http/protobuf":
        raise ImproperlyConfigured(
            "Traces are sent as OTLP in http/protobuf: unset OTEL_TRACES_EXPORTER and "
            "OTEL_EXPORTER_OTLP_PROTOCOL."
        )
    if not all(map(_is_installed, NEEDED)):
        raise ImproperlyConfigured(
            "OTEL_* variables enable traces, but OpenTelemetry is not installed. Run pip install "
            "--require-hashes --requirement requirements/otel.txt, or unset the variables."
        )
    return True


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # its parent package is missing
        return False


def _keep_private(span: Any, _: object) -> None:
    """Remove private data from the span of a request."""
    if not span.is_recording():
        return
    for name in _ADDRESSES:
        if name in span.attributes:
            span.set_attribute(name, str(span.attributes[name]).partition("?")[0])
    for name in _PRIVATE:
        if name in span.attributes:
            span.set_attribute(name, "")


def _add_route(span: Any, request: HttpRequest, _: object) -> None:
    """Add the route, which OpenTelemetry adds only where a later middleware calls the view."""
    if request.resolver_match is not None:
        span.set_attribute("http.route", request.resolver_match.route)
