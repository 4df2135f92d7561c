"""Look up the bearer of a token: the one statement that every request executes."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

import orjson

from accounts.refusals import InvalidToken
from accounts.statements import fetch_one, time_value

_USE_IS_NOTED_EVERY = timedelta(hours=1)

_BEARER_COLUMNS = """
    token.id, token.user_id, account.is_bot, token.scopes, token.last_used_at > %s,
    token.revoked_at IS NOT NULL, token.expires_at <= %s, account.is_active,
    account.suspended_until > %s, token.app <> ''"""
_BEARER_WIDTH = 10
_BEARER_TABLES = """
FROM accounts_token AS token JOIN accounts_user AS account ON account.id = token.user_id"""
TOKEN_IS_VALID = f"""EXISTS (
    SELECT 1 {_BEARER_TABLES}
    WHERE token.digest = %s AND token.revoked_at IS NULL AND token.expires_at > %s
        AND account.is_active
        AND (account.suspended_until IS NULL OR account.suspended_until <= %s))"""
"""That a token is valid and its account neither closed nor suspended: a condition for a write.

Its parameters are the digest of the token, and twice the time.
"""


class Bearer(NamedTuple):
    """The caller of a request: what every request needs of the token and its account."""

    token_id: int
    account_id: int
    is_bot: bool
    scopes: list[str]
    is_use_noted: bool
    """Whether ``last_used_at`` is within the last hour: a read request must not always write."""
    is_suspended: bool
    is_app: bool
    """Whether the token was issued to an app (OAuth), not to the person."""

    @property
    def pk(self) -> int:
        """The account's id, for the request log."""
        return self.account_id

    @property
    def is_authenticated(self) -> bool:
        """True, as Django expects of an authenticated user."""
        return True


def digest(secret: str) -> bytes:
    """Return the stored digest of a secret; 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).digest()


def recognise(
    digest: bytes,
    *,
    columns: str = "NULL",
    joins: str = "",
    values: Sequence[Any] = (),
    now: datetime,
) -> tuple[Bearer, Sequence[Any]]:
    """Return the bearer of a token by its digest, and further ``columns`` of outer ``joins`` to
    ``token``.

    ``values`` are the parameters of columns and joins, in order.

    :raises InvalidToken: the token is unknown, expired or revoked, or its account is closed.
    """
    statement = _select("token.digest = %s", columns, joins)
    row = fetch_one(statement, [*_times(now), *values, digest])
    if row is None:
        raise InvalidToken("Invalid token. Create one with POST /api/v1/tokens.")
    return _bearer(*row[:_BEARER_WIDTH]), row[_BEARER_WIDTH:]


def bearer(token_id: int, *, now: datetime) -> Bearer | None:
    """Return the bearer of a token by its id, or None if there is no such token.

    :raises InvalidToken: the token is expired or revoked, or its account is closed.
    """
    row = fetch_one(_select("token.id = %s"), [*_times(now), token_id])
    return None if row is None else _bearer(*row[:_BEARER_WIDTH])


def _times(now: datetime) -> list[Any]:
    """Return the parameters of ``_BEARER_COLUMNS``."""
    return [time_value(now - _USE_IS_NOTED_EVERY), time_value(now), time_value(now)]


@cache  # only constants of this project
def _select(condition: str, columns: str = "NULL", joins: str = "") -> str:
    return f"SELECT {_BEARER_COLUMNS}, {columns} {_BEARER_TABLES} {joins} WHERE {condition}"


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
    is_app: bool,
) -> Bearer:
    if is_revoked:
        raise InvalidToken("This token was revoked. Sign in again, or use POST /api/v1/tokens.")
    if is_expired:
        raise InvalidToken("This token has expired. Sign in again, or use POST /api/v1/tokens.")
    if not is_active:
        raise InvalidToken("The account of this token is closed.")
    return Bearer(
        token_id,
        account_id,
        bool(is_bot),
        orjson.loads(scopes),
        bool(is_noted),
        bool(is_suspended),
        bool(is_app),
    )
