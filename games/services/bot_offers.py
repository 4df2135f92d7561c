"""What bots offer to play, as their owners say."""

from collections.abc import Collection

from django.db import transaction

from accounts.lifecycle import bots
from accounts.models import User
from games.engine.presets import PRESETS
from games.models import BotOffer


def offer(owner: User, username: str, presets: Collection[str]) -> BotOffer:
    """Store the presets that a bot plays, in the order of the rule sets; the last offer counts.

    :raises NoSuchBot: if the account owns no active bot of this name.
    """
    ordered = [preset for preset in PRESETS if preset in presets]
    with transaction.atomic():
        bot = bots.lock(owner, username)
        stored, _ = BotOffer.objects.update_or_create(account=bot, defaults={"presets": ordered})
    return stored
