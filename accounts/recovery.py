"""A forgotten password: a letter to the verified address, and its code for a new password."""

from datetime import datetime

from django.db import transaction

from accounts import codes, mail, passwords, tokens
from accounts.models import User

MOST_ACCOUNTS = 10
"""Accounts that one letter names, newest first, where they share an address."""


def ask(email: str) -> None:
    """Write to an address if it is the verified one of an account. The caller never learns it."""
    known = User.objects.filter(
        email__iexact=email, email_verified_at__isnull=False, is_active=True, is_guest=False
    ).order_by("-pk")[:MOST_ACCOUNTS]
    # To each address as its account has it: two that fold to one may belong to two people.
    codes_at: dict[str, dict[str, str]] = {}
    for user in known:
        codes_at.setdefault(user.email, {})[user.username] = codes.make(codes.RECOVERY, user)
    mail.post(*(mail.recovery(to=to, codes=named) for to, named in codes_at.items()))


def reset(code: str, password: str, *, now: datetime) -> None:
    """Set a new password and revoke every token of the account.

    :raises InvalidCode: the code does not hold.
    :raises PasswordTooWeak: the password is short, common, or like the name.
    """
    user = codes.holder(codes.RECOVERY, code)
    passwords.set_password(user, password)  # slow on purpose, so before the transaction
    with transaction.atomic():
        codes.holder(codes.RECOVERY, code, lock=True)
        user.save(update_fields=["password"])
        tokens.revoke_all(user, now=now)
