"""Middleware that limits the requests of an address for pages, with ``RateLimit`` headers.

Let pages of other origins call the API (CORS), except for operations that take a password or
send an e-mail: these are refused, so that the page can read why.
"""

from collections.abc import Callable

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

from accounts.api.throttles import headers, spend_at_address
from accounts.refusals import QuotaUsedUp
from api_kit.endpoint import Endpoint
from api_kit.refusals import OriginNotAllowed
from gofish_api.api import fallbacks
from gofish_api.observability.probe import ALIVE, READY

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
        """Answer a preflight, or a request that is barred, within the limit of its address; return
        None for another request.
        """
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
    """Return whether another site leads a browser here, as images and links do without an
    origin.
    """
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
