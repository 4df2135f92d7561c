"""Tell which secrets are valid tokens, for programs that hold tokens of others or have found some.

A token that is unknown, expired or revoked, or whose account is closed, is the same: not valid.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from accounts.credentials.bearers import digest
from accounts.models import Token

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
