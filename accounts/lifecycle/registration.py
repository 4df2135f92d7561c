"""Create accounts, each with its first token."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts import locks, names, reserved_names
from accounts.credentials import passwords, tokens
from accounts.messages import emails
from accounts.models import User
from accounts.refusals import AlreadyRegistered, UsernameReserved, UsernameTaken


class Registered(NamedTuple):
    """A new account, and its first token with its secret."""

    user: User
    issued: tokens.Issued


def register(username: str, password: str, *, email: str = "", now: datetime) -> Registered:
    """Create an account for a person.

    :raises UsernameReserved: the name is reserved for the service.
    :raises UsernameTaken: an account has the name, or one that looks like it.
    :raises PasswordTooWeak: the password is too short, too common, or too similar to the username.
    """
    check_name(username)
    user = User(username=username)
    passwords.set_password(user, password)  # slow on purpose, so before the transaction
    registered = open_account(user, lifetime=tokens.DEFAULT_LIFETIME, now=now)
    if email:
        emails.change(user, email, purpose="registration", now=now)
    return registered


def register_guest(*, now: datetime) -> Registered:
    """Create an account with a random name and no password. Its only key is its token."""
    user = User(username=names.invent(names.GUEST_PREFIX), is_guest=True)
    user.set_unusable_password()
    return open_account(user, lifetime=tokens.LONGEST_LIFETIME, now=now)


def register_pupil(name: str, *, picture: str, lifetime: timedelta, now: datetime) -> Registered:
    """Create the account of a pupil with a name of a word list, and no way in but its token."""
    user = User(
        username=names.invent(names.PUPIL_PREFIX),
        display_name=name,
        picture=picture,
        is_guest=True,
        is_pupil=True,
        in_dumps=False,
    )
    user.set_unusable_password()
    return open_account(user, lifetime=lifetime, now=now)


def promote_guest(
    user: User, username: str, password: str, *, email: str | None = None, now: datetime
) -> None:
    """Register a guest account, which keeps its games and tokens.

    :raises AlreadyRegistered: the account is not a guest.
    :raises UsernameReserved: the name is reserved for the service.
    :raises UsernameTaken: an account has the name, or one that looks like it.
    :raises PasswordTooWeak: the password is too short, too common, or too similar to the username.
    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    if not user.is_guest:
        raise AlreadyRegistered(f"This account is registered already, as {user.username}.")
    check_name(username)
    user.username, user.is_guest = username, False
    passwords.set_password(user, password)
    with transaction.atomic():
        # The second of two concurrent requests waits here, and then finds a registered account.
        if not locks.lock_active(user.pk).is_guest:
            raise AlreadyRegistered("This account is registered already.")
        _save(user, "username", "is_guest", "password")
    if email is not None:
        emails.change(user, email, purpose="registration", now=now)


def check_name(username: str) -> None:
    """Check that a valid name is not reserved.

    :raises UsernameReserved: it is reserved for the service.
    """
    if reserved_names.is_reserved(username):
        raise _reserved(username)


@transaction.atomic
def open_account(user: User, *, lifetime: timedelta, now: datetime) -> Registered:
    """Store a new account and its first token, which has all scopes that the account may have.

    :raises UsernameTaken: an account has the name, or one that looks like it.
    """
    _save(user)
    scopes = tokens.scopes_of(user)
    issued = tokens.issue(user, name="first token", scopes=scopes, lifetime=lifetime, now=now)
    return Registered(user, issued)


def _save(user: User, *columns: str) -> None:
    try:
        with transaction.atomic():
            user.save(update_fields=columns or None)
            # Reserved meanwhile: the unique name was free only after the replacement's commit.
            if reserved_names.is_replaced(names.skeleton(user.username)):
                raise _reserved(user.username)
    except IntegrityError:
        raise UsernameTaken(
            f"{user.username} is taken, or looks like a username that is. Choose another."
        ) from None


def _reserved(username: str) -> UsernameReserved:
    return UsernameReserved(f"The service reserves {username}. Choose another username.")
