"""What bots offer to play: as their owners say, and what they accept now, as they announce."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts import locks, registration
from accounts.models import User
from games.engine.presets import PRESETS
from games.play.models import BotOffer, BotStatus
from games.play.refusals import NotABot


class Accepted(NamedTuple):
    """The games that a bot accepts, and how many more of them now."""

    presets: Collection[str]
    seats: Collection[int]
    turn_seconds_min: int | None
    untimed: bool
    capacity: int


def offer(owner: User, username: str, presets: Collection[str]) -> BotOffer:
    """Store the presets that a bot plays, in the order of the rule sets; the last offer counts.

    :raises NoSuchBot: if the account owns no active bot of this name.
    """
    ordered = [preset for preset in PRESETS if preset in presets]
    with transaction.atomic():
        bot = registration.lock(owner, username)
        stored, _ = BotOffer.objects.update_or_create(account=bot, defaults={"presets": ordered})
    return stored


def announce(bot: User, accepted: Accepted, *, now: datetime) -> BotStatus:
    """Store what a bot accepts, until ``presence.STALE`` after the last announcement.

    :raises NotABot: the account is a person's.
    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    if not bot.is_bot:
        raise NotABot
    values = accepted._asdict() | {
        "presets": [preset for preset in PRESETS if preset in accepted.presets],
        "seats": sorted(accepted.seats),
        "at": now,
    }
    with transaction.atomic():
        locks.lock_active(bot.pk)
        stored, _ = BotStatus.objects.update_or_create(account_id=bot.pk, defaults=values)
    return stored
