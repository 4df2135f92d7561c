"""Bearer token authentication for the API.

An invalid token is refused everywhere, even where no token is needed. ``request.user`` is a
:class:`~accounts.credentials.bearers.Bearer`; views that need more fetch the account.
"""

import re
from collections.abc import Collection, Sequence
from typing import Any

from django.conf import settings
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts import suspensions
from accounts.credentials import bearers, known_bearers, tokens
from accounts.credentials.bearers import NO_PREFETCH, Bearer, SqlPrefetch
from accounts.models import Token, User
from accounts.refusals import InvalidToken

CHALLENGE = 'Bearer realm="go-fish"'
"""The value of ``WWW-Authenticate``: RFC 6750 requires at least one parameter."""

_PREFETCHED = "prefetched_row"
_DIGEST = "token_digest"
_UNCONFIRMED = "is_token_unconfirmed"
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
        sent: str | None = request._request.META.get("HTTP_AUTHORIZATION")
        if sent is None:
            return None
        # A client that sends credentials expects to be authenticated: never ignore bad ones.
        match = _CREDENTIALS.fullmatch(sent.strip(" \t"))
        if match is None:
            raise InvalidToken("Send one bearer token: Authorization: Bearer gf_…")
        digest = tokens.digest(match[1])
        request._request.__dict__[_DIGEST] = digest
        bearer = _known(request, digest) or _recognise(request, digest)
        return bearer, bearer

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge; because of it DRF answers 401 and not 403 to a missing token."""
        return CHALLENGE


def digest_for_write(request: Request) -> bytes | None:
    """Return the digest of the caller's token for the statement that writes, which checks it; None
    where it checks none (`WRITES_CHECK_TOKENS`).
    """
    digest: bytes | None = request._request.__dict__.get(_DIGEST)
    return digest if settings.WRITES_CHECK_TOKENS else None


def is_confirmed(request: Request) -> bool:
    """Return whether the database has confirmed the caller's token during this request."""
    return _UNCONFIRMED not in request._request.__dict__


def doubt(request: Request) -> None:
    """Let the next :func:`confirm` read the token again, if writes check it: one failed."""
    if settings.WRITES_CHECK_TOKENS:
        request._request.__dict__[_UNCONFIRMED] = True


def confirm(request: Request) -> None:
    """Read the caller's token unless it is confirmed. Only a write that checks it needs no such
    read.

    :raises InvalidToken: the token expired or was revoked, or its account was closed.
    :raises AccountSuspended: the account was suspended.
    """
    if not is_confirmed(request):
        del request._request.__dict__[_UNCONFIRMED]
        digest = request._request.__dict__[_DIGEST]
        known_bearers.forget(digest)
        bearer = _recognise(request, digest)
        request.user, request.auth = bearer, bearer  # type: ignore[assignment]  # as above


def open_to_suspended(request: Request) -> Collection[str]:
    """Return the methods of the view that a suspended account may use."""
    context = request.parser_context or {}
    return getattr(context.get("view"), "open_to_suspended", ())


def pop_prefetched(request: Request) -> Sequence[Any] | None:
    """Pop the row prefetched with the token, or return None."""
    row: Sequence[Any] | None = request._request.__dict__.pop(_PREFETCHED, None)
    return row


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


def _known(request: Request, digest: bytes) -> Bearer | None:
    """Return the bearer as this process knows it, if the view needs no read before its write."""
    context = request.parser_context or {}
    needs_no_read = getattr(context.get("view"), "needs_no_read", None)
    if needs_no_read is None or not settings.WRITES_CHECK_TOKENS:
        return None
    bearer = known_bearers.find(digest)
    if bearer is None or not needs_no_read(bearer.account_id, **context["kwargs"]):
        return None
    request._request.__dict__[_UNCONFIRMED] = True
    return bearer


def _recognise(request: Request, digest: bytes) -> Bearer:
    """Read the bearer, with what the view prefetches.

    Raises as :meth:`BearerToken.authenticate`.
    """
    now = timezone.now()
    bearer, row = bearers.recognise(digest, prefetch=_prefetch(request), now=now)
    request._request.__dict__[_PREFETCHED] = row
    if bearer.is_suspended and request.method not in open_to_suspended(request):
        suspensions.check(User.objects.get(pk=bearer.account_id), now=now)
    if not bearer.is_use_noted:
        tokens.note_use(bearer.token_id, now=now)
    known_bearers.note(digest, bearer)
    return bearer


def _prefetch(request: Request) -> SqlPrefetch:
    """Return what the view prefetches with the token: ``head_prefetch`` of the URL arguments."""
    context = request.parser_context or {}
    wanted = getattr(context.get("view"), "head_prefetch", None)
    return NO_PREFETCH if wanted is None else wanted(**context["kwargs"])
