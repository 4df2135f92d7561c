"""Whether somebody at the desk sees hidden cards: each look is recorded, and lasts an hour in his session."""

from datetime import datetime, timedelta

from django.http import HttpRequest

from accounts.models import User
from games.disputes import claiming, looking
from games.disputes.models import Dispute
from games.models import Game, Status

LASTS = timedelta(hours=1)
_LOOKS = "looks"


def is_whole(
    request: HttpRequest, game: Game, *, dispute: Dispute | None = None, now: datetime
) -> bool:
    """Return whether the whole truth of a game may be shown; opening a finished game is a look, and recorded."""
    user = request.user
    assert isinstance(user, User)
    if _is_looking(request, game, now=now):
        return True
    may_look = user.has_perm(claiming.PERMISSION) and not claiming.has_played(game.pk, user)
    if game.status != Status.OVER or not may_look:
        return False
    look(request, game, dispute=dispute, why="", now=now)
    return True


def is_any(game: Game, *, whole: bool) -> bool:
    """Return whether anything of a game may be shown: without a look, what a spectator may see."""
    return whole or (game.has_spectators and not game.is_private)


def look(
    request: HttpRequest, game: Game, *, dispute: Dispute | None = None, why: str, now: datetime
) -> None:
    """Record a look at hidden cards, and let the session have it for ``LASTS``.

    :raises Refusal: as :func:`games.disputes.looking.look`.
    """
    assert isinstance(request.user, User)
    looking.look(game, request.user, dispute=dispute, why=why, now=now)
    looks = {key: until for key, until in _looks(request).items() if until > now.timestamp()}
    request.session[_LOOKS] = looks | {str(game.pk): (now + LASTS).timestamp()}


def _is_looking(request: HttpRequest, game: Game, *, now: datetime) -> bool:
    return _looks(request).get(str(game.pk), 0.0) > now.timestamp()


def _looks(request: HttpRequest) -> dict[str, float]:
    """Return until when each game may be looked into: seconds since 1970, as a session keeps them."""
    looks: dict[str, float] = request.session.get(_LOOKS, {})
    return looks
