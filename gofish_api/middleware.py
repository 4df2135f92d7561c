"""Middleware of this project, listed in ``settings.MIDDLEWARE``.

Requests of the API are answered in one place: they have a token and no cookies, and a browser shows
nothing of their response. The other middleware is for pages: rate limits, security headers, the
log, and CORS. Pages of other origins may call the API, except operations that take a password or
send an e-mail: these are refused, so that the page can read why.
"""

import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from uuid import uuid4

import structlog
from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.exception import response_for_exception
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.security import SecurityMiddleware
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django_structlog.app_settings import app_settings
from django_structlog.middlewares import RequestMiddleware
from structlog.contextvars import bind_contextvars, clear_contextvars

from accounts.api.throttles import headers, spend_at_address
from accounts.api.throttles import headers as rate_headers
from accounts.refusals import QuotaUsedUp
from api_kit.endpoint import Endpoint
from api_kit.refusals import OriginNotAllowed
from games.data.api.held_export import AFTER
from gofish_api.api import fallbacks
from gofish_api.observability import metrics
from gofish_api.observability.probe import ALIVE, READY
from gofish_api.variables import quoted

GetResponse = Callable[[HttpRequest], HttpResponse]


class RateLimits:
    """Counts a request before any work, including authentication."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, with headers for each quota that counted the request."""
        if request.path in (ALIVE, READY):
            return self.get_response(request)
        try:
            spend_at_address(request, "address")
        except QuotaUsedUp as refusal:
            response: HttpResponse = fallbacks.answer(refusal)
        else:
            response = self.get_response(request)
        for name, value in headers(request).items():
            response[name] = value
        return response


class OtherOrigins(CorsMiddleware):
    """Adds the headers of CORS, and answers preflights without a database.

    It is outside the rate limits, so that pages can read their refusals. So it counts what it
    answers itself.
    """

    def check_preflight(self, request: HttpRequest) -> HttpResponseBase | None:
        """Answer a preflight or a barred request within the limit of its address; else None."""
        response = super().check_preflight(request) if request.method == "OPTIONS" else None
        if response is None and is_barred(request):
            response = fallbacks.answer(OriginNotAllowed())
        if response is None:
            return None
        try:
            spend_at_address(request, "address")
        except QuotaUsedUp as refusal:
            response = fallbacks.answer(refusal)
        for name, value in headers(request).items():
            response[name] = value
        return response


def is_barred(request: HttpRequest) -> bool:
    """Return whether a page of another origin sent a request that is for our own pages.

    Pages of this host, and of origins that the operator names, may send it. The scheme is not
    compared: a proxy may have ended TLS without saying so.
    """
    origin = request.META.get("HTTP_ORIGIN")
    if origin is None and not _is_embedded(request):  # first, since it is cheaper than the view
        return False
    if origin is not None and _is_own(origin, request):
        return False
    view = _own_pages_view(request)
    if view is None:
        return False
    listed: list[str] = getattr(settings, view.other_pages)
    return "*" not in listed and origin not in listed


def _is_embedded(request: HttpRequest) -> bool:
    """Return whether another site leads a browser here, as images and links without origin do."""
    return request.META.get("HTTP_SEC_FETCH_SITE") in ("cross-site", "same-site")


def _is_own(origin: str, request: HttpRequest) -> bool:
    try:
        own = request.get_host()
    except DisallowedHost:
        return False
    return origin.lower() in (f"http://{own}".lower(), f"https://{own}".lower())


def _own_pages_view(request: HttpRequest) -> type[Endpoint] | None:
    try:
        view = getattr(resolve(request.path_info).func, "cls", None)
    except Resolver404:
        return None
    if view is None or not issubclass(view, Endpoint):
        return None
    return view if request.method in view.own_pages_only else None


FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
NO_FEATURES = ", ".join(f"{feature}=()" for feature in FEATURES)
NO_CONTENT = "default-src 'none'; frame-ancestors 'none'"


class SecurityHeaders:
    """Disables browser features that no page needs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", NO_FEATURES)
        return response


_request_logger = logging.getLogger("django_structlog.middlewares.request")
logger = structlog.get_logger(__name__)

API = "/api/v1/"
LONGEST = 100
"""Characters of a path whose view is remembered, because players send one path many times."""


class RequestLog(RequestMiddleware):
    """Binds the id of the request for all its log lines, and logs its end."""

    def prepare(self, request: HttpRequest) -> None:
        if _request_logger.isEnabledFor(app_settings.STATUS_START_LOG_LEVEL):
            super().prepare(request)
        else:
            bind_contextvars(request_id=str(uuid4()))

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Log the response; a stream and an exception have more lines."""
        level = self._log_level_for_status_code(response.status_code)
        is_plain = not response.streaming and not hasattr(request, "_raised_exception")
        if is_plain and not _request_logger.isEnabledFor(level):
            clear_contextvars()
        else:
            super().handle_response(request, response)


class ApiRequests:
    """The first middleware: counts requests, refuses foreign hosts, and answers for the API."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._security = SecurityMiddleware(get_response)
        self._log = RequestLog(get_response)
        self._origins = OtherOrigins(get_response)
        self._headers = {
            "X-Frame-Options": settings.X_FRAME_OPTIONS,
            "Permissions-Policy": NO_FEATURES,
            "Content-Security-Policy": NO_CONTENT,
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and count the request."""
        began = metrics.begin()
        response = _host_refusal(request)
        if response is None:
            is_of_api = request.path_info.startswith(API)
            response = self._answer(request) if is_of_api else self.get_response(request)
        metrics.end(request, response, began)
        return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        response: Any = self._security.process_request(request)  # the redirect to HTTPS
        if response is None:
            self._log.prepare(request)
            try:
                response = self._refusal(request) or _view_response(request)
            except Exception as error:  # from outside the views, which answer for themselves
                response = response_for_exception(request, error)
            self._add_headers(request, response)
            self._log.handle_response(request, response)
        return self._security.process_response(request, response)

    def _refusal(self, request: HttpRequest) -> HttpResponseBase | None:
        """Return the answer to a request that reaches no view, or None."""
        if (answer := self._origins.check_preflight(request)) is not None:  # it was counted
            return answer
        if AFTER in request.META:  # the export was counted
            return None
        try:
            spend_at_address(request, "address")
        except QuotaUsedUp as refusal:
            return fallbacks.answer(refusal)
        return None

    def _add_headers(self, request: HttpRequest, response: HttpResponse) -> None:
        if not response.streaming:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        if "X-Accel-Expires" not in response.headers:  # the proxy keeps it for other callers
            for name, value in rate_headers(request).items():
                response.headers[name] = value
        if "HTTP_ORIGIN" in request.META:
            self._origins.add_response_headers(request, response)
        else:
            patch_vary_headers(response, ("origin",))
        for name, value in self._headers.items():
            response.headers[name] = value


def _host_refusal(request: HttpRequest) -> HttpResponse | None:
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


def _view_response(request: HttpRequest) -> Any:
    """Return the view's response.

    :raises Resolver404: the path has none.
    """
    path = request.path_info
    find = _resolve if len(path) <= LONGEST else resolve
    request.resolver_match = match = find(path, settings.ROOT_URLCONF)
    response = match.func(request, *match.args, **match.kwargs)
    return response.render() if hasattr(response, "render") else response


_resolve = lru_cache(maxsize=2048)(resolve)
