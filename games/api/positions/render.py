"""Render moves, positions and players as JSON for one viewer; ``engine.view`` alone decides what
is hidden.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from accounts.models import User
from accounts.players import pictures
from games import characters, ids
from games.engine import view
from games.engine.chain import time_text
from games.engine.rules import Rules
from games.engine.view import Viewer
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.models import Seat
from games.queries import presence

Json = dict[str, Any]


def etag(head: GameHead) -> str:
    """Return the validator of a state, from the version and the viewer: ``"12-0"`` or ``"12-s"``.

    It has a third part if the clock was ever changed without a move: ``"12-0-1"``.
    """
    viewer, revision = head.viewer, head.revision
    changed = f"-{revision}" if revision else ""
    return f'"{head.version}-{"s" if viewer is None else viewer}{changed}"'


def move(move: LoggedMove, viewer: Viewer, rules: Rules) -> Json:
    """Return a move as the viewer may see it."""
    return {
        "number": move.number,
        "seat": move.seat,
        "at": time_text(move.at),
        "digest": move.digest.hex(),
        "events": [view.event_view(event, viewer, rules) for event in move.events],
    }


def moves(head: GameHead, logged: Iterable[LoggedMove]) -> list[Json]:
    """Return moves, oldest first, as the viewer at the head may see them."""
    return [move(logged_move, head.viewer, head.state.rules) for logged_move in logged]


def position(head: GameHead) -> Json:
    """Return the position at the head; a player who has left gets a spectator's view."""
    return {**log_head(head), **view.state_view(head.state, head.viewer)}


def log_head(head: GameHead) -> Json:
    """Return the first members of a position, which are the same for every viewer."""
    return {
        "game": ids.to_text(head.game_id),
        "version": head.version,
        "deadline": None if head.deadline is None else time_text(head.deadline),
        "paused": head.is_paused,
    }


def state(head: GameHead, last_move: LoggedMove) -> Json:
    """Return the position at the head with the move that led to it."""
    return {**position(head), "last_move": moves(head, [last_move])[0]}


def command_answer(head: GameHead, logged: Iterable[LoggedMove]) -> Json:
    """Return the moves of a command, oldest first, and the state at the head after them."""
    rendered = moves(head, logged)
    return {"moves": rendered, "state": {**position(head), "last_move": rendered[-1]}}


def player(seat: Seat, *, now: datetime, may_watch: bool) -> Json:
    """Return the player of a seat; whether they are online only to those who may watch the game."""
    account = seat.account
    kind = _kind(account)
    shows_presence = account is not None and may_watch
    name: str | None
    picture: str | None
    if account is None:
        name, picture = characters.of_seat(seat.game_id, seat.number)
    else:
        name, picture = account.shown_name, pictures.shown(account)
    return {
        "seat": seat.number,
        "player": None if account is None else account.username,
        "display_name": name,
        "picture": picture,
        "kind": kind,
        "is_bot": kind != "person",
        "bot": seat.bot or None,
        "online": presence.is_online(seat.seen_at, now=now) if shows_presence else None,
    }


def _kind(account: User | None) -> str:
    if account is None:
        return "built_in"
    return "bot" if account.is_bot else "person"
