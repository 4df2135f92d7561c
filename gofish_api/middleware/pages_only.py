"""Middleware that pages need and the API does without: its callers bring a token, and its answers show nothing.

What is skipped for a request of the API would look for cookies that are none of its business, and build a policy for
scripts that its answers do not have: a tenth of what a move costs.
"""

from typing import Any

from csp.middleware import CSPMiddleware
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest

API = "/api/v1/"


class _PagesOnly:
    """Stands before a middleware and leads what is of the API past it."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        """Answer, without the middleware's work if it is none for a page."""
        if request.path_info.startswith(API):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class Policy(_PagesOnly, CSPMiddleware):
    """What pages may load."""


class Session(_PagesOnly, SessionMiddleware):
    """Who is signed in to the admin."""


class Authentication(_PagesOnly, AuthenticationMiddleware):
    """The account of a session."""


class Messages(_PagesOnly, MessageMiddleware):
    """What a page says once."""
