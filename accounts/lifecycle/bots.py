"""Bot accounts: players that are programs, each owned by a registered person."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts import locks
from accounts.credentials import tokens
from accounts.lifecycle import registration
from accounts.models import User
from accounts.refusals import GuestsOwnNoBots, InvalidToken, NoSuchBot, TooManyBots

MOST_BOTS = 20


def create(owner: User, username: str, *, now: datetime) -> registration.Registered:
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
    registration.check_name(username)
    bot = User(username=username, is_bot=True, owner=owner)
    bot.set_unusable_password()
    with transaction.atomic():
        locks.lock_active(owner.pk)
        if of(owner).filter(is_active=True).count() >= MOST_BOTS:
            raise TooManyBots(f"An account has at most {MOST_BOTS} bots. Deactivate one first.")
        return registration.open_account(bot, lifetime=tokens.LONGEST_LIFETIME, now=now)


def of(owner: User) -> QuerySet[User]:
    """Return the bots of an account, newest first, including deactivated ones."""
    return owner.bots.select_related("owner").order_by("-pk")


def find(owner: User, username: str) -> User:
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


def lock(owner: User, username: str) -> User:
    """Lock an active bot of an account until the commit, and return it as it is now.

    :raises NoSuchBot: the account owns no active bot of this name.
    """
    known = find(owner, username).pk
    bot = locks.lock_all([known])[known]
    check_active(bot)
    return bot


def check_active(bot: User) -> None:
    """Check that a bot that was found is still active.

    :raises NoSuchBot: if it was deactivated.
    """
    if not bot.is_active:
        raise _no_such_bot()


def issue_token(
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


def deactivate(bot: User, *, now: datetime) -> None:
    """Deactivate a bot for good and revoke its tokens. Its name stays taken, and its games stay."""
    with transaction.atomic():
        User.objects.filter(pk=bot.pk).update(is_active=False)
        tokens.revoke_all(bot, now=now)


def _no_such_bot() -> NoSuchBot:
    return NoSuchBot("You have no active bot with this username. GET /api/v1/me/bots lists yours.")
