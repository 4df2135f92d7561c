"""Tokens: issuing, recognising and revoking the keys of an account. Secrets leave here once."""

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
    "read": "see what only you may see: your hand, your games, your account",
    "play": "create, join and play games, and read your own seat in them",
    "bot": "be known as a program: held by bots alone",
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
    """What another statement would read of whoever shows a token, to be read in one with it."""

    columns: str
    joins: str
    """Outer joins to ``token``: the token is found whatever else is not."""
    values: Sequence[Any]
    """The values in ``joins``."""


NO_PREFETCH = SqlPrefetch("NULL", "", ())


class Issued(NamedTuple):
    """A token just made, and its secret, which nobody can read again."""

    token: Token
    secret: str


class Bearer(NamedTuple):
    """Who shows a token: as much of it and of its account as every request needs."""

    token_id: int
    account_id: int
    is_bot: bool
    scopes: list[str]
    is_use_noted: bool
    """Whether its use was written down within the hour: reading must not cost a write each time."""
    is_suspended: bool

    @property
    def pk(self) -> int:
        """The account's, for the log of requests."""
        return self.account_id

    @property
    def is_authenticated(self) -> bool:
        """True, as of every user that Django knows."""
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
    """Make a token for an account, on its password's strength or that of an ``issuer`` token.

    :raises ScopeNotAllowed: no token of the account may have one of the scopes.
    :raises ScopeNotHeld: the issuer lacks one of the scopes.
    :raises TooManyTokens: the account has ``MOST_LIVE_TOKENS`` already.
    :raises InvalidToken: meanwhile the account was closed, its password changed, or the issuer revoked.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    if barred := sorted(set(scopes) - set(scopes_of(user))):
        kind = "a bot's" if user.is_bot else "a person's"
        raise ScopeNotAllowed(f"No token of {kind} account has {', '.join(barred)}.")
    if issuer and (lacking := sorted(set(scopes) - set(issuer.scopes))):
        raise ScopeNotHeld(
            f"The token used lacks {', '.join(lacking)}, so it cannot issue one that has it."
        )
    secret = "gf_" + secrets.token_urlsafe(32)
    with transaction.atomic():
        # Of two at once, one counts after the other. Revoking takes the same locks.
        accounts = locks.lock_all({user.pk, user.pk if issuer is None else issuer.user_id})
        locks.check_active(accounts[user.pk])
        if accounts[user.pk].password != user.password:
            raise InvalidToken("The password was changed meanwhile; use the new one.")
        if issuer is not None and not live(issuer.user, now=now).filter(pk=issuer.pk).exists():
            raise InvalidToken("The token used was revoked meanwhile.")
        if live(user, now=now).count() >= MOST_LIVE_TOKENS:
            raise TooManyTokens(
                f"An account holds at most {MOST_LIVE_TOKENS} tokens; revoke one first."
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
    """Return who shows this secret, and the values of the columns that were to be read ``prefetch``.

    :raises InvalidToken: unknown, expired or revoked, or the account is closed.
    """
    row = _read("token.digest = %s", digest(secret), prefetch, now=now)
    if row is None:
        raise InvalidToken("No such token; was it copied whole, from gf_ on?")
    return _bearer(*row[:_BEARER_WIDTH]), row[_BEARER_WIDTH:]


def bearer(token_id: int, *, now: datetime) -> Bearer | None:
    """Return for whom a token stands, none if there is no such token.

    :raises InvalidToken: expired or revoked, or the account is closed.
    """
    row = _read("token.id = %s", token_id, NO_PREFETCH, now=now)
    return None if row is None else _bearer(*row[:_BEARER_WIDTH])


def _read(
    condition: str, value: bytes | int, prefetch: SqlPrefetch, *, now: datetime
) -> Sequence[Any] | None:
    """Look at a token and its account in one plain statement: every request pays for it."""
    times = [time_value(now - _USE_IS_NOTED_EVERY), time_value(now), time_value(now)]
    with connection.cursor() as cursor:
        cursor.execute(_select(condition, prefetch), [*times, *prefetch.values, value])
        row: Sequence[Any] | None = cursor.fetchone()
    return row


def _select(condition: str, prefetch: SqlPrefetch) -> str:
    columns, tables = f"{_BEARER_COLUMNS}, {prefetch.columns}", f"{_BEARER_TABLES} {prefetch.joins}"
    return f"SELECT {columns} {tables} WHERE {condition}"  # of our own words alone


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
        raise InvalidToken("This token was revoked; get another from POST /api/v1/tokens.")
    if is_expired:
        raise InvalidToken("This token has expired; get another from POST /api/v1/tokens.")
    if not is_active:
        raise InvalidToken("The account of this token is closed.")
    return Bearer(
        token_id, account_id, bool(is_bot), orjson.loads(scopes), bool(is_noted), bool(is_suspended)
    )


def note_use(token_id: int, *, now: datetime) -> None:
    """Remember that a token is in use."""
    Token.objects.filter(pk=token_id).update(last_used_at=now)


def live(user: User, *, now: datetime) -> QuerySet[Token]:
    """Return the tokens of an account that open something, newest first."""
    return _live(user.tokens.all(), now=now).order_by("-pk")


def still_valid(token_ids: Collection[int], *, now: datetime) -> set[int]:
    """Return which of these tokens open something, and whose accounts are not suspended."""
    held = Token.objects.filter(
        pk__in=token_ids, revoked_at=None, expires_at__gt=now, user__is_active=True
    ).exclude(user__suspended_until__gt=now)
    return set(held.values_list("pk", flat=True))


def revoke(user: User, token_id: int, *, now: datetime) -> None:
    """Make one token useless from now on; an owner may do so with a token of his bot.

    :raises NoSuchToken: neither the account nor a bot of it has a live token with this id.
    """
    own = Token.objects.filter(Q(user=user) | Q(user__owner=user))
    with transaction.atomic():
        locks.lock_with_bots([user.pk])
        if not _live(own, now=now).filter(pk=token_id).update(revoked_at=now):
            raise NoSuchToken(f"You have no live token {token_id}; GET /api/v1/tokens lists yours.")


def revoke_others(token: Token, *, now: datetime) -> None:
    """Make every token of the account useless but this one."""
    with transaction.atomic():
        locks.lock_all([token.user_id])
        live(token.user, now=now).exclude(pk=token.pk).update(revoked_at=now)


def revoke_all(user: User, *, now: datetime) -> None:
    """Make every token of the account useless from now on."""
    with transaction.atomic():
        locks.lock_all([user.pk])
        live(user, now=now).update(revoked_at=now)


def digest(secret: str) -> bytes:
    """Return what is stored of a secret. A plain hash will do: nobody guesses 256 random bits."""
    return hashlib.sha256(secret.encode()).digest()


def _live(tokens: QuerySet[Token], *, now: datetime) -> QuerySet[Token]:
    return tokens.filter(revoked_at=None, expires_at__gt=now)
