"""Middleware around every request: what one address may ask for, and what is left of each quota."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts.refusals import QuotaUsedUp
from api_kit.throttles import headers, spend_at_address
from gofish_api.api import fallbacks
from gofish_api.observability.probe import ALIVE, READY

GetResponse = Callable[[HttpRequest], HttpResponse]


class RateLimits:
    """Counts a request before anything is done for it, and before anybody asks who sent it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, with the standing of every quota that counted the request."""
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
