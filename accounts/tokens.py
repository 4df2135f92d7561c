"""Tokens: issuing, recognising and revoking the keys of an account. Secrets leave here once."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.models import Token, User
from accounts.refusals import InvalidToken, NoSuchToken, ScopeNotHeld, TooManyTokens

SCOPES = {
    "read": "see what only you may see: your hand, your games, your account",
    "play": "create, join and play games",
    "bot": "act as a bot that you answer for",
    "account": "change your account and its tokens",
}
PERSONAL_SCOPES = ("read", "play", "account")

DEFAULT_LIFETIME = timedelta(days=90)
LONGEST_LIFETIME = timedelta(days=365)
MOST_LIVE_TOKENS = 50

_USE_IS_NOTED_EVERY = timedelta(hours=1)


class Issued(NamedTuple):
    """A token just made, and its secret, which nobody can read again."""

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
    """Make a token for an account, on its password's strength or that of an ``issuer`` token.

    :raises ScopeNotHeld: the issuer lacks one of the scopes.
    :raises TooManyTokens: the account has ``MOST_LIVE_TOKENS`` already.
    """
    if issuer and (lacking := sorted(set(scopes) - set(issuer.scopes))):
        raise ScopeNotHeld(
            f"The token used lacks {', '.join(lacking)}, so it cannot issue one that has it."
        )
    if live(user, now=now).count() >= MOST_LIVE_TOKENS:
        raise TooManyTokens(
            f"An account holds at most {MOST_LIVE_TOKENS} tokens; revoke one first."
        )
    secret = "gf_" + secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=user,
        name=name,
        scopes=[scope for scope in SCOPES if scope in scopes],
        digest=digest(secret),
        prefix=secret[:8],
        created_at=now,
        expires_at=now + lifetime,
    )
    return Issued(token, secret)


def recognise(secret: str, *, now: datetime) -> Token:
    """Return the token with this secret and its ``user``, in one query.

    :raises InvalidToken: unknown, expired or revoked, or the account is closed.
    """
    try:
        token = Token.objects.select_related("user").get(digest=digest(secret))
    except Token.DoesNotExist:
        raise InvalidToken("No such token; was it copied whole, from gf_ on?") from None
    if token.revoked_at:
        raise InvalidToken("This token was revoked; get another from POST /api/v1/tokens.")
    if token.expires_at <= now:
        raise InvalidToken("This token has expired; get another from POST /api/v1/tokens.")
    if not token.user.is_active:
        raise InvalidToken("The account of this token is closed.")
    return token


def note_use(token: Token, *, now: datetime) -> None:
    """Remember that a token is in use, to the hour: reading must not cost a write each time."""
    if token.last_used_at is None or now - token.last_used_at >= _USE_IS_NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)


def live(user: User, *, now: datetime) -> QuerySet[Token]:
    """Return the tokens of an account that open something, newest first."""
    return user.tokens.filter(revoked_at=None, expires_at__gt=now).order_by("-pk")


def revoke(user: User, token_id: int, *, now: datetime) -> None:
    """Make one token useless from now on.

    :raises NoSuchToken: the account has no live token with this id.
    """
    if not live(user, now=now).filter(pk=token_id).update(revoked_at=now):
        raise NoSuchToken(f"You have no live token {token_id}; GET /api/v1/tokens lists yours.")


def revoke_others(token: Token, *, now: datetime) -> None:
    """Make every token of the account useless but this one."""
    live(token.user, now=now).exclude(pk=token.pk).update(revoked_at=now)


def digest(secret: str) -> bytes:
    """Return what is stored of a secret. A plain hash will do: nobody guesses 256 random bits."""
    return hashlib.sha256(secret.encode()).digest()
