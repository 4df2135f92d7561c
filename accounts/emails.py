"""Verify the e-mail addresses of accounts, reset passwords by e-mail, and send the letters.

A separate thread sends them. A request must take the same time whether or not it sends a letter.
Otherwise its duration would reveal which addresses are known.
"""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Literal, NamedTuple

from django.core.mail import send_mail
from django.db import transaction

from accounts import locks, quotas
from accounts.credentials import codes, passwords, tokens
from accounts.models import User
from accounts.refusals import NothingToVerify

logger = logging.getLogger(__name__)

postman = ThreadPoolExecutor(1, thread_name_prefix="postman")


Purpose = Literal["registration", "verification", "recovery", "notice"]
"""Letters to an address are counted by purpose: too many of one do not block another."""


class Letter(NamedTuple):
    """A short text for one address."""

    purpose: Purpose
    to: str
    subject: str
    text: str


def post(*letters: Letter) -> None:
    """Queue letters to be sent. The caller takes the same time for none and for many."""
    postman.submit(_send, letters)


def verification(*, purpose: Purpose, to: str, username: str, code: str) -> Letter:
    """Write the letter with the code that verifies an address."""
    return Letter(
        purpose,
        to,
        "Confirm your e-mail address",
        f"The Go Fish account {username} uses this address. If it is yours, confirm the address "
        "within a day:\n\n"
        f'    POST /api/v1/email/verify {{"code": "{code}"}}\n\n'
        "If it is not your account, ignore this letter.\n",
    )


def recovery(*, to: str, codes: dict[str, str]) -> Letter:
    """Write the letter with the codes that set a new password; ``codes`` by username."""
    lines = "".join(
        f'{username}:\n\n    POST /api/v1/password/reset/confirm {{"code": "{code}", '
        '"new_password": "…"}\n\n'
        for username, code in codes.items()
    )
    return Letter(
        "recovery",
        to,
        "Reset your password",
        "A password reset was requested for a Go Fish account with this address. If it was you, "
        f"set a new password within an hour:\n\n{lines}"
        "If it was not you, ignore this letter: your password does not change.\n",
    )


def notice(*, to: str, username: str, kind: str) -> Letter:
    """Write the letter about a notice: only its kind, and how to read it."""
    return Letter(
        "notice",
        to,
        "You have a new notice",
        f"The Go Fish account {username} has a new notice: {kind.replace('_', ' ')}. Read it:\n\n"
        "    GET /api/v1/me/notices\n",
    )


def _send(letters: tuple[Letter, ...]) -> None:
    for letter in letters:
        recipient = f"{letter.purpose} {letter.to.lower()}"
        standing = quotas.take("recipient", recipient, now=time.time())
        if standing and standing.is_exceeded:
            logger.info("a letter was dropped: the quota of its address is used up")
            continue
        try:
            send_mail(letter.subject, letter.text, None, [letter.to])
        except Exception:  # whatever the mail server does, the next letter goes out
            logger.exception("a letter was not sent")


def change(
    user: User, email: str | None, *, purpose: Purpose = "verification", now: datetime
) -> bool:
    """Set another address, which must be verified again, or remove it; return whether a letter goes
    out.

    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    with transaction.atomic():
        if (email or "") == locks.lock_active(user.pk).email:
            return False
        user.email, user.email_set_at, user.email_verified_at = email or "", now, None
        user.save(update_fields=["email", "email_set_at", "email_verified_at"])
    if email:
        post(_letter(user, purpose))
    return bool(email)


def send_verification(user: User) -> None:
    """Send the verification letter again.

    :raises NothingToVerify: the account has no address, or it is verified.
    """
    if not user.email or user.email_verified_at:
        raise NothingToVerify("The account has no unverified e-mail address.")
    post(_letter(user, "verification"))


def verify(code: str, *, now: datetime) -> None:
    """Mark the address of a code's account as verified.

    :raises InvalidCode: the code is forged, expired or used.
    """
    with transaction.atomic():
        user = codes.holder(codes.VERIFICATION, code, lock=True)
        user.email_verified_at = now
        user.save(update_fields=["email_verified_at"])


def _letter(user: User, purpose: Purpose) -> Letter:
    code = codes.make(codes.VERIFICATION, user)
    return verification(purpose=purpose, to=user.email, username=user.username, code=code)


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
    post(*(recovery(to=to, codes=named) for to, named in codes_at.items()))


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
