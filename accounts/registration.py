"""Registration: how an account comes to be, with the first token to use it."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts import emails, locks, names, passwords, tokens
from accounts.models import User
from accounts.refusals import AlreadyRegistered, UsernameReserved, UsernameTaken


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
    check_name(username)
    user = User(username=username)
    passwords.set_password(user, password)  # slow on purpose, so before the transaction
    registered = open_account(user, lifetime=tokens.DEFAULT_LIFETIME, now=now)
    if email:
        emails.change(user, email, purpose="registration", now=now)
    return registered


def register_guest(*, now: datetime) -> Registered:
    """Open an account without a password, under an invented name, to last as its token does."""
    user = User(username=names.invent(names.GUEST_PREFIX), is_guest=True)
    user.set_unusable_password()
    return open_account(user, lifetime=tokens.LONGEST_LIFETIME, now=now)


def promote_guest(
    user: User, username: str, password: str, *, email: str | None = None, now: datetime
) -> None:
    """Make a guest's account a full one, with its games and its tokens.

    :raises AlreadyRegistered: the account is no guest's.
    :raises UsernameReserved: the name belongs to the service.
    :raises UsernameTaken: somebody has the name, or one that looks like it.
    :raises PasswordTooWeak: the password is short, common, or like the name.
    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    if not user.is_guest:
        raise AlreadyRegistered(f"This account is registered already, as {user.username}.")
    check_name(username)
    user.username, user.is_guest = username, False
    passwords.set_password(user, password)
    with transaction.atomic():
        # Of two requests at once the second waits here, and finds a guest no more.
        if not locks.lock_active(user.pk).is_guest:
            raise AlreadyRegistered("This account is registered already.")
        _save(user, "username", "is_guest", "password")
    if email is not None:
        emails.change(user, email, purpose="registration", now=now)


def check_name(username: str) -> None:
    """Let a name of the right shape pass that people may have.

    :raises UsernameReserved: it belongs to the service.
    """
    if names.is_reserved(username):
        raise UsernameReserved(f"{username} is kept for the service; choose another name.")


@transaction.atomic
def open_account(user: User, *, lifetime: timedelta, now: datetime) -> Registered:
    """Store a new account with a first token, of all scopes that its kind may have.

    :raises UsernameTaken: somebody has the name, or one that looks like it.
    """
    _save(user)
    scopes = tokens.scopes_of(user)
    issued = tokens.issue(user, name="first token", scopes=scopes, lifetime=lifetime, now=now)
    return Registered(user, issued)


def _save(user: User, *columns: str) -> None:
    try:
        with transaction.atomic():
            user.save(update_fields=columns or None)
    except IntegrityError:
        raise UsernameTaken(
            f"{user.username} is taken, or too like another name; choose another."
        ) from None
