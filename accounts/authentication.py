"""Bearer tokens at the door: who the caller of an API request is.

A token that does not hold is refused everywhere, also where none is needed. What is known of a caller then is his
:class:`~accounts.tokens.Bearer`, which a game needs no more than; accounts are fetched where they matter.
"""

import re
from collections.abc import Collection, Sequence
from typing import Any

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts import suspensions, tokens
from accounts.models import Token, User
from accounts.refusals import InvalidToken
from accounts.tokens import NO_PREFETCH, Bearer, SqlPrefetch

CHALLENGE = 'Bearer realm="go-fish"'
"""What ``WWW-Authenticate`` says (RFC 6750): the scheme with at least one parameter."""

_PREFETCHED = "prefetched_row"
_CREDENTIALS = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*)", re.ASCII | re.IGNORECASE)
"""One bearer token, as RFC 6750 writes it."""


class BearerToken(BaseAuthentication):
    """``Authorization: Bearer gf_…`` sets both ``request.user`` and ``request.auth`` to the bearer."""

    def authenticate(self, request: Request) -> tuple[Bearer, Bearer] | None:
        """Return None without an ``Authorization``.

        :raises InvalidToken: it holds no bearer token, or one that is unknown, expired or revoked,
            or whose account is closed.
        :raises AccountSuspended: the account is shut out, and the view not open to such accounts.
        """
        sent: str | None = request._request.META.get("HTTP_AUTHORIZATION")
        if sent is None:
            return None
        # A client that sends credentials expects to be known: a spectator's answer would hide the mistake.
        found = _CREDENTIALS.fullmatch(sent.strip(" \t"))
        if found is None:
            raise InvalidToken("Authorization must be one bearer token: Authorization: Bearer gf_…")
        now = timezone.now()
        bearer, row = tokens.recognise(found[1], prefetch=_prefetch(request), now=now)
        request._request.__dict__[_PREFETCHED] = row
        if bearer.is_suspended and request.method not in open_to_suspended(request):
            suspensions.check(User.objects.get(pk=bearer.account_id), now=now)
        if not bearer.is_use_noted:
            tokens.note_use(bearer.token_id, now=now)
        return bearer, bearer

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge, which makes a missing token 401 and not 403."""
        return CHALLENGE


def open_to_suspended(request: Request) -> Collection[str]:
    """Return the methods that a suspended account may use here: a view's ``open_to_suspended``."""
    context = request.parser_context or {}
    return getattr(context.get("view"), "open_to_suspended", ())


def pop_prefetched(request: Request) -> Sequence[Any] | None:
    """Pop the row prefetched with the token, or return None."""
    row: Sequence[Any] | None = request._request.__dict__.pop(_PREFETCHED, None)
    return row


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
    :raises InvalidToken: its account was closed meanwhile.
    """
    token = Token.objects.select_related("user").filter(pk=caller(request).token_id).first()
    if token is None:
        raise InvalidToken("The account of this token is closed.")
    return token


def _prefetch(request: Request) -> SqlPrefetch:
    """Return what the view wants to be read with the token: its ``head_prefetch`` for the path's parts."""
    context = request.parser_context or {}
    wanted = getattr(context.get("view"), "head_prefetch", None)
    return NO_PREFETCH if wanted is None else wanted(**context["kwargs"])
