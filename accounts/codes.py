"""Codes in letters: signed, expiring, and good for once.

A code carries a proof of what it was made for, such as the password so far. Using it changes just
that, so it holds no second time, and nothing needs to be stored.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from accounts.refusals import InvalidCode


class Purpose(NamedTuple):
    """What a code is good for, how long, and what must not have changed since it was made."""

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
    """Return the account that a code is for; ``lock`` keeps its row for a transaction.

    :raises InvalidCode: forged, expired, used, or overtaken by a change.
    """
    refusal = InvalidCode("This code does not hold: it has expired, was used, or was cut short.")
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
    return f"accounts.codes.{purpose.name}"
