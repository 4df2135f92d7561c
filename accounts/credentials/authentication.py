"""Bearer token authentication for the API.

An invalid token is refused everywhere, even where no token is needed. ``request.user`` is a
:class:`~accounts.credentials.bearers.Bearer`; views that need more fetch the account.
"""

import re
from collections.abc import Collection

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts import locks
from accounts.credentials import bearers, tokens
from accounts.credentials.bearers import Bearer
from accounts.models import Token, User
from accounts.refusals import InvalidToken

CHALLENGE = 'Bearer realm="go-fish"'
"""The value of ``WWW-Authenticate``: RFC 6750 requires at least one parameter."""

_CREDENTIALS = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*)", re.ASCII | re.IGNORECASE)
"""One bearer token in the syntax of RFC 6750."""


class BearerToken(BaseAuthentication):
    """Sets ``request.user`` and ``request.auth`` to the bearer of the ``Authorization`` token."""

    def authenticate(self, request: Request) -> tuple[Bearer, Bearer] | None:
        """Return the bearer twice, or None without an ``Authorization`` header.

        :raises InvalidToken: the header is not one bearer token, or the token is unknown, expired
            or revoked, or its account is closed.
        :raises AccountSuspended: the account is suspended, and the view is closed to such accounts.
        """
        digest = digest_of(request)
        if digest is None:
            return None
        bearer, _ = bearers.recognise(digest, now=timezone.now())
        _check(request, bearer)
        return bearer, bearer

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge; because of it DRF answers 401 and not 403 to a missing token."""
        return CHALLENGE


def digest_of(request: Request) -> bytes | None:
    """Return the digest of the token that a request sends, or None without a token.

    :raises InvalidToken: the header is not one bearer token.
    """
    sent: str | None = request._request.META.get("HTTP_AUTHORIZATION")
    if sent is None:
        return None
    # A client that sends credentials expects to be authenticated: never ignore bad ones.
    match = _CREDENTIALS.fullmatch(sent.strip(" \t"))
    if match is None:
        raise InvalidToken("Send one bearer token: Authorization: Bearer gf_…")
    return bearers.digest(match[1])


def admit(request: Request, bearer: Bearer) -> None:
    """Make a bearer that a view has read itself the caller of its request.

    :raises AccountSuspended: the account is suspended, and the view is closed to such accounts.
    """
    _check(request, bearer)
    request.user = request.auth = bearer  # type: ignore[assignment]  # for every view, a bearer


def open_to_suspended(request: Request) -> Collection[str]:
    """Return the methods of the view that a suspended account may use."""
    context = request.parser_context or {}
    return getattr(context.get("view"), "open_to_suspended", ())


def caller(request: Request) -> Bearer:
    """Return the caller.

    :raises NotAuthenticated: the request has no token.
    """
    if (bearer := caller_if_any(request)) is None:
        raise NotAuthenticated
    return bearer


def caller_if_any(request: Request) -> Bearer | None:
    """Return the caller, or None if the request has no token."""
    return request.auth if isinstance(request.auth, Bearer) else None


def reader_id(request: Request) -> int | None:
    """Return the caller's account, or None."""
    bearer = caller_if_any(request)
    return None if bearer is None else bearer.account_id


def account_of(request: Request) -> User:
    """Fetch the account of the caller.

    :raises NotAuthenticated: the request has no token.
    """
    return User.objects.get(pk=caller(request).account_id)


def token_used(request: Request) -> Token:
    """Fetch the token of the caller, with its user.

    :raises NotAuthenticated: the request has no token.
    :raises InvalidToken: its account was closed meanwhile.
    """
    token = Token.objects.select_related("user").filter(pk=caller(request).token_id).first()
    if token is None:
        raise InvalidToken("The account of this token is closed.")
    return token


def _check(request: Request, bearer: Bearer) -> None:
    """Check that an account is not suspended, and record that its token was used.

    :raises AccountSuspended: the account is suspended, and the view is closed to such accounts.
    """
    now = timezone.now()
    if bearer.is_suspended and request.method not in open_to_suspended(request):
        locks.check_not_suspended(User.objects.get(pk=bearer.account_id), now=now)
    if not bearer.is_use_noted:
        tokens.note_use(bearer.token_id, now=now)
