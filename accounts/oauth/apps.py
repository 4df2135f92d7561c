"""The apps that have access to an account."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from accounts import locks
from accounts.credentials import tokens
from accounts.credentials.bearers import digest
from accounts.models import Token, User
from accounts.refusals import NoSuchApp


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


def of(account: User, *, now: datetime) -> list[ConnectedApp]:
    """Return the apps with access to an account, by client id and origin."""
    rows = _live(account, now=now).order_by("app", "app_origin", "pk")
    return [
        _connected(list(group))
        for _, group in groupby(rows, key=lambda token: (token.app, token.app_origin))
    ]


def revoke(account: User, app_id: int, *, now: datetime) -> None:
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
