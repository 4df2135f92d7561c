"""Passwords: checking, choosing and changing them. Counting wrong guesses is left to axes."""

import math
from datetime import datetime

from axes.helpers import get_cool_off
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import locks, names, suspensions, tokens
from accounts.models import Token, User
from accounts.refusals import (
    GuestHasNoPassword,
    LockedOut,
    PasswordTooWeak,
    WrongCredentials,
    WrongPassword,
)


def check(request: HttpRequest, username: str, password: str) -> User:
    """Return the account with this name and password; a wrong guess counts against the caller.

    The hasher runs once whether or not the name exists, so the time tells nothing either.

    :raises WrongCredentials: no open account has this name and this password.
    :raises LockedOut: too many wrong guesses for this name from this address.
    :raises AccountSuspended: the account is shut out.
    """
    user = authenticate(request, username=names.canonical(username), password=password)
    if getattr(request, "axes_locked_out", False):
        wait = get_cool_off(request)
        seconds = math.ceil(wait.total_seconds()) if wait else 3600
        raise LockedOut(
            f"Too many wrong passwords for this name; try again in {seconds} seconds.",
            retry_after=seconds,
        )
    if not isinstance(user, User):
        raise WrongCredentials("No account has this name and this password.")
    suspensions.check(user, now=timezone.now())
    user_logged_in.send(sender=User, request=request, user=user)
    return user


def set_password(user: User, password: str) -> None:
    """Set the password on an account in memory; the caller saves it.

    :raises PasswordTooWeak: short, common, or like the name.
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
    :raises LockedOut: too many wrong guesses.
    :raises PasswordTooWeak: ``new`` is short, common, or like the name.
    :raises InvalidToken: the account was closed meanwhile.
    """
    user = token.user
    if not user.has_usable_password():
        raise GuestHasNoPassword("This account has no password; it is known by its tokens alone.")
    try:
        check(request, user.username, current)
    except WrongCredentials:
        raise WrongPassword("The current password is wrong.") from None
    set_password(user, new)
    with transaction.atomic():
        locks.lock_active(user.pk)
        user.save(update_fields=["password"])
        tokens.revoke_others(token, now=now)
