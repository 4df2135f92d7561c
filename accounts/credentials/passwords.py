"""Check, hash, set and change passwords. Axes counts the wrong ones by username."""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import locks, names, renaming
from accounts.credentials import tokens
from accounts.models import Token, User
from accounts.refusals import (
    GuestHasNoPassword,
    LockedOut,
    PasswordTooWeak,
    WrongCredentials,
    WrongPassword,
)


def check(request: HttpRequest, username: str, password: str) -> User:
    """Return the account with this username and password, and count a wrong password.

    Takes the same time for unknown usernames: the hasher runs once for every call.

    :raises WrongCredentials: no open account has this username and this password.
    :raises LockedOut: too many wrong passwords for this username from this address.
    :raises AccountSuspended: the account is suspended.
    """
    user = authenticate(request, username=renaming.current(username), password=password)
    if getattr(request, "axes_locked_out", False):
        wait = get_cool_off(request)
        seconds = math.ceil(wait.total_seconds()) if wait else 3600
        raise LockedOut(
            f"Too many wrong passwords for this username. Try again in {seconds} seconds.",
            retry_after=seconds,
        )
    if not isinstance(user, User):
        raise WrongCredentials("No account has this username and this password.")
    locks.check_not_suspended(user, now=timezone.now())
    if not user.is_staff:  # whose count has wrong codes too, which no password alone may reset
        user_logged_in.send(sender=User, request=request, user=user)
    return user


def set_password(user: User, password: str) -> None:
    """Set the password of an account in memory; the caller saves it.

    :raises PasswordTooWeak: too short, too common, or too similar to the username.
    """
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise PasswordTooWeak(" ".join(error.messages)) from None
    user.set_password(password)


def change(request: HttpRequest, token: Token, *, current: str, new: str, now: datetime) -> None:
    """Set a new password and revoke every token but the one used.

    :raises GuestHasNoPassword: the account is a guest's.
    :raises WrongPassword: ``current`` is not the password.
    :raises LockedOut: too many wrong passwords.
    :raises PasswordTooWeak: ``new`` is too short, too common, or too similar to the username.
    :raises InvalidToken: the account was closed meanwhile.
    """
    user = token.user
    if not user.has_usable_password():
        raise GuestHasNoPassword(
            "This guest account has no password. Register it with POST /api/v1/me/register."
        )
    try:
        check(request, user.username, current)
    except WrongCredentials:
        raise WrongPassword("The current password is wrong.") from None
    set_password(user, new)
    with transaction.atomic():
        locks.lock_active(user.pk)
        user.save(update_fields=["password"])
        tokens.revoke_others(token, now=now)


class Argon2(Argon2PasswordHasher):
    """Argon2id with the first parameters that OWASP's Password Storage Cheat Sheet lists.

    Django's defaults (100 MiB, eight lanes) take every core for a third of a second, and any caller
    can start a hash with a wrong password. One lane takes one core for about 25 ms. Django reads
    the parameters of an older hash from the hash, and replaces it at the next sign-in.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1


_LONGEST = AccessAttempt._meta.get_field("username").max_length


def counted_name(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str:
    """Return the submitted username in its canonical form, for ``AXES_USERNAME_CALLABLE``."""
    typed = (request.POST if credentials is None else credentials).get("username")
    # A name longer than the column belongs to no account, so cut names may share a count.
    return names.canonical(str(typed or ""))[:_LONGEST]
