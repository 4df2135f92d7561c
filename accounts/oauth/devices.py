"""The device flow for programs without a browser (RFC 8628)."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.utils.crypto import salted_hmac

from accounts import locks
from accounts.credentials import tokens
from accounts.credentials.bearers import digest
from accounts.credentials.tokens import Issued
from accounts.models import DeviceCode, Token
from accounts.oauth.authorizations import check_approving
from accounts.oauth.clients import Client, RedirectKind
from accounts.refusals import (
    AuthorizationPending,
    BadGrant,
    DeviceExpired,
    DeviceRefused,
    NoSuchDevice,
    PolledTooSoon,
    ServiceRefusal,
)

LIFETIME = timedelta(minutes=10)
GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code"
INTERVAL = 5
"""Seconds between two polls."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code is a word."""
LENGTH = 8
_WRONG = "The device code is unknown or used, or belongs to another app."
_NO_DEVICE = "No device waits with this code. Compare it with what the device shows."


class Begun(NamedTuple):
    """A device that waits: the code for itself and the code that it shows."""

    device_code: str
    user_code: str


def begin(client: Client, scopes: Sequence[str], resource: str, *, now: datetime) -> Begun:
    """Let a device wait until an account approves it."""
    device_code = secrets.token_urlsafe(32)
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    DeviceCode.objects.create(
        digest=digest(device_code),
        user_code=_typed(letters),
        app=client.client_id,
        app_name=client.name,
        app_origin=RedirectKind.DEVICE,
        scopes=scopes,
        resource=resource,
        created_at=now,
        expires_at=now + LIFETIME,
    )
    return Begun(device_code, f"{letters[:4]}-{letters[4:]}")


def waiting(user_code: str, *, account_id: int, now: datetime) -> DeviceCode:
    """Return the device that shows a code, and bind it to the account that typed it first.

    :raises NoSuchDevice: no device waits with this code, or another account has opened it.
    """
    rows = DeviceCode.objects.filter(
        user_code=_typed(user_code), decided_at=None, expires_at__gt=now
    )
    rows.filter(account=None).update(account=account_id)
    device = rows.filter(account=account_id).first()
    if device is None:
        raise NoSuchDevice(_NO_DEVICE)
    return device


def decide(user_code: str, approving: Token, *, approve: bool, now: datetime) -> None:
    """Approve or refuse a device.

    :raises NoSuchDevice: no device waits with this code, or another account has opened it.
    :raises ScopeNotHeld: the approving token lacks one of the scopes.
    :raises InvalidToken: it was revoked meanwhile, or its account closed.
    """
    with transaction.atomic():
        device = waiting(user_code, account_id=approving.user_id, now=now)
        check_approving(approving, device.scopes if approve else (), now=now)
        changed = DeviceCode.objects.filter(pk=device.pk, decided_at=None).update(
            decided_at=now, is_approved=approve
        )
        if not changed:
            raise NoSuchDevice(_NO_DEVICE)


def redeem(*, device_code: str, client_id: str, now: datetime) -> Issued:
    """Exchange the code of an approved device for a token, once.

    A later poll revokes nothing: a device may poll again because an answer was lost.

    :raises AuthorizationPending, PolledTooSoon, DeviceRefused, DeviceExpired: as RFC 8628 says.
    :raises BadGrant: the code is unknown or used, or belongs to another app.
    """
    hashed = digest(device_code)
    # Compared here: PostgreSQL fails on a client id with a NUL.
    found = DeviceCode.objects.filter(digest=hashed).first()
    if found is None or found.app != client_id or found.used_at is not None:
        raise BadGrant(_WRONG)
    if found.expires_at <= now:
        raise DeviceExpired("The code has expired. Begin again.")
    if found.decided_at is None or found.account_id is None:
        # A second of tolerance: the clock of a poll is that of its arrival.
        if not cache.add(f"device:{sha256(hashed).hexdigest()}", 1, timeout=INTERVAL - 1):
            raise PolledTooSoon(f"Ask every {INTERVAL} seconds at most.")
        raise AuthorizationPending("The device is not approved yet.")
    if not found.is_approved:
        raise DeviceRefused("The player refused.")
    with transaction.atomic():
        account = locks.lock_all([found.account_id])[found.account_id]
        grant = DeviceCode.objects.filter(pk=found.pk, used_at=None).first()
        if grant is None:
            raise BadGrant(_WRONG)
        try:
            locks.check_active(account)
        except ServiceRefusal:  # its message is for the player, not for the app
            raise BadGrant(_WRONG) from None
        issued = tokens.issue_to_app(grant, account=account, now=now)
        grant.used_at, grant.token = now, issued.token
        grant.save(update_fields=["used_at", "token"])
    return issued


def _typed(user_code: str) -> bytes:
    """Return the stored digest of a code as people type it: in any case, with any separators."""
    letters = "".join(c for c in user_code.upper() if c.isalnum())
    return salted_hmac("accounts.oauth.devices", letters, algorithm="sha256").digest()
