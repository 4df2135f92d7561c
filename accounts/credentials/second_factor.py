"""The second factor of staff: an authenticator app and printed codes, stored by django-otp.

A link enrols an account. It expires, works once, and proves a pending device: a newer link replaces
the device, and enrolling confirms it. So a password alone enrols nothing.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice, default_key

from accounts import locks
from accounts.credentials import codes
from accounts.models import User

APP_CODE_LENGTH = 6
MAX_CODE_LENGTH = 16
"""Of any code as it is typed, with spaces."""
PRINTED_CODES = 10


def _proof(user: User) -> tuple[object, ...]:
    return user.is_staff, list(_pending(user).values_list("pk", "created_at"))


LINK = codes.Purpose("second_factor", timedelta(hours=1), _proof)


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
        return codes.make(LINK, user)


def new_key(link: str) -> TOTPDevice:
    """Give the pending device a new key, and return it. No key is shown twice, so a copy of the
    link does not show a key that is in use.

    :raises InvalidCode: the link is forged, expired, replaced or used.
    """
    with transaction.atomic():
        user = codes.holder(LINK, link, lock=True)
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
        user = codes.holder(LINK, link, lock=True)
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
