"""Middleware that limits the requests of an address for pages, with ``RateLimit`` headers."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts.api.throttles import headers, spend_at_address
from accounts.refusals import QuotaUsedUp
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
