"""Registration: how an account comes to be, with the first token to use it."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts import names, passwords, tokens
from accounts.models import User
from accounts.refusals import UsernameReserved, UsernameTaken


class Registered(NamedTuple):
    """A new account, its first token and that token's secret."""

    user: User
    issued: tokens.Issued


def register(username: str, password: str, *, email: str = "", now: datetime) -> Registered:
    """Open an account for a person.

    :raises UsernameReserved: the name belongs to the service.
    :raises UsernameTaken: somebody has the name, or one that looks like it.
    :raises PasswordTooWeak: the password is short, common, or like the name.
    """
    if names.is_reserved(username):
        raise UsernameReserved(f"{username} is kept for the service; choose another name.")
    user = User(username=username, email=email)
    passwords.put(user, password)  # slow on purpose, so before the transaction
    return _open(user, lifetime=tokens.DEFAULT_LIFETIME, now=now)


def register_guest(*, now: datetime) -> Registered:
    """Open an account without a password, under an invented name, to last as its token does."""
    user = User(username=names.invent_guest_name(), is_guest=True)
    user.set_unusable_password()
    return _open(user, lifetime=tokens.LONGEST_LIFETIME, now=now)


@transaction.atomic
def _open(user: User, *, lifetime: timedelta, now: datetime) -> Registered:
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise UsernameTaken(
            f"{user.username} is taken, or too like another name; choose another."
        ) from None
    issued = tokens.issue(
        user, name="first token", scopes=tokens.PERSONAL_SCOPES, lifetime=lifetime, now=now
    )
    return Registered(user, issued)
