"""Let pages of other origins call the API (CORS), except for operations that take a password or
send an e-mail.
"""

from typing import cast

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers

from accounts.refusals import QuotaUsedUp
from api_kit.endpoint import Endpoint
from api_kit.throttles import headers, spend_at_address
from gofish_api.api import fallbacks

PREFLIGHT_METHOD = "Access-Control-Request-Method"


class OtherOrigins(CorsMiddleware):
    """Adds the headers of CORS, and answers preflights without a database.

    It is outside the rate limits, so that pages can read their refusals. So it counts preflights
    itself.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer. A request without an origin is no preflight, and needs only ``Vary``."""
        if "HTTP_ORIGIN" in request.META or request.method == "OPTIONS":
            return cast(HttpResponseBase, super().__call__(request))
        response = cast(HttpResponseBase, self.get_response(request))
        if self.is_enabled(request):
            patch_vary_headers(response, ("origin",))
        return response

    def check_preflight(self, request: HttpRequest) -> HttpResponseBase | None:
        """Answer a preflight within the limit of its address; return None for another request."""
        response = super().check_preflight(request)
        if response is None:
            return None
        try:
            spend_at_address(request, "address")
        except QuotaUsedUp as refusal:
            response = fallbacks.answer(refusal)
        for name, value in headers(request).items():
            response[name] = value
        return response

    def is_enabled(self, request: HttpRequest) -> bool:
        """Return whether a page of the request's origin may call its operation.

        An origin that the operator names may call all of them.
        """
        if not super().is_enabled(request):
            return False
        origin = request.META.get("HTTP_ORIGIN")
        if origin is None or origin in settings.CORS_ALLOWED_ORIGINS:
            return True
        method = request.method or ""
        if method.upper() == "OPTIONS":
            method = request.headers.get(PREFLIGHT_METHOD, method)
        return not _is_for_own_pages(request.path_info, method.upper())


def _is_for_own_pages(path: str, method: str) -> bool:
    try:
        view = getattr(resolve(path).func, "cls", None)
    except Resolver404:
        return False
    return view is not None and issubclass(view, Endpoint) and method in view.own_pages_only
