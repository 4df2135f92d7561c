"""Metrics of requests for Prometheus, by operation, status and code.

The labels are few and not secret.
"""

import re
import time

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Gauge, Histogram

REQUESTS = Counter("gofish_requests", "Requests that Django answered.", ["operation", "status"])
DURATION = Histogram(
    "gofish_request_seconds",
    "Time that Django took for a request.",
    ["operation"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
IN_PROGRESS = Gauge("gofish_requests_in_progress", "Requests that Django works on.")
CLEANED = Counter(
    "gofish_cleaned",
    "What housekeeping removed: answers, addresses, guests who never played, leftovers of closed accounts.",
    ["kind"],
)
REFUSALS = Counter("gofish_refusals", "Problem documents that were answered.", ["code"])

OTHER = "other"

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_names: dict[tuple[str | None, str], str] = {}


def begin() -> float:
    """Count a request in progress, and return the time."""
    IN_PROGRESS.inc()
    return time.perf_counter()


def end(request: HttpRequest, response: HttpResponse, began: float) -> None:
    """Count a request that began then and was answered."""
    IN_PROGRESS.dec()
    operation = _operation(request)
    REQUESTS.labels(operation, response.status_code).inc()
    DURATION.labels(operation).observe(time.perf_counter() - began)


def _operation(request: HttpRequest) -> str:
    """Return the operation as in the schema, such as ``POST /games/{game_id}/ask``."""
    match = request.resolver_match
    if match is None:
        return OTHER
    key = request.method, match.route
    if key not in _names:
        if request.method not in _METHODS:
            return OTHER
        _names[key] = _name(*key)
    return _names[key]


def _name(method: str | None, route: str) -> str:
    if route.startswith(settings.ADMIN_PATH):
        return "admin"
    if "(" in route:  # the pattern of unknown paths
        return OTHER
    path = _PARAMETER.sub(r"{\1}", route).removeprefix("api/v1")
    return f"{method} /{path.removeprefix('/')}"
