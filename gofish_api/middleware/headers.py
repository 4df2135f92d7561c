"""Security headers that Django and its libraries do not set."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from gofish_api.middleware.pages_only import API

FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
NO_FEATURES = ", ".join(f"{feature}=()" for feature in FEATURES)
NO_CONTENT = "default-src 'none'; frame-ancestors 'none'"


class SecurityHeaders:
    """Disables browser features that no page needs, and all content for responses of the API."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers."""
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", NO_FEATURES)
        if request.path_info.startswith(API):
            response.setdefault("Content-Security-Policy", NO_CONTENT)
        return response
