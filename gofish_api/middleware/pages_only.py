"""Middleware for pages only: the API uses tokens instead of cookies, and its responses run no
scripts.

Skipping it for the API saves a tenth of the processor time of a move.
"""

from typing import Any

from csp.middleware import CSPMiddleware
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest

API = "/api/v1/"


class _PagesOnly:
    """A mixin that skips the middleware for requests to the API."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        """Answer; skip the middleware for the API."""
        if request.path_info.startswith(API):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class Policy(_PagesOnly, CSPMiddleware):
    """The content security policy of pages."""


class Session(_PagesOnly, SessionMiddleware):
    """The session of the admin."""


class Authentication(_PagesOnly, AuthenticationMiddleware):
    """The account of a session."""


class Messages(_PagesOnly, MessageMiddleware):
    """Messages that the admin shows once."""
