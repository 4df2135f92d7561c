"""Codes in e-mails, which work once, and the second factor of staff.

A code contains a hash of the state that it changes, such as the current password. Using the code
changes this state, so the code becomes invalid without being stored.

The second factor is an authenticator app and printed codes, stored by django-otp. A link enrols an
account. It expires, works once, and proves a pending device: a newer link replaces the device, and
enrolling confirms it. So a password alone enrols nothing.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice, default_key

from accounts import locks
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


APP_CODE_LENGTH = 6
MAX_CODE_LENGTH = 16
"""Of any code as it is typed, with spaces."""
PRINTED_CODES = 10


def _factor_proof(user: User) -> tuple[object, ...]:
    return user.is_staff, list(_pending(user).values_list("pk", "created_at"))


LINK = Purpose("second_factor", timedelta(hours=1), _factor_proof)


def is_required(user: User) -> bool:
    """Return whether an account needs a code to enter the admin: all do, or it has enrolled."""
    return settings.ADMIN_SECOND_FACTOR or _confirmed().filter(user=user).exists()


def staff_without() -> QuerySet[User]:
    """Return active staff without a second factor."""
    enrolled = Exists(_confirmed().filter(user=OuterRef("pk")))
    return User.objects.filter(~enrolled, is_staff=True, is_active=True)


def device_for(user: User, code: str) -> TOTPDevice | StaticDevice | None:
    """Lock and return the device that has codes of this length, if the account has enrolled."""
    model = TOTPDevice if len(code) == APP_CODE_LENGTH else StaticDevice
    return model.objects.select_for_update().filter(user=user, confirmed=True).first()


def normalised(code: str) -> str:
    """Return a typed code without spaces and dashes, in lower case."""
    return "".join(code.split()).replace("-", "").lower()


def make_link(user: User) -> str:
    """Return the code of a link that enrols an account, and invalidate older ones."""
    with transaction.atomic():
        locks.lock_active(user.pk, suspended_too=True)
        _pending(user).delete()
        TOTPDevice.objects.create(user=user, name="app", confirmed=False)
        return make(LINK, user)


def new_key(link: str) -> TOTPDevice:
    """Give the pending device a new key, and return it. No key is shown twice, so a copy of the
    link does not show a key that is in use.

    :raises InvalidCode: the link is forged, expired, replaced or used.
    """
    with transaction.atomic():
        user = holder(LINK, link, lock=True)
        device = _pending(user).get()
        device.key = default_key()
        device.save(update_fields=["key"])
        return device


def enrol(link: str, code: str) -> list[str]:
    """Replace the second factor of an account, and return new printed codes; return none if the
    code is wrong.

    :raises InvalidCode: the link is forged, expired, replaced or used.
    """
    with transaction.atomic():
        user = holder(LINK, link, lock=True)
        device = _pending(user).get()
        if not device.verify_token(normalised(code)):
            return []
        _confirmed().filter(user=user).delete()
        StaticDevice.objects.filter(user=user).delete()
        device.confirmed = True
        device.save(update_fields=["confirmed"])
        printed = StaticDevice.objects.create(user=user, name="printed codes")
        tokens = [StaticToken.random_token() for _ in range(PRINTED_CODES)]
        StaticToken.objects.bulk_create(StaticToken(device=printed, token=each) for each in tokens)
        return tokens


def remove(account_id: int) -> None:
    """Remove the second factor of an account, and its link."""
    TOTPDevice.objects.filter(user=account_id).delete()
    StaticDevice.objects.filter(user=account_id).delete()


def _confirmed() -> QuerySet[TOTPDevice]:
    found: QuerySet[TOTPDevice] = TOTPDevice.objects.filter(confirmed=True)
    return found


def _pending(user: User) -> QuerySet[TOTPDevice]:
    found: QuerySet[TOTPDevice] = TOTPDevice.objects.filter(user=user, confirmed=False)
    return found
