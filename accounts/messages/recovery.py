"""Reset a forgotten password with a code that is sent to the verified address."""

from datetime import datetime

from django.db import transaction

from accounts.credentials import codes, passwords, tokens
from accounts.messages import mail
from accounts.models import User

MOST_ACCOUNTS = 10
"""Accounts in one letter, newest first, if several share an address."""


def send_codes(email: str) -> None:
    """Send codes to an address if accounts have verified it. The caller cannot tell if any have."""
    known = User.objects.filter(
        email__iexact=email, email_verified_at__isnull=False, is_active=True, is_guest=False
    ).order_by("-pk")[:MOST_ACCOUNTS]
    # Write to the address as stored: two that differ in case may belong to two people.
    codes_at: dict[str, dict[str, str]] = {}
    for user in known:
        codes_at.setdefault(user.email, {})[user.username] = codes.make(codes.RECOVERY, user)
    mail.post(*(mail.recovery(to=to, codes=named) for to, named in codes_at.items()))


def reset(code: str, password: str, *, now: datetime) -> None:
    """Set a new password and revoke every token of the account.

    :raises InvalidCode: the code is forged, expired or used.
    :raises PasswordTooWeak: the password is too short, too common, or too similar to the username.
    """
    user = codes.holder(codes.RECOVERY, code)
    passwords.set_password(user, password)  # slow on purpose, so before the transaction
    with transaction.atomic():
        codes.holder(codes.RECOVERY, code, lock=True)
        user.save(update_fields=["password"])
        tokens.revoke_all(user, now=now)
