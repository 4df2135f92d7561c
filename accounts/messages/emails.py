"""Set, remove and verify the e-mail address of an account."""

from datetime import datetime

from django.db import transaction

from accounts import locks
from accounts.credentials import codes
from accounts.messages import mail
from accounts.models import User
from accounts.refusals import NothingToVerify


def change(
    user: User, email: str | None, *, purpose: mail.Purpose = "verification", now: datetime
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
        mail.post(_letter(user, purpose))
    return bool(email)


def send_verification(user: User) -> None:
    """Send the verification letter again.

    :raises NothingToVerify: the account has no address, or it is verified.
    """
    if not user.email or user.email_verified_at:
        raise NothingToVerify("The account has no unverified e-mail address.")
    mail.post(_letter(user, "verification"))


def verify(code: str, *, now: datetime) -> None:
    """Mark the address of a code's account as verified.

    :raises InvalidCode: the code is forged, expired or used.
    """
    with transaction.atomic():
        user = codes.holder(codes.VERIFICATION, code, lock=True)
        user.email_verified_at = now
        user.save(update_fields=["email_verified_at"])


def _letter(user: User, purpose: mail.Purpose) -> mail.Letter:
    code = codes.make(codes.VERIFICATION, user)
    return mail.verification(purpose=purpose, to=user.email, username=user.username, code=code)
