"""Create, look up and revoke the tokens of accounts. A secret is returned once, on creation."""

import hashlib
import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import orjson
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from accounts import locks
from accounts.models import Token, User
from accounts.plain_sql import time_value
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
}
PERSONAL_SCOPES = ("read", "play", "account")
BOT_SCOPES = ("read", "play", "bot")

DEFAULT_LIFETIME = timedelta(days=90)
LONGEST_LIFETIME = timedelta(days=365)
MOST_LIVE_TOKENS = 50

_USE_IS_NOTED_EVERY = timedelta(hours=1)

_BEARER_COLUMNS = """
    token.id, token.user_id, account.is_bot, token.scopes, token.last_used_at > %s,
    token.revoked_at IS NOT NULL, token.expires_at <= %s, account.is_active,
    account.suspended_until > %s"""
_BEARER_WIDTH = 9
_BEARER_TABLES = """
FROM accounts_token AS token JOIN accounts_user AS account ON account.id = token.user_id"""


class SqlPrefetch(NamedTuple):
    """Columns to select in the statement that looks up a token, to save a second statement."""

    columns: str
    joins: str
    """Outer joins to ``token``, so that a missing row does not hide the token."""
    values: Sequence[Any]
    """The parameters of ``joins``."""


NO_PREFETCH = SqlPrefetch("NULL", "", ())


class Issued(NamedTuple):
    """A new token and its secret, which is not stored."""

    token: Token
    secret: str


class Bearer(NamedTuple):
    """The caller of a request: what every request needs of the token and its account."""

    token_id: int
    account_id: int
    is_bot: bool
    scopes: list[str]
    is_use_noted: bool
    """Whether ``last_used_at`` is within the last hour: a read request must not always write."""
    is_suspended: bool

    @property
    def pk(self) -> int:
        """The account's id, for the request log."""
        return self.account_id

    @property
    def is_authenticated(self) -> bool:
        """True, as Django expects of an authenticated user."""
        return True


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
    secret = "gf_" + secrets.token_urlsafe(32)
    with transaction.atomic():
        # The locks make concurrent calls count one after the other. Revoking takes them too.
        accounts = locks.lock_all({user.pk, user.pk if issuer is None else issuer.user_id})
        locks.check_active(accounts[user.pk])
        if accounts[user.pk].password != user.password:
            raise InvalidToken("The password was changed meanwhile. Use the new one.")
        if issuer is not None and not live(issuer.user, now=now).filter(pk=issuer.pk).exists():
            raise InvalidToken("Your token was revoked meanwhile.")
        if live(user, now=now).count() >= MOST_LIVE_TOKENS:
            raise TooManyTokens(
                f"An account has at most {MOST_LIVE_TOKENS} live tokens. Revoke one first."
            )
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


def scopes_of(user: User) -> tuple[str, ...]:
    """Return the scopes that tokens of an account may have."""
    return BOT_SCOPES if user.is_bot else PERSONAL_SCOPES


def recognise(
    secret: str, *, prefetch: SqlPrefetch = NO_PREFETCH, now: datetime
) -> tuple[Bearer, Sequence[Any]]:
    """Return the bearer of a secret, and the values of the ``prefetch`` columns.

    :raises InvalidToken: the token is unknown, expired or revoked, or its account is closed.
    """
    row = _read("token.digest = %s", digest(secret), prefetch, now=now)
    if row is None:
        raise InvalidToken("Invalid token. Create one with POST /api/v1/tokens.")
    return _bearer(*row[:_BEARER_WIDTH]), row[_BEARER_WIDTH:]


def bearer(token_id: int, *, now: datetime) -> Bearer | None:
    """Return the bearer of a token by its id, or None if there is no such token.

    :raises InvalidToken: the token is expired or revoked, or its account is closed.
    """
    row = _read("token.id = %s", token_id, NO_PREFETCH, now=now)
    return None if row is None else _bearer(*row[:_BEARER_WIDTH])


def _read(
    condition: str, value: bytes | int, prefetch: SqlPrefetch, *, now: datetime
) -> Sequence[Any] | None:
    """Read a token and its account in one hand-written statement: every request executes it."""
    times = [time_value(now - _USE_IS_NOTED_EVERY), time_value(now), time_value(now)]
    with connection.cursor() as cursor:
        cursor.execute(_select(condition, prefetch), [*times, *prefetch.values, value])
        row: Sequence[Any] | None = cursor.fetchone()
    return row


def _select(condition: str, prefetch: SqlPrefetch) -> str:
    columns, tables = f"{_BEARER_COLUMNS}, {prefetch.columns}", f"{_BEARER_TABLES} {prefetch.joins}"
    return f"SELECT {columns} {tables} WHERE {condition}"  # only constants of this project


def _bearer(
    token_id: int,
    account_id: int,
    is_bot: bool,
    scopes: str,
    is_noted: bool | None,
    is_revoked: bool,
    is_expired: bool,
    is_active: bool,
    is_suspended: bool | None,
) -> Bearer:
    if is_revoked:
        raise InvalidToken("This token was revoked. Create another with POST /api/v1/tokens.")
    if is_expired:
        raise InvalidToken("This token has expired. Create another with POST /api/v1/tokens.")
    if not is_active:
        raise InvalidToken("The account of this token is closed.")
    return Bearer(
        token_id, account_id, bool(is_bot), orjson.loads(scopes), bool(is_noted), bool(is_suspended)
    )


def note_use(token_id: int, *, now: datetime) -> None:
    """Set the time of a token's last use."""
    Token.objects.filter(pk=token_id).update(last_used_at=now)


def live(user: User, *, now: datetime) -> QuerySet[Token]:
    """Return the tokens of an account that are neither expired nor revoked, newest first."""
    return _live(user.tokens.all(), now=now).order_by("-pk")


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
        if not _live(own, now=now).filter(pk=token_id).update(revoked_at=now):
            raise NoSuchToken(f"You have no live token {token_id}. GET /api/v1/tokens lists yours.")


def revoke_others(token: Token, *, now: datetime) -> None:
    """Revoke every token of the account except this one."""
    with transaction.atomic():
        locks.lock_all([token.user_id])
        live(token.user, now=now).exclude(pk=token.pk).update(revoked_at=now)


def revoke_all(user: User, *, now: datetime) -> None:
    """Revoke every token of the account."""
    with transaction.atomic():
        locks.lock_all([user.pk])
        live(user, now=now).update(revoked_at=now)


def digest(secret: str) -> bytes:
    """Return the stored digest of a secret; 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).digest()


def _live(tokens: QuerySet[Token], *, now: datetime) -> QuerySet[Token]:
    return tokens.filter(revoked_at=None, expires_at__gt=now)
