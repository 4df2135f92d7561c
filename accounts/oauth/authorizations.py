"""Grants to apps: the authorization code flow with PKCE, and the apps that have access.

See RFC 6749, RFC 7636 and RFC 9700.
"""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from itertools import groupby
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from accounts import locks
from accounts.credentials import tokens
from accounts.credentials.bearers import digest
from accounts.credentials.tokens import Issued
from accounts.models import AuthorizationCode, Token, User
from accounts.oauth import clients
from accounts.oauth.clients import Client, RedirectKind
from accounts.refusals import (
    BadAppScope,
    BadGrant,
    BadRedirectAddress,
    BadResource,
    InvalidToken,
    MissingParameter,
    NoSuchApp,
    PkceRequired,
    ScopeNotHeld,
    ServiceRefusal,
    UnsupportedResponse,
)

SCOPES = ("read", "play")
"""What apps may have. `account` would let an app take the account over."""
LIFETIME = timedelta(seconds=60)
LONGEST_STATE = 2000
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}", re.ASCII)
_WRONG = "The code is unknown, used or expired, or belongs to another app, address or verifier."


class AuthorizationRequest(NamedTuple):
    """A valid request of an app for access."""

    client: Client
    kind: RedirectKind
    origin: str
    """The host of the redirect address, its scheme, or ``loopback``."""
    redirect_uri: str
    scopes: list[str]
    challenge: str
    state: str | None
    resource: str


def check(
    client: Client, sent: Mapping[str, str], *, resources: Collection[str]
) -> AuthorizationRequest:
    """Return the request of an app.

    :raises OAuthRefusal: it is not valid.
    """
    address = sent.get("redirect_uri", "")
    kind, origin = clients.kind_of(address)
    if client.addresses is not None and not clients.is_listed(address, client.addresses):
        raise BadRedirectAddress("The document of the app does not list this redirect address.")
    mode = sent.get("response_mode", "query")
    if sent.get("response_type") != "code" or mode != "query":
        raise UnsupportedResponse("Send response_type=code, without a response_mode.")
    challenge = sent.get("code_challenge", "")
    if sent.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(challenge):
        raise PkceRequired("Send a code_challenge of 43 characters with S256.")
    state = sent.get("state")
    if state is not None and len(state) > LONGEST_STATE:
        raise MissingParameter(f"state has at most {LONGEST_STATE} characters.")
    return AuthorizationRequest(
        client,
        kind,
        origin,
        address,
        scopes_in(sent.get("scope")),
        challenge,
        state,
        resource_in(sent.get("resource"), resources),
    )


def scopes_in(text: str | None) -> list[str]:
    """Return the scopes of a request, `read` by default.

    :raises BadAppScope: one does not exist, or is not for apps.
    """
    wanted = (text or "read").split(" ")
    if barred := sorted({*wanted} - {*SCOPES}):
        raise BadAppScope(f"Apps cannot have the scope {barred[0][:60]!r}, only read and play.")
    return [scope for scope in SCOPES if scope in wanted]


def resource_in(sent: str | None, resources: Collection[str]) -> str:
    """Return the resource of a request, empty without one.

    :raises BadResource: it is not served here.
    """
    if sent is None:
        return ""
    if sent.removesuffix("/") not in resources:
        raise BadResource("This resource is not served here.")
    return sent


def refused(asked: AuthorizationRequest, *, issuer: str) -> str:
    """Return the address that tells an app of a refusal."""
    answer = {"error": "access_denied", "state": asked.state, "iss": issuer}
    return clients.with_answer(asked.redirect_uri, answer)


