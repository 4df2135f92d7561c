"""What players choose: a picture of a drawn fish (``web/players``), and research use of games."""

from django.db import transaction

from accounts import locks
from accounts.models import User

# fmt: off
PICTURES = (
    "angelfish", "anglerfish", "clownfish", "eel", "flounder", "goldfish",
    "pufferfish", "ray", "seahorse", "shark", "sunfish", "swordfish",
)
# fmt: on
"""What players choose from. Only append: stored names stay valid."""
_UNCHOSEN = PICTURES[:12]
"""Players who have chosen none have one of these. Never change it, or theirs would change."""


def shown(user: User) -> str | None:
    """Return the picture of a player: the chosen one, or one that depends on the account's number;
    None for a closed account.
    """
    if user.closed_at is not None:
        return None
    return user.picture or _UNCHOSEN[user.pk % len(_UNCHOSEN)]


def change_picture(user: User, picture: str) -> None:
    """Store one of ``PICTURES``; an empty text removes the choice.

    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    with transaction.atomic():
        locks.lock_active(user.pk)
        user.picture = picture
        user.save(update_fields=["picture"])


def change_research(user: User, *, in_dumps: bool) -> None:
    """Store the choice, which covers the player's bots too.

    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    with transaction.atomic():
        locks.lock_active(user.pk)
        user.in_dumps = in_dumps
        user.save(update_fields=["in_dumps"])
