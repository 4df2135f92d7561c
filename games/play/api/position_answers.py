"""Moves, positions and states for one viewer; ``engine.view`` alone decides what is hidden."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, TypedDict

from accounts import preferences
from accounts.models import User
from api_kit.answers import Time
from games.engine import view
from games.engine.chain import time_or_none, time_text
from games.engine.rules import Rules
from games.engine.view import Viewer
from games.engine.visible import VisibleState
from games.log import ids
from games.log.entries import Event, FromOne, Level, Seat
from games.log.heads import GameHead
from games.log.models import Seat as SeatRow
from games.log.reader import LoggedMove
from games.play import presence

PLAYER_KINDS = ("person", "bot", "built_in")


class MoveJson(TypedDict):
    """A move of the log, redacted for the reader."""

    number: FromOne
    seat: Annotated[Seat | None, "Null for the referee."]
    at: Annotated[Time, "UTC."]
    digest: Annotated[str, "Receipt: link of the log's chain, hexadecimal."]
    events: list[Event]


class LogHead(TypedDict):
    """The first members of a position."""

    game: Annotated[str, "The game's id, 11 characters."]
    version: Annotated[int, "Number of the last move."]
    deadline: Annotated[
        Time | None, "When the referee acts for `to_act`, or closes the lobby, UTC."
    ]
    paused: Annotated[
        bool, "Whether the teacher of a class has paused the game: no moves, and no deadline."
    ]


class PositionJson(LogHead, VisibleState):
    """A position as one reader may see it."""


class StateJson(PositionJson):
    """The current position as one reader may see it."""

    last_move: MoveJson


class CommandAnswer(TypedDict):
    """The caller's move, what the referee did after it, and the game now."""

    moves: list[MoveJson]
    state: StateJson


class SeatedPlayer(TypedDict):
    """The player of a seat."""

    seat: Seat
    player: Annotated[str | None, "Username; null for a built-in bot."]
    display_name: Annotated[
        str | None,
        "Not unique: show it with the username. Of a built-in bot, its name, which follows "
        "from the game and the seat; show it with the level. Null without one, and for a "
        "closed account.",
    ]
    picture: Annotated[
        str | None,
        "A drawn fish, such as `clownfish`; of a built-in bot another sea animal, such as "
        "`octopus`. New ones may be added. Null for a closed account.",
    ]
    kind: Annotated[str, PLAYER_KINDS, "`bot` is the account of a program, `built_in` the service."]
    is_bot: Annotated[bool, "A built-in bot, or a bot's account."]
    bot: Annotated[Level | None, "Level of the built-in bot that was seated."]
    online: Annotated[
        bool | None,
        "Seen at this game within 90 seconds; null for a built-in bot, and for readers who may not "
        "watch the game.",
    ]


def etag(head: GameHead) -> str:
    """Return the validator of a state, from the version and the viewer: ``"12-0"`` or ``"12-s"``.

    It has a third part if the clock was ever changed without a move: ``"12-0-1"``.
    """
    viewer, revision = head.viewer, head.revision
    changed = f"-{revision}" if revision else ""
    return f'"{head.version}-{"s" if viewer is None else viewer}{changed}"'


def move(move: LoggedMove, viewer: Viewer, rules: Rules) -> MoveJson:
    """Return a move as the viewer may see it."""
    return {
        "number": move.number,
        "seat": move.seat,
        "at": time_text(move.at),
        "digest": move.digest.hex(),
        "events": [view.event_view(event, viewer, rules) for event in move.events],
    }


def moves(head: GameHead, logged: Iterable[LoggedMove]) -> list[MoveJson]:
    """Return moves, oldest first, as the viewer at the head may see them."""
    return [move(logged_move, head.viewer, head.state.rules) for logged_move in logged]


def position(head: GameHead) -> PositionJson:
    """Return the position at the head; a player who has left gets a spectator's view."""
    return {**log_head(head), **view.state_view(head.state, head.viewer)}


def log_head(head: GameHead) -> LogHead:
    """Return the first members of a position, which are the same for every viewer."""
    return {
        "game": ids.to_text(head.game_id),
        "version": head.version,
        "deadline": time_or_none(head.deadline),
        "paused": head.is_paused,
    }


def state(head: GameHead, last_move: LoggedMove) -> StateJson:
    """Return the position at the head with the move that led to it."""
    return {**position(head), "last_move": moves(head, [last_move])[0]}


def command_answer(head: GameHead, logged: Iterable[LoggedMove]) -> CommandAnswer:
    """Return the moves of a command, oldest first, and the state at the head after them."""
    rendered = moves(head, logged)
    return {"moves": rendered, "state": {**position(head), "last_move": rendered[-1]}}


def player(seat: SeatRow, *, now: datetime, may_watch: bool) -> SeatedPlayer:
    """Return the player of a seat; whether they are online only to those who may watch the game."""
    account = seat.account
    kind = _kind(account)
    shows_presence = account is not None and may_watch
    name: str | None
    picture: str | None
    if account is None:
        name, picture = ids.character_of_seat(seat.game_id, seat.number)
    else:
        name, picture = account.shown_name, preferences.shown(account)
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
