"""Frames of server-sent events, as bytes."""

from typing import Any, Literal

import orjson

from games import ids
from games.api.positions import render
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
    """Return the frame of the state; the moves that follow begin after the cursor."""
    return _frame("state", render.state(head, last_move), number=cursor)


def move(logged: LoggedMove, viewer: Viewer, rules: Rules) -> bytes:
    """Return the frame of a move."""
    return _frame("move", render.move(logged, viewer, rules), number=logged.number)


def snapshot(concerns: list[InboxGame], *, unread_notices: int) -> bytes:
    """Return the frame of an account's games and its number of unread notices."""
    games = [_entry(concern) for concern in concerns]
    return _frame("snapshot", {"games": games, "unread_notices": unread_notices})


def notices(*, unread_notices: int) -> bytes:
    """Return the frame of a new number of unread notices."""
    return _frame("notices", {"unread_notices": unread_notices})


def game(concern: InboxGame, what: list[str]) -> bytes:
    """Return the frame of a game's news."""
    return _frame("game", {**_entry(concern), "what": what})


def end(reason: EndReason) -> bytes:
    """Return the last frame of a stream, with the reason of its end."""
    return _frame("end", {"reason": reason})


def _entry(concern: InboxGame) -> dict[str, Any]:
    """Return the entry of a game in an account's stream."""
    return {
        "game": ids.to_text(concern.game_id),
        "version": concern.version,
        "status": concern.status,
        "seat": concern.seat,
        "your_turn": concern.is_turn,
    }


def _frame(event: str, data: dict[str, Any], *, number: int | None = None) -> bytes:
    line = b"" if number is None else b"id: %d\n" % number
    return b"%bevent: %b\ndata: %b\n\n" % (line, event.encode(), orjson.dumps(data))
