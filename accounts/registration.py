"""Create and close accounts of people, guests, pupils and bots, each created with its first token.

A closed account keeps its row under a random name, because games of other players refer to it.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts import blocks, emails, locks, names, renaming
from accounts.credentials import passwords, tokens
from accounts.models import User
from accounts.refusals import (
    AlreadyRegistered,
    GuestsOwnNoBots,
    InvalidToken,
    NoSuchBot,
    TooManyBots,
    UsernameReserved,
    UsernameTaken,
)

MOST_BOTS = 20


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
    """Create the account of a pupil with a name from a word list; only its token gives access."""
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
    if renaming.is_reserved(username):
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
            if renaming.is_replaced(names.skeleton(user.username)):
                raise _reserved(user.username)
    except IntegrityError:
        raise UsernameTaken(
            f"{user.username} is taken, or looks like a username that is. Choose another."
        ) from None


def _reserved(username: str) -> UsernameReserved:
    return UsernameReserved(f"The service reserves {username}. Choose another username.")


def create_bot(owner: User, username: str, *, now: datetime) -> Registered:
    """Create an account for a bot, with its first token.

    :raises GuestsOwnNoBots: the owner is a guest, or a bot itself.
    :raises TooManyBots: the owner has ``MOST_BOTS`` already.
    :raises UsernameReserved: the name belongs to the service.
    :raises UsernameTaken: an account has the name, or one that looks like it.
    :raises InvalidToken: the owner was closed meanwhile.
    :raises AccountSuspended: the owner was suspended meanwhile.
    """
    if owner.is_guest or owner.is_bot:
        raise GuestsOwnNoBots("Only registered people own bots. Register this account first.")
    check_name(username)
    bot = User(username=username, is_bot=True, owner=owner)
    bot.set_unusable_password()
    with transaction.atomic():
        locks.lock_active(owner.pk)
        if bots_of(owner).filter(is_active=True).count() >= MOST_BOTS:
            raise TooManyBots(f"An account has at most {MOST_BOTS} bots. Deactivate one first.")
        return open_account(bot, lifetime=tokens.LONGEST_LIFETIME, now=now)


def bots_of(owner: User) -> QuerySet[User]:
    """Return the bots of an account, newest first, including deactivated ones."""
    return owner.bots.select_related("owner").order_by("-pk")


def find_bot(owner: User, username: str) -> User:
    """Return an active bot of an account.

    :raises NoSuchBot: the account owns no active bot of this name.
    """
    try:
        bot = User.objects.get_by_natural_key(username)
    except User.DoesNotExist:
        bot = None
    if bot is None or bot.owner_id != owner.pk or not bot.is_active:
        raise _no_such_bot()
    return bot


def lock_bot(owner: User, username: str) -> User:
    """Lock an active bot of an account until the commit, and return it as it is now.

    :raises NoSuchBot: the account owns no active bot of this name.
    """
    known = find_bot(owner, username).pk
    bot = locks.lock_all([known])[known]
    check_bot_active(bot)
    return bot


def check_bot_active(bot: User) -> None:
    """Check that a bot that was found is still active.

    :raises NoSuchBot: if it was deactivated.
    """
    if not bot.is_active:
        raise _no_such_bot()


def issue_bot_token(
    bot: User, *, name: str, scopes: Collection[str], lifetime: timedelta, now: datetime
) -> tokens.Issued:
    """Create a token for a bot.

    :raises NoSuchBot: it was deactivated meanwhile.
    :raises ScopeNotAllowed: tokens of bots cannot have one of the scopes.
    :raises TooManyTokens: the bot has ``tokens.MOST_LIVE_TOKENS`` already.
    """
    try:
        return tokens.issue(bot, name=name, scopes=scopes, lifetime=lifetime, now=now)
    except InvalidToken:  # about the bot's account, not about the token of the request
        raise _no_such_bot() from None


def deactivate_bot(bot: User, *, now: datetime) -> None:
    """Deactivate a bot permanently and revoke its tokens. Its games stay, its name stays taken."""
    with transaction.atomic():
        User.objects.filter(pk=bot.pk).update(is_active=False)
        tokens.revoke_all(bot, now=now)


def _no_such_bot() -> NoSuchBot:
    return NoSuchBot("You have no active bot with this username. GET /api/v1/me/bots lists yours.")


def owner_and_bots(account: User) -> QuerySet[User]:
    """Return the owner of an account, or the account itself, with all their bots."""
    owner = account.owner_id or account.pk
    return User.objects.filter(Q(pk=owner) | Q(owner_id=owner))


def close_account(account_id: int, *, now: datetime) -> list[int]:
    """Clear an account and its bots, delete their tokens, notices and blocks, and return their ids.

    Locks the accounts, as does every transaction that creates something for them (``locks``).

    :raises InvalidToken: the account is closed already.
    """
    with transaction.atomic():
        accounts = locks.lock_with_bots([account_id])
        if accounts[account_id].closed_at is not None:
            raise InvalidToken("The account of this token is closed.")
        for account in accounts.values():
            _empty(account, now=now)
        blocks.forget(accounts)
    return list(accounts)


def _empty(account: User, *, now: datetime) -> None:
    AccessAttempt.objects.filter(username=names.canonical(account.username)).delete()
    account.username = names.invent(names.DELETED_PREFIX)
    account.display_name = account.picture = ""
    account.email, account.email_set_at, account.email_verified_at = "", None, None
    account.set_unusable_password()
    account.is_active = account.is_staff = account.is_superuser = False
    account.last_login, account.closed_at = None, now
    account.save()
    renaming.forget(account)
    tokens.forget(account.pk)
    account.tokens.all().delete()
    account.notices.all().delete()
    account.groups.clear()
    account.user_permissions.clear()
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=account.pk
    ).update(object_repr=account.username)
