"""Bearer tokens at the door: who the caller of an API request is.

A token that does not hold is refused everywhere, also where none is needed.
"""

from collections.abc import Collection

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts import suspensions, tokens
from accounts.models import Token, User


class BearerToken(BaseAuthentication):
    """``Authorization: Bearer gf_…`` sets ``request.auth`` to the token, ``request.user`` to its user."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return nothing where no bearer token was sent.

        :raises InvalidToken: the token is unknown, expired, revoked, or its account is closed.
        :raises AccountSuspended: the account is shut out, and the view not open to such accounts.
        """
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        now = timezone.now()
        token = tokens.recognise(secret.strip(), now=now)
        if request.method not in open_to_suspended(request):
            suspensions.check(token.user, now=now)
        tokens.note_use(token, now=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, which makes a missing token 401 and not 403."""
        return "Bearer"


def open_to_suspended(request: Request) -> Collection[str]:
    """Return the methods that a suspended account may use here: a view's ``open_to_suspended``."""
    context = request.parser_context or {}
    return getattr(context.get("view"), "open_to_suspended", ())


def caller(request: Request) -> User:
    """Return the account that calls.

    :raises NotAuthenticated: nobody in particular calls.
    """
    if (user := caller_if_any(request)) is None:
        raise NotAuthenticated
    return user


def caller_if_any(request: Request) -> User | None:
    """Return the account that calls, or nothing for an anonymous reader."""
    return request.user if isinstance(request.user, User) else None


def token_used(request: Request) -> Token:
    """Return the token that the caller showed.

    :raises NotAuthenticated: none was shown.
    """
    if not isinstance(request.auth, Token):
        raise NotAuthenticated
    return request.auth
