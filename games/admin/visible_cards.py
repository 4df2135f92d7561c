"""What may be shown of a game at the desk. Whether hidden cards may be is asked again at every view."""

from datetime import datetime

from django.http import HttpRequest

from accounts.models import User
from games.disputes import hidden_access
from games.disputes.models import Dispute
from games.models import Game


def shows_hidden(
    request: HttpRequest, game: Game, *, dispute: Dispute | None = None, now: datetime
) -> bool:
    """Return whether the whole truth of a game may be shown; opening a finished game is a look, and recorded."""
    return hidden_access.sees_hidden_cards(game, account_of(request), dispute=dispute, now=now)


def is_visible(game: Game, *, shows_hidden: bool) -> bool:
    """Return whether anything of a game may be shown: without a look, what a spectator may see."""
    return shows_hidden or (game.has_spectators and not game.is_private)


def account_of(request: HttpRequest) -> User:
    """Return who looks, as the database had the account at the beginning of this request."""
    assert isinstance(request.user, User)
    return request.user
