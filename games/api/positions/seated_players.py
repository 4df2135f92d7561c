"""Render the players of a game, for the game object and for streams."""

from datetime import datetime

from accounts.models import User
from games.api.positions.render import Json
from games.models import Seat
from games.queries import presence


def player(seat: Seat, *, now: datetime, may_watch: bool) -> Json:
    """Return the player of a seat; whether they are online only to those who may watch the game."""
    account = seat.account
    kind = _kind(account)
    shows_presence = account is not None and may_watch
    return {
        "seat": seat.number,
        "player": None if account is None else account.username,
        "display_name": None if account is None else account.shown_name,
        "kind": kind,
        "is_bot": kind != "person",
        "bot": seat.bot or None,
        "online": presence.is_online(seat.seen_at, now=now) if shows_presence else None,
    }


def _kind(account: User | None) -> str:
    if account is None:
        return "built_in"
    return "bot" if account.is_bot else "person"