def approve(asked: AuthorizationRequest, approving: Token, *, issuer: str, now: datetime) -> str:
    """Make a code, and return the address that brings it to the app.

    :raises ScopeNotHeld: the approving token lacks one of the scopes.
    :raises InvalidToken: it was revoked meanwhile, or its account closed.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    code = secrets.token_urlsafe(32)
    with transaction.atomic():
        check_approving(approving, asked.scopes, now=now)
        AuthorizationCode.objects.create(
            digest=digest(code),
            account=approving.user,
            app=asked.client.client_id,
            app_name=asked.client.name,
            app_origin=asked.origin,
            scopes=asked.scopes,
            resource=asked.resource,
            redirect_uri=asked.redirect_uri,
            challenge=asked.challenge,
            created_at=now,
            expires_at=now + LIFETIME,
        )
    answer = {"code": code, "state": asked.state, "iss": issuer}
    return clients.with_answer(asked.redirect_uri, answer)


def check_approving(approving: Token, scopes: Collection[str], *, now: datetime) -> None:
    """Lock the account of a token, and check that it may give these scopes.

    Raises as :func:`approve`.
    """
    locks.lock_active(approving.user_id)
    if not tokens.live(approving.user, now=now).filter(pk=approving.pk).exists():
        raise InvalidToken("Your token was revoked meanwhile.")
    if lacking := sorted({*scopes} - {*approving.scopes}):
        raise ScopeNotHeld(f"Your token lacks the scope {lacking[0]}, so it cannot give it.")


def redeem(
    *, code: str, client_id: str, redirect_uri: str, verifier: str, resource: str, now: datetime
) -> Issued:
    """Exchange a code for a token, once. A second use revokes the token of the first one.

    :raises BadGrant: the code is unknown, used or expired, its account is closed, or it belongs to
        another app, address, resource or verifier.
    :raises PkceRequired: the verifier is missing or malformed.
    """
    if not _VERIFIER.fullmatch(verifier):
        raise PkceRequired("Send the code_verifier of the code_challenge.")
    challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    found = AuthorizationCode.objects.filter(digest=digest(code)).first()
    if found is None or found.account_id is None:
        raise BadGrant(_WRONG)
    is_theirs = (
        found.app == client_id
        and found.redirect_uri == redirect_uri
        and compare_digest(found.challenge, challenge)
        and resource in ("", found.resource)
    )
    issued: Issued | None = None
    with transaction.atomic():
        account = locks.lock_all([found.account_id])[found.account_id]
        grant = AuthorizationCode.objects.filter(pk=found.pk).first()
        if grant is None:
            raise BadGrant(_WRONG)
        if grant.used_at is not None:
            Token.objects.filter(pk__in=[grant.token_id], revoked_at=None).update(revoked_at=now)
        elif is_theirs and grant.expires_at > now:
            try:
                locks.check_active(account)
            except ServiceRefusal:  # its message is for the player, not for the app
                raise BadGrant(_WRONG) from None
            issued = tokens.issue_to_app(grant, account=account, now=now)
            grant.used_at, grant.token = now, issued.token
            grant.save(update_fields=["used_at", "token"])
    if issued is None:
        raise BadGrant(_WRONG)
    return issued


class ConnectedApp(NamedTuple):
    """An app with access, and what its live tokens have in common."""

    id: int
    """The id of its oldest live token."""
    name: str
    client_id: str
    origin: str
    scopes: Sequence[str]
    since: datetime
    last_used_at: datetime | None
    expires_at: datetime


def connected_apps(account: User, *, now: datetime) -> list[ConnectedApp]:
    """Return the apps with access to an account, by client id and origin."""
    rows = _live(account, now=now).order_by("app", "app_origin", "pk")
    return [
        _connected(list(group))
        for _, group in groupby(rows, key=lambda token: (token.app, token.app_origin))
    ]


def revoke_app(account: User, app_id: int, *, now: datetime) -> None:
    """Revoke every token of an app, and every code that it has not exchanged yet.

    :raises NoSuchApp: no app of this id has access to the account.
    """
    with transaction.atomic():
        locks.lock_all([account.pk])
        live = _live(account, now=now)
        one = live.filter(pk=app_id).first()
        if one is None:
            raise NoSuchApp("No app with this id has access to your account.")
        live.filter(app=one.app, app_origin=one.app_origin).update(revoked_at=now)
        tokens.forget_unused(account.pk, app=one.app, app_origin=one.app_origin)


def revoke_secret(secret: str, *, client_id: str | None, now: datetime) -> None:
    """Revoke a token of an app (RFC 7009). Does nothing to another secret."""
    token = Token.objects.filter(digest=digest(secret), revoked_at=None).exclude(app="").first()
    if token is None or client_id not in (None, token.app):
        return
    with transaction.atomic():
        locks.lock_all([token.user_id])
        Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)


def _live(account: User, *, now: datetime) -> QuerySet[Token]:
    return tokens.live(account, now=now).exclude(app="")


def _connected(held: Sequence[Token]) -> ConnectedApp:
    uses = [token.last_used_at for token in held if token.last_used_at]
    scopes = {scope for token in held for scope in token.scopes}
    return ConnectedApp(
        held[0].pk,
        held[-1].name,
        held[0].app,
        held[0].app_origin,
        [scope for scope in tokens.SCOPES if scope in scopes],
        held[0].created_at,
        max(uses, default=None),
        max(token.expires_at for token in held),
    )
