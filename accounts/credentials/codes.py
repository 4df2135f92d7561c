"""Codes in e-mails: signed, expiring and valid once.

A code contains a hash of the state that it changes, such as the current password. Using the code
changes this state, so the code becomes invalid without being stored.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from accounts.refusals import InvalidCode


class Purpose(NamedTuple):
    """The purpose of a code, its lifetime, and the state that must be unchanged since."""

    name: str
    lifetime: timedelta
    proof: Callable[[User], tuple[object, ...]]


VERIFICATION = Purpose(
    "verification",
    timedelta(days=1),
    lambda user: (user.email, user.email_set_at, user.email_verified_at),
)
RECOVERY = Purpose(
    "recovery",
    timedelta(hours=1),
    lambda user: (user.password, user.email, user.email_verified_at),
)


def make(purpose: Purpose, user: User) -> str:
    """Return a code for an account."""
    return signing.dumps([user.pk, _proof(purpose, user)], salt=_salt(purpose))


def holder(purpose: Purpose, code: str, *, lock: bool = False) -> User:
    """Return the account of a code; ``lock`` locks its row until the end of the transaction.

    :raises InvalidCode: forged, expired, used, or made before another change of the account.
    """
    refusal = InvalidCode(
        "This code has expired, was used, or is incomplete. Request another letter."
    )
    try:
        pk, proof = signing.loads(code, salt=_salt(purpose), max_age=purpose.lifetime)
    except signing.BadSignature:
        raise refusal from None
    accounts = User.objects.select_for_update(no_key=True) if lock else User.objects.all()
    user = accounts.filter(pk=pk, is_active=True).first()
    if user is None or not constant_time_compare(proof, _proof(purpose, user)):
        raise refusal
    return user


def _proof(purpose: Purpose, user: User) -> str:
    state = repr(purpose.proof(user))
    return salted_hmac(_salt(purpose), state, algorithm="sha256").hexdigest()[:32]


def _salt(purpose: Purpose) -> str:
    return f"accounts.credentials.codes.{purpose.name}"
