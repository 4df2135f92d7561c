"""Bot accounts: players that are programs, each with a person who answers for it."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts import locks, registration, tokens
from accounts.models import User
from accounts.refusals import GuestsOwnNoBots, InvalidToken, NoSuchBot, TooManyBots

MOST_BOTS = 20


def create(owner: User, username: str, *, now: datetime) -> registration.Registered:
    """Open an account for a bot, with a first token to play with.

    :raises GuestsOwnNoBots: the owner is a guest, or a bot itself.
    :raises TooManyBots: the owner has ``MOST_BOTS`` already.
    :raises UsernameReserved: the name belongs to the service.
    :raises UsernameTaken: somebody has the name, or one that looks like it.
    :raises InvalidToken: the owner was closed meanwhile.
    :raises AccountSuspended: the owner was suspended meanwhile.
    """
    if owner.is_guest or owner.is_bot:
        raise GuestsOwnNoBots("Register the account first: a bot needs somebody to answer for it.")
    registration.check_name(username)
    bot = User(username=username, is_bot=True, owner=owner)
    bot.set_unusable_password()
    with transaction.atomic():
        locks.lock_active(owner.pk)
        if of(owner).filter(is_active=True).count() >= MOST_BOTS:
            raise TooManyBots(f"An account owns at most {MOST_BOTS} bots; deactivate one first.")
        return registration.open_account(bot, lifetime=tokens.LONGEST_LIFETIME, now=now)


def of(owner: User) -> QuerySet[User]:
    """Return the bots of an account, newest first, with those deactivated."""
    return owner.bots.select_related("owner").order_by("-pk")


def find(owner: User, username: str) -> User:
    """Return a bot of an account that plays.

    :raises NoSuchBot: the account owns no active bot of this name.
    """
    try:
        bot = User.objects.get_by_natural_key(username)
    except User.DoesNotExist:
        bot = None
    if bot is None or bot.owner_id != owner.pk or not bot.is_active:
        raise _no_such_bot()
    return bot


def issue_token(
    bot: User, *, name: str, scopes: Collection[str], lifetime: timedelta, now: datetime
) -> tokens.Issued:
    """Make a token for a bot.

    :raises NoSuchBot: it was deactivated meanwhile.
    :raises ScopeNotAllowed: no token of a bot may have one of the scopes.
    :raises TooManyTokens: the bot has as many as an account may have.
    """
    try:
        return tokens.issue(bot, name=name, scopes=scopes, lifetime=lifetime, now=now)
    except InvalidToken:  # the bot's account is not the one whose token was shown
        raise _no_such_bot() from None


def deactivate(bot: User, *, now: datetime) -> None:
    """Let a bot play no more. Its name stays taken, and its games stay."""
    with transaction.atomic():
        User.objects.filter(pk=bot.pk).update(is_active=False)
        tokens.revoke_all(bot, now=now)


def _no_such_bot() -> NoSuchBot:
    return NoSuchBot("You own no active bot of this name; GET /api/v1/me/bots lists yours.")
