"""The middleware of the API. Requests of the API skip all other middleware, which is for pages.

A request of the API passes, in this order, ``settings.MIDDLEWARE`` up to :class:`ApiChain`, the
middleware in ``CHAIN``, and the view. It has a token and no cookies, and a browser shows nothing of
its response.
"""

import inspect
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware

from gofish_api.middleware.headers import NO_CONTENT, NO_FEATURES
from gofish_api.middleware.other_origins import OtherOrigins
from gofish_api.middleware.rate_limits import RateLimits
from gofish_api.middleware.request_log import RequestLog

GetResponse = Callable[[HttpRequest], HttpResponse]

API = "/api/v1/"


class ApiHeaders:
    """Disables all that a browser could do with a response of the API."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._headers = {
            "X-Frame-Options": settings.X_FRAME_OPTIONS,
            "Permissions-Policy": NO_FEATURES,
            "Content-Security-Policy": NO_CONTENT,
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers."""
        response = self.get_response(request)
        for name, value in self._headers.items():
            response.headers.setdefault(name, value)
        return response


class ContentLength:
    """Adds ``Content-Length`` to whole responses, as Django's ``CommonMiddleware`` does."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the header."""
        response = self.get_response(request)
        if not response.streaming:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response


CHAIN: tuple[Callable[[Any], Any], ...] = (
    SecurityMiddleware,
    RequestLog,
    ApiHeaders,
    OtherOrigins,  # outside the rate limits: pages of other origins can read their refusals
    RateLimits,
    ContentLength,
)


class ApiChain:
    """Middleware that leads requests of the API through ``CHAIN``, and others to the next one."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._api = _view_of(get_response)
        for middleware in reversed(CHAIN):
            answer: Any = convert_exception_to_response(middleware(self._api))
            self._api = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer."""
        if request.path_info.startswith(API):
            return self._api(request)
        return self.get_response(request)


def _view_of(get_response: GetResponse) -> GetResponse:
    """Return what the innermost middleware calls: Django's handler, which finds the view."""
    while inner := getattr(inspect.unwrap(get_response), "get_response", None):
        get_response = inner
    return get_response
