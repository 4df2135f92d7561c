"""Find a player by username."""

from accounts.models import User
from accounts.refusals import NoSuchPlayer

_UNKNOWN = "No player has this username."


def by_username(username: str) -> User:
    """Return the account with a username, in any spelling that names it; it can be closed.

    :raises NoSuchPlayer: if there is none, or it is a pupil, whom only their class knows.
    """
    try:
        player = User.objects.get_by_natural_key(username)
    except User.DoesNotExist:
        raise NoSuchPlayer(_UNKNOWN) from None
    if player.is_pupil:
        raise NoSuchPlayer(_UNKNOWN)
    return player


def open_by_username(username: str) -> User:
    """Return the account with a username, as :func:`by_username` does.

    :raises NoSuchPlayer: if there is none, or it was closed.
    """
    player = by_username(username)
    if player.closed_at is not None:
        raise NoSuchPlayer(_UNKNOWN)
    return player
