"""Decide what the desk may show of a game, on every request."""

from datetime import datetime

from django.http import HttpRequest

from accounts.models import User
from games.desk import hidden_access
from games.desk.models import Dispute
from games.log.models import Game


def shows_hidden(
    request: HttpRequest, game: Game, *, dispute: Dispute | None = None, now: datetime
) -> bool:
    """Return whether hidden cards may be shown. Opening a finished game is recorded as access."""
    return hidden_access.sees_hidden_cards(game, account_of(request), dispute=dispute, now=now)


def is_visible(game: Game, *, shows_hidden: bool) -> bool:
    """Return whether the game may be shown: with hidden cards, or because anyone may watch it."""
    return shows_hidden or (game.has_spectators and not game.is_private)


def account_of(request: HttpRequest) -> User:
    """Return the account of a request, as loaded from the database for this request."""
    assert isinstance(request.user, User)
    return request.user
