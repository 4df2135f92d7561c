"""Create, list, check and revoke the tokens of accounts. A secret is returned once, on creation.

A token that is unknown, expired or revoked, or whose account is closed, is the same: not valid.
"""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from accounts import locks, statements
from accounts.credentials.bearers import digest
from accounts.models import AuthorizationCode, DeviceCode, Grant, Token, User
from accounts.refusals import (
    InvalidToken,
    NoSuchToken,
    ScopeNotAllowed,
    ScopeNotHeld,
    TooManyTokens,
)

SCOPES = {
    "read": "read your private data: your hand, your games, your account",
    "play": "create, join and play games, and read your own seat in them",
    "bot": "identify as a bot; only tokens of bots have it",
    "account": "change your account and its tokens",
    "class": "play at your table of a class; only tokens of its pupils have it",
}
PERSONAL_SCOPES = ("read", "play", "account")
BOT_SCOPES = ("read", "play", "bot")
PUPIL_SCOPES = ("class",)

DEFAULT_LIFETIME = timedelta(days=90)
LONGEST_LIFETIME = timedelta(days=365)
KEPT = timedelta(days=90)
"""After their end, so that exports and the admin show who had access."""
MOST_LIVE_TOKENS = 50
"""Of an account, those of apps apart."""
MOST_OF_AN_APP = 3
MOST_OF_APPS = 150
"""Of all apps: the oldest is revoked for a new one, so that lists of them are bounded."""


class Issued(NamedTuple):
    """A new token and its secret, which is not stored."""

    token: Token
    secret: str


def issue(
    user: User,
    *,
    name: str,
    scopes: Collection[str],
    now: datetime,
    lifetime: timedelta = DEFAULT_LIFETIME,
    issuer: Token | None = None,
) -> Issued:
    """Create a token for an account whose password was checked, or for an ``issuer`` token.

    :raises ScopeNotAllowed: tokens of the account cannot have one of the scopes.
    :raises ScopeNotHeld: the issuer lacks one of the scopes.
    :raises TooManyTokens: the account has ``MOST_LIVE_TOKENS`` already.
    :raises InvalidToken: the account was closed meanwhile, its password changed, or the issuer
        revoked.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    if barred := sorted(set(scopes) - set(scopes_of(user))):
        kind = "bots" if user.is_bot else "people"
        raise ScopeNotAllowed(f"Tokens of {kind} cannot have the scope {', '.join(barred)}.")
    if issuer and (lacking := sorted(set(scopes) - set(issuer.scopes))):
        raise ScopeNotHeld(
            f"Your token lacks the scope {', '.join(lacking)}, so it cannot create such a token."
        )
    with transaction.atomic():
        # The locks make concurrent calls count one after the other. Revoking takes them too.
        accounts = locks.lock_all({user.pk, user.pk if issuer is None else issuer.user_id})
        locks.check_active(accounts[user.pk])
        if accounts[user.pk].password != user.password:
            raise InvalidToken("The password was changed meanwhile. Use the new one.")
        if issuer is not None and not live(issuer.user, now=now).filter(pk=issuer.pk).exists():
            raise InvalidToken("Your token was revoked meanwhile.")
        if live(user, now=now).filter(app="").count() >= MOST_LIVE_TOKENS:
            raise TooManyTokens(
                f"An account has at most {MOST_LIVE_TOKENS} live tokens. Revoke one first."
            )
        return _create(user, name=name, scopes=scopes, lifetime=lifetime, now=now)


def issue_to_app(grant: Grant, *, account: User, now: datetime) -> Issued:
    """Create the token of a grant for an account that the caller has locked and checked.

    The oldest token of the app is revoked when it has ``MOST_OF_AN_APP``, and the oldest of any
    app when all have ``MOST_OF_APPS``.
    """
    of_apps = live(account, now=now).exclude(app="")
    of_this_app = of_apps.filter(app=grant.app, app_origin=grant.app_origin)
    for held, most in ((of_this_app, MOST_OF_AN_APP), (of_apps, MOST_OF_APPS)):
        kept = held.values_list("pk", flat=True)[: most - 1]
        held.exclude(pk__in=list(kept)).update(revoked_at=now)
    return _create(
        account,
        name=grant.app_name,
        scopes=grant.scopes,
        lifetime=DEFAULT_LIFETIME,
        now=now,
        app=grant.app,
        app_origin=grant.app_origin,
        resource=grant.resource,
    )


def _create(
    user: User,
    *,
    name: str,
    scopes: Collection[str],
    lifetime: timedelta,
    now: datetime,
    **of_app: str,
) -> Issued:
    secret = "gf_" + secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=user,
        name=name,
        scopes=[scope for scope in SCOPES if scope in scopes],
        digest=digest(secret),
        prefix=secret[:8],
        created_at=now,
        expires_at=now + lifetime,
        **of_app,
    )
    return Issued(token, secret)


def scopes_of(user: User) -> tuple[str, ...]:
    """Return the scopes that tokens of an account may have."""
    if user.is_pupil:
        return PUPIL_SCOPES
    return BOT_SCOPES if user.is_bot else PERSONAL_SCOPES


def note_use(token_id: int, *, now: datetime) -> None:
    """Set the time of a token's last use."""
    Token.objects.filter(pk=token_id).update(last_used_at=now)


