"""Frames of server-sent events, as bytes."""

from typing import Any, Literal

import orjson

from games.api import render
from games.engine.rules import Rules
from games.engine.view import Viewer
from games.log.reader import GameHead, LoggedMove
from games.queries.inbox import InboxGame

EndReason = Literal[
    "game_over",
    "game_closed",
    "invitation_ended",
    "seat_left",
    "invalid_token",
    "ticket_expired",
    "unavailable",
    "stopping",
]

HEARTBEAT = b":\n\n"


def state(head: GameHead, last_move: LoggedMove, *, cursor: int) -> bytes:
    """Show the state; the moves that follow begin after the cursor."""
    return _frame("state", render.state(head, last_move), number=cursor)


def move(logged: LoggedMove, viewer: Viewer, rules: Rules) -> bytes:
    """Show a move."""
    return _frame("move", render.move(logged, viewer, rules), number=logged.number)


def snapshot(concerns: list[InboxGame], *, unread_notices: int) -> bytes:
    """Show the games that concern an account, and how many notices it has not read."""
    games = [render.concern(concern) for concern in concerns]
    return _frame("snapshot", {"games": games, "unread_notices": unread_notices})


def notices(*, unread_notices: int) -> bytes:
    """Show how many notices are unread now."""
    return _frame("notices", {"unread_notices": unread_notices})


def game(concern: InboxGame, what: list[str]) -> bytes:
    """Show what is new with one of them."""
    return _frame("game", {**render.concern(concern), "what": what})


def end(reason: EndReason) -> bytes:
    """Say that no frame will follow, and why."""
    return _frame("end", {"reason": reason})


def _frame(event: str, data: dict[str, Any], *, number: int | None = None) -> bytes:
    line = b"" if number is None else b"id: %d\n" % number
    return b"%bevent: %b\ndata: %b\n\n" % (line, event.encode(), orjson.dumps(data))
