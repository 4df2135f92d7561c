"""Security headers that Django and its libraries do not set."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
NO_FEATURES = ", ".join(f"{feature}=()" for feature in FEATURES)
NO_CONTENT = "default-src 'none'; frame-ancestors 'none'"


class SecurityHeaders:
    """Disables browser features that no page needs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the header."""
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", NO_FEATURES)
        return response