def live(user: User, *, now: datetime) -> QuerySet[Token]:
    """Return the tokens of an account that are neither expired nor revoked, newest first."""
    return live_among(user.tokens.all(), now=now).order_by("-pk")


def still_valid(token_ids: Collection[int], *, now: datetime) -> set[int]:
    """Return which of these tokens are live and belong to an active, not suspended account."""
    held = Token.objects.filter(
        pk__in=token_ids, revoked_at=None, expires_at__gt=now, user__is_active=True
    ).exclude(user__suspended_until__gt=now)
    return set(held.values_list("pk", flat=True))


def revoke(user: User, token_id: int, *, now: datetime) -> None:
    """Revoke a token of an account or of one of its bots.

    :raises NoSuchToken: neither the account nor its bots have a live token with this id.
    """
    own = Token.objects.filter(Q(user=user) | Q(user__owner=user))
    with transaction.atomic():
        locks.lock_with_bots([user.pk])
        if not live_among(own, now=now).filter(pk=token_id).update(revoked_at=now):
            raise NoSuchToken(f"You have no live token {token_id}. GET /api/v1/tokens lists yours.")


def revoke_others(token: Token, *, now: datetime) -> None:
    """Revoke every token of the account except this one."""
    with transaction.atomic():
        locks.lock_all([token.user_id])
        live(token.user, now=now).exclude(pk=token.pk).update(revoked_at=now)
        forget(token.user_id)


def revoke_all(user: User, *, now: datetime) -> None:
    """Revoke every token of the account."""
    with transaction.atomic():
        locks.lock_all([user.pk])
        live(user, now=now).update(revoked_at=now)
        forget(user.pk)


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` tokens that ended ``KEPT`` ago; return how many were deleted."""
    ended = Token.objects.annotate(ended_at=Coalesce("revoked_at", "expires_at"))
    dead = ended.filter(ended_at__lte=now - KEPT)
    return statements.delete_first(dead, by="ended_at", most=most)


def live_among(tokens: QuerySet[Token], *, now: datetime) -> QuerySet[Token]:
    """Return which of these tokens are neither revoked nor expired."""
    return tokens.filter(revoked_at=None, expires_at__gt=now)


GRANTS_KEPT = timedelta(days=1)
"""After their end, so that a second use of a code still revokes what the first one gave."""


def forget(account_id: int) -> None:
    """Delete the grants of an account that the caller has locked, so that no token can come of
    them.
    """
    AuthorizationCode.objects.filter(account=account_id).delete()
    DeviceCode.objects.filter(account=account_id).delete()


def forget_unused(account_id: int, *, app: str, app_origin: str) -> None:
    """Delete what an app could still exchange, of an account that the caller has locked."""
    for kind in (AuthorizationCode, DeviceCode):
        kind.objects.filter(
            account=account_id, app=app, app_origin=app_origin, used_at=None
        ).delete()


def purge_grants(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` expired grants of each kind; return how many were deleted."""
    return sum(
        statements.delete_first(
            kind.objects.filter(expires_at__lte=now - GRANTS_KEPT), by="expires_at", most=most
        )
        for kind in (AuthorizationCode, DeviceCode)
    )


MOST_AT_ONCE = 100
LONGEST_SECRET = 256  # characters


class TokenFacts(NamedTuple):
    """What a caller may learn about a valid token."""

    scopes: Sequence[str]
    username: str
    expires_at: datetime
    resource: str | None
    """The resource that an app named when it got the token (RFC 8707)."""


def examine(secrets: Sequence[str], *, now: datetime) -> list[TokenFacts | None]:
    """Return the facts of each secret in order, None for one that is not valid.

    Makes one query. It is not a use of the tokens.
    """
    digests = [digest(secret) for secret in secrets]
    rows = Token.objects.filter(
        digest__in=digests, revoked_at=None, expires_at__gt=now, user__is_active=True
    ).values_list("digest", "scopes", "user__username", "expires_at", "resource")
    valid = {
        bytes(found): TokenFacts(scopes, username, expires_at, resource or None)
        for found, scopes, username, expires_at, resource in rows
    }
    return [valid.get(each) for each in digests]
