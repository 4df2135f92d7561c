"""Bearer tokens at the door: who the caller of an API request is.

A token that does not hold is refused everywhere, also where none is needed. What is known of a caller then is his
:class:`~accounts.tokens.Bearer`, which a game needs no more than; accounts are fetched where they matter.
"""

from collections.abc import Collection

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts import suspensions, tokens
from accounts.models import Token, User
from accounts.tokens import Bearer


class BearerToken(BaseAuthentication):
    """``Authorization: Bearer gf_…`` sets both ``request.user`` and ``request.auth`` to the bearer."""

    def authenticate(self, request: Request) -> tuple[Bearer, Bearer] | None:
        """Return nothing where no bearer token was sent.

        :raises InvalidToken: the token is unknown, expired, revoked, or its account is closed.
        :raises AccountSuspended: the account is shut out, and the view not open to such accounts.
        """
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        now = timezone.now()
        bearer = tokens.recognise(secret.strip(), now=now)
        if bearer.is_suspended and request.method not in open_to_suspended(request):
            suspensions.check(User.objects.get(pk=bearer.account_id), now=now)
        if not bearer.is_use_noted:
            tokens.note_use(bearer.token_id, now=now)
        return bearer, bearer

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, which makes a missing token 401 and not 403."""
        return "Bearer"


def open_to_suspended(request: Request) -> Collection[str]:
    """Return the methods that a suspended account may use here: a view's ``open_to_suspended``."""
    context = request.parser_context or {}
    return getattr(context.get("view"), "open_to_suspended", ())


def caller(request: Request) -> Bearer:
    """Return who calls.

    :raises NotAuthenticated: nobody in particular calls.
    """
    if (bearer := caller_if_any(request)) is None:
        raise NotAuthenticated
    return bearer


def caller_if_any(request: Request) -> Bearer | None:
    """Return who calls, or nothing for an anonymous reader."""
    return request.auth if isinstance(request.auth, Bearer) else None


def account_of(request: Request) -> User:
    """Fetch the account that calls.

    :raises NotAuthenticated: nobody in particular calls.
    """
    return User.objects.get(pk=caller(request).account_id)


def token_used(request: Request) -> Token:
    """Fetch the token that the caller showed, with its user.

    :raises NotAuthenticated: none was shown.
    """
    return Token.objects.select_related("user").get(pk=caller(request).token_id)
